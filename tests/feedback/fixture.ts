import { afterAll, beforeAll } from 'vitest';
import type { Engine } from '../support/engines.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { useServer, useTenant } from '../support/posthorn.ts';

interface Event {
  type: string;
  recipients: string[];
  data: Record<string, unknown>;
}

/** A service that sends to a sink and takes reports in, and a tenant whose mail is reported on. */
export function useReports(engine: Engine) {
  let sink: SmtpSink;
  let sent = 0;
  /** Answers after the content of mail to an address. */
  const refusals = new Map<string, `${number} ${string}`>();

  beforeAll(async () => {
    sink = await startSmtpSink({ onData: ({ envelope }) => refusals.get(envelope.to[0] ?? '') });
  });
  afterAll(() => sink.close());
  const server = useServer(engine, () => ({
    PROVIDER_URL: sink.url,
    INBOUND_SMTP_PORT: '0',
    CLOCK: 'virtual',
    JOB_INTERVAL_MS: '3600000',
  }));
  const tenant = useTenant(server);

  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const told = ({ events }: { events: Event[] }) => events.map(({ type, recipients }) => [type, ...recipients]);
  const suppressions = async () =>
    (await tenant.call('GET', '/v1/suppressions?limit=100')).body.data as { email: string; reason: string }[];
  const newAddress = (name: string) => `${name}-${++sent}@example.net`;
  /** Sends a mail and returns its id and where its reports go, each recipient's own and the first one's. */
  const send = async (...to: string[]) => {
    const body = { from: tenant.from, to, subject: 'Hello', text_body: 'Hello.' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await server.run('dispatch');
    const mails = sink.mails.filter(({ raw }) => raw.includes(id));
    const pathOf = (email: string) => mails.find(({ envelope }) => envelope.to.includes(email))?.envelope.from ?? '';
    return { id: String(id), mails, pathOf, returnPath: pathOf(to[0] ?? '') };
  };
  const report = async (to: string, raw: string | Buffer, from = '') => {
    const reply = await handOver(server.smtpPort, { from, to: [to], raw });
    await server.run('inbound');
    return reply;
  };
  /** The mails that have gone out. */
  const mails = () => sink.mails;
  return { server, tenant, refusals, mails, get, told, suppressions, newAddress, send, report };
}

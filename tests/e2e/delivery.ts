import type { Engine } from '../support/engines.ts';
import { createCertificate } from '../support/fakes/certificate.ts';
import { type SmtpSinkOptions, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { startTestServer } from '../support/server.ts';

type Hook = 'onRcpt' | 'onData' | 'onMailFrom';

interface Event {
  type: string;
  recipients: string[];
  data: Record<string, unknown>;
}

/** What a message's log tells, in order: type and recipients. */
export const told = (message: { events: Event[] }) => message.events.map(({ type, recipients }) => [type, recipients]);

/** A server and a tenant whose mail goes over SMTP to one that answers as the test says. */
export async function startDelivery(engine: Engine) {
  let answers: Pick<SmtpSinkOptions, Hook> = {};
  const ask = <K extends Hook>(hook: K) => ((given: never) => answers[hook]?.(given)) as NonNullable<SmtpSinkOptions[K]>;
  const sink = await startSmtpSink({
    certificate: await createCertificate(),
    onRcpt: ask('onRcpt'),
    onData: ask('onData'),
    onMailFrom: ask('onMailFrom'),
  });
  const server = await startTestServer(engine, { PROVIDER_URL: sink.url, CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000' });
  const tenant = await server.mint();
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  return {
    sink,
    server,
    tenant,
    /** From now on the receiving server answers so; as usual where nothing is said. */
    answer: (next: Pick<SmtpSinkOptions, Hook> = {}) => {
      answers = next;
    },
    async send(change: object = {}): Promise<string> {
      const body = { from: `Sender <${tenant.from}>`, to: ['a@example.net'], subject: 'Hello', text_body: 'Hello.', ...change };
      const accepted = await tenant.call('POST', '/v1/email', { body });
      if (accepted.status !== 202) throw new Error(JSON.stringify(accepted.body));
      return accepted.body.message_id;
    },
    get,
    /** A message once everything due was tried. */
    async dispatched(id: string) {
      await server.run('dispatch');
      return get(id);
    },
    advance: (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } }),
    stop: async () => {
      await server.stop();
      await sink.close();
    },
  };
}

export type Delivery = Awaited<ReturnType<typeof startDelivery>>;

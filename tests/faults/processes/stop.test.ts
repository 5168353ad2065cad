import { connect } from 'node:net';
import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useServerProcess } from '../../support/fixtures/server-process.ts';
import { type Script, startSmtpScript } from '../../support/mail/smtp-script.ts';
import { startSmtpSink } from '../../support/mail/smtp-sink.ts';
import type { ServerProcess } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const mailOf = (from: string) => ({ from, to: ['a@example.net'], subject: 'x', text_body: 'x' });

describe.each(engines)('the end of a process amid a mail on $name', (engine) => {
  const processes = useServerProcess(engine);
  const start = (environment: Record<string, string>) => processes.start({ IN_DOUBT: 'fail', ...environment });

  async function acceptedBy({ url }: ServerProcess, ready: () => boolean) {
    const tenant = await mintTenant(url, caller(url, OPERATOR_TOKEN));
    const { body } = await tenant.call('POST', '/v1/email', { body: mailOf(tenant.from) });
    await eventually(async () => (ready() ? true : undefined));
    return { id: body.message_id as string, key: tenant.key };
  }

  async function useScript(changes: Script) {
    const script = await startSmtpScript(changes);
    onTestFinished(script.close);
    return script;
  }

  async function expectDelivered({ id, key }: { id: string; key: string }): Promise<void> {
    const sink = await startSmtpSink();
    onTestFinished(sink.close);
    const next = await start({ PROVIDER_URL: sink.url });
    const status = await eventually(async () => {
      const { body } = await caller(next.url, key)('GET', `/v1/messages/${id}`);
      return body.status === 'sent' || body.status === 'failed' ? body.status : undefined;
    });
    expect(status).toBe('sent');
    expect(sink.mails).toHaveLength(1);
    expect((await caller(next.url, OPERATOR_TOKEN)('GET', '/admin/stats')).body.in_doubt).toBe(0);
  }

  it('leaves no doubt about what had not begun with DATA: kill -9', async () => {
    const script = await useScript({ RCPT: 'hang' });
    const first = await start({ PROVIDER_URL: script.url });
    const sent = await acceptedBy(first, () => script.commands.some((line) => line.startsWith('RCPT')));
    await first.end('SIGKILL');
    await expectDelivered(sent);
  });

  it('gives back what had not begun with DATA: SIGTERM, while a client lingers', async () => {
    const script = await useScript({ RCPT: 'hang' });
    const first = await start({ PROVIDER_URL: script.url });
    const sent = await acceptedBy(first, () => script.commands.some((line) => line.startsWith('RCPT')));
    const { hostname, port } = new URL(first.url);
    const client = connect(Number(port), hostname);
    client.on('error', () => undefined);
    onTestFinished(() => void client.destroy());
    client.write('POST /v1/email HTTP/1.1\r\nHost: x\r\nContent-Length: 500\r\n\r\n{');
    expect(await first.end('SIGTERM')).toBe(0);
    expect(first.logged('stopped')).toBe(true);
    await expectDelivered(sent);
  });

  it.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('lets what had begun with DATA end at %s', async (signal) => {
    const arrived = Promise.withResolvers<void>();
    const stopping = Promise.withResolvers<undefined>();
    const sink = await startSmtpSink({
      onData: () => {
        arrived.resolve();
        return stopping.promise;
      },
    });
    onTestFinished(sink.close);
    const first = await start({ PROVIDER_URL: sink.url });
    const sent = await acceptedBy(first, () => true);
    await arrived.promise;
    const ended = first.end(signal);
    // No connection is taken any more: the stop has begun.
    await eventually(
      async () =>
        (await fetch(first.url)
          .then(() => false)
          .catch(() => true)) || undefined,
    );
    stopping.resolve(undefined);
    expect(await ended).toBe(0);
    expect(first.logged('stopped')).toBe(true);
    expect(sink.mails).toHaveLength(1);
    const next = await start({ PROVIDER_URL: sink.url });
    expect((await caller(next.url, sent.key)('GET', `/v1/messages/${sent.id}`)).body.status).toBe('sent');
    expect((await caller(next.url, OPERATOR_TOKEN)('GET', '/admin/stats')).body.in_doubt).toBe(0);
  });
});

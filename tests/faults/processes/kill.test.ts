import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useServerProcess } from '../../support/fixtures/server-process.ts';
import { startSmtpScript } from '../../support/mail/smtp-script.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

describe.each(engines)('kill -9 on $name', (engine) => {
  const { start } = useServerProcess(engine);
  const mail = (tenant: TestTenant, subject: string) => ({ from: tenant.from, to: ['a@example.net'], subject, text_body: 'x' });

  const capturedSubjects = async (url: string): Promise<string[]> => {
    const { body } = await caller(url, OPERATOR_TOKEN)('GET', '/admin/captured?limit=100');
    return body.data.map(({ subject }: { subject: string }) => subject);
  };

  it('right after a 202 loses nothing: the mail goes out after the restart', async () => {
    const first = await start({ ROLE: 'api' });
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const { status, body } = await tenant.call('POST', '/v1/email', { body: mail(tenant, 'kept') });
    expect(status).toBe(202);
    await first.end('SIGKILL');

    const second = await start();
    const ask = caller(second.url, tenant.key);
    const message = await eventually(async () => {
      const { body: found } = await ask('GET', `/v1/messages/${body.message_id}`);
      return found.status === 'sent' ? found : undefined;
    });
    expect(message.events.map(({ type }: { type: string }) => type)).toEqual(['sent']);
    expect(await capturedSubjects(second.url)).toEqual(['kept']);
  });
});

// The other engine misses each dead worker by its lease, which takes half a minute; delivery/lost-jobs.test.ts has it.
describe.each(engines.filter(({ name }) => name === 'sqlite'))('a mail that ends five processes on $name', (engine) => {
  it('is put off, and told of', async () => {
    const database = await engine.create();
    onTestFinished(database.drop);
    const script = await startSmtpScript({ RCPT: 'hang' });
    onTestFinished(script.close);
    const start = () => spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: script.url, JOB_INTERVAL_MS: '500' });
    let server = await start();
    onTestFinished(async () => void (await server.end('SIGKILL')));
    const tenant = await mintTenant(server.url, caller(server.url, OPERATOR_TOKEN));
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    for (let death = 1; death <= 5; death += 1) {
      await eventually(async () => script.commands.filter((line) => line.startsWith('RCPT')).length === death || undefined);
      await server.end('SIGKILL');
      server = await start();
    }
    const message = await eventually(async () => {
      const { body: found } = await caller(server.url, tenant.key)('GET', `/v1/messages/${id}`);
      return found.events.length > 0 ? found : undefined;
    });
    expect(message).toMatchObject({ status: 'queued', events: [{ type: 'delivery_delayed', data: { reason: 'delivery broke off' } }] });
  });
});

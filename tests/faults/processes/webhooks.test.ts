import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../support/fakes/webhook-receiver.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

describe.each(engines)('kill -9 amid a webhook on $name', (engine) => {
  let folder: string;
  let database: TestDatabase;
  let receiver: WebhookReceiver;
  let server: ServerProcess | undefined;

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-webhooks-'));
    database = await engine.create();
    receiver = await startWebhookReceiver();
    writeFileSync(join(folder, 'ca.pem'), receiver.certificate.cert);
  });
  afterEach(async () => {
    await server?.end('SIGKILL');
    await receiver.close();
    await database.drop();
    rmSync(folder, { recursive: true });
  });

  const start = async (): Promise<ServerProcess> => {
    server = await spawnServer({
      DATABASE_URL: database.url,
      WEBHOOK_ALLOW_PRIVATE: 'true',
      NODE_EXTRA_CA_CERTS: join(folder, 'ca.pem'),
    });
    return server;
  };

  it('between the answer and its record costs one more attempt and no delivery', async () => {
    const first = await start();
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const { body: hook } = await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url('/hook'), events: ['delivery'] } });
    receiver.answer('/hook', 'hang', 204);
    const mail = { from: tenant.from, to: ['delivered@posthorn.test'], subject: 'x', text_body: 'x', test_mode: true };
    await tenant.call('POST', '/v1/email', { body: mail });
    await eventually(async () => receiver.requests.length === 1 || undefined);
    // Stopped, the process has the answer in its socket and cannot look at it any more.
    process.kill(first.pid, 'SIGSTOP');
    receiver.release(204);
    await first.end('SIGKILL');

    const second = await start();
    const delivery = await eventually(async () => {
      const { body } = await caller(second.url, tenant.key)('GET', `/v1/webhooks/${hook.id}/deliveries`);
      return body.data[0].status === 'delivered' ? body.data[0] : undefined;
    });
    expect(delivery.attempts).toEqual([expect.objectContaining({ attempt: 1, response_status: 204 })]);
    expect(receiver.requests.map(({ headers }) => headers['x-webhook-delivery'])).toEqual([delivery.id, delivery.id]);
    expect(receiver.requests.map(({ headers }) => headers['x-webhook-id'])).toEqual([delivery.event_id, delivery.event_id]);
  });

  it('at SIGTERM lets what is under way end, and loses nothing that is not', async () => {
    const first = await start();
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const { body: hook } = await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url('/hook'), events: ['delivery'] } });
    receiver.answer('/hook', ...Array.from({ length: 5 }, () => 'hang' as const), 204);
    const to = Array.from({ length: 20 }, (_, n) => `r${n}@example.net`);
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to, subject: 'x', text_body: 'x', test_mode: true } });
    await eventually(async () => receiver.requests.length === 5 || undefined);
    const ended = first.end('SIGTERM');
    await eventually(async () => (await fetch(first.url).catch(() => undefined)) === undefined || undefined);
    receiver.release(204);
    expect(await ended).toBe(0);
    expect(receiver.requests).toHaveLength(5);

    const second = await start();
    const deliveries = await eventually(async () => {
      const { body } = await caller(second.url, tenant.key)('GET', `/v1/webhooks/${hook.id}/deliveries?status=delivered&limit=100`);
      return body.data.length === 20 ? body.data : undefined;
    });
    expect(deliveries.map(({ attempt_count }: { attempt_count: number }) => attempt_count)).toEqual(Array.from({ length: 20 }, () => 1));
    expect(receiver.requests).toHaveLength(20);
  });
});

// How long a healthy endpoint waits for its deliveries, with and without a hundred others hanging.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startServer } from '@posthorn/server';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../support/fakes/webhook-receiver.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

const SENDS = 200;
const DEAD = 100;
const ROUNDS = 3;
/** Deliveries queued for each dead endpoint when the measurement begins. */
const BACKLOG = 20;
const GOAL = 2;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

const send = (tenant: TestTenant) =>
  tenant.call('POST', '/v1/email', {
    body: { from: tenant.from, to: ['delivered@posthorn.test'], subject: 's', text_body: 'x', test_mode: true },
  });

const hook = (tenant: TestTenant, url: string) => tenant.call('POST', '/v1/webhooks', { body: { url, events: ['delivery'] } });

async function arrival(receiver: WebhookReceiver, path: string, count: number): Promise<void> {
  while (receiver.at(path).length < count) await new Promise((resolve) => setTimeout(resolve, 1));
}

/** Ends hanging requests until every dead endpoint has received all its deliveries. */
async function letEnd(receiver: WebhookReceiver, posts: number): Promise<void> {
  for (let index = 0; index < DEAD; index += 1) {
    while (receiver.at(`/dead/${index}`).length < posts) {
      receiver.release(204);
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
  }
  receiver.release(204);
}

/** Milliseconds from the response to a send to its delivery, at the 95th of 100 sends. */
async function measure(tenant: TestTenant, receiver: WebhookReceiver, path: string): Promise<number> {
  const waits: number[] = [];
  for (let sent = 0; sent < SENDS; sent += 1) {
    const before = receiver.at(path).length;
    const start = performance.now();
    await send(tenant);
    await arrival(receiver, path, before + 1);
    waits.push(performance.now() - start);
  }
  return waits.sort((left, right) => left - right)[Math.floor(SENDS * 0.95)] ?? Number.NaN;
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const environment = {
    PORT: '0',
    LOG_LEVEL: 'error',
    OPERATOR_TOKEN,
    SECRET_KEY: 'a key for benchmarks that guards nothing',
    DATABASE_URL: url,
    WEBHOOK_ALLOW_PRIVATE: 'true',
  };
  const server = await startServer({ migrate: true, environment });
  const receiver = await startWebhookReceiver();
  const admin = caller(server.url ?? '', OPERATOR_TOKEN);
  const open = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, webhook_limit: -1 };
  const living = await mintTenant(server.url ?? '', admin, open);
  const dying = await mintTenant(server.url ?? '', admin, open);
  await hook(living, receiver.url('/living'));
  for (let index = 0; index < DEAD; index += 1) {
    receiver.answer(`/dead/${index}`, 'hang');
    await hook(dying, receiver.url(`/dead/${index}`));
  }
  await measure(living, receiver, '/living');
  const ratios: number[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    const alone = await measure(living, receiver, '/living');
    for (let sent = 0; sent < BACKLOG; sent += 1) await send(dying);
    const beside = await measure(living, receiver, '/living');
    ratios.push(beside / alone);
    console.log(`${engine}: p95 alone ${alone.toFixed(1)} ms, beside ${DEAD} hanging endpoints ${beside.toFixed(1)} ms`);
    await letEnd(receiver, BACKLOG * (round + 1));
  }
  const ratio = ratios.sort((left, right) => left - right)[Math.floor(ROUNDS / 2)] ?? Number.NaN;
  console.log(`${engine}, p95 of a healthy endpoint beside ${DEAD} hanging ones: ratio ${ratio.toFixed(2)}, target ≤ ${GOAL}`);
  await server.stop();
  await receiver.close();
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

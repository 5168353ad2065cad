import { setTimeout } from 'node:timers/promises';
import { spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import type { HookSink } from './peers/hook-sink.ts';

const BATCH = 100;
const POLL_MS = 5;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, storage_limit: -1 };

/** Deliveries of each endpoint. */
export const DELIVERIES = Number(process.env.BENCH_DELIVERIES ?? 400);
export const ENDPOINTS = 16;
/** Deliveries of all by which the service gets to its pace. */
export const FIRST = 1000;

/** Resolves once so many posts have been answered. */
export async function reached(sink: HookSink, count: number): Promise<void> {
  while ((await sink.count()) < count) await setTimeout(POLL_MS);
}

const sendBatch = ({ call, from }: TestTenant) =>
  call('POST', '/v1/email/batch', {
    body: {
      emails: Array.from({ length: BATCH }, () => ({
        from,
        to: ['delivered@posthorn.test'],
        subject: 's',
        text_body: 'x',
        test_mode: true,
      })),
    },
  });

/** Has deliveries wait in the queue, each endpoint's of a tenant of its own; endpoints beyond `ENDPOINTS` never answer. */
export async function fillWebhooks(environment: Readonly<Record<string, string>>, sink: HookSink, hanging: number): Promise<void> {
  const intake = await spawnServer({ ...environment, ROLE: 'api' });
  const admin = caller(intake.url, OPERATOR_TOKEN);
  const paths = [...Array.from({ length: ENDPOINTS }, () => '/ok'), ...Array.from({ length: hanging }, () => '/hang')];
  for (const path of paths) {
    const tenant = await mintTenant(intake.url, admin, UNLIMITED);
    await tenant.call('POST', '/v1/webhooks', { body: { url: sink.url(path), events: ['delivery'] } });
    for (let sent = 0; sent < DELIVERIES; sent += BATCH) await sendBatch(tenant);
  }
  await intake.end('SIGTERM');
}

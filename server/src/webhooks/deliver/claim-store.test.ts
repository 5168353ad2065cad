import { sql } from 'kysely';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { postgres } from '../../../../tests/support/engines.ts';
import { startTenancy, type Tenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { insertMany, type Trx } from '../../db/dialect.ts';
import { createWebhook } from '../endpoints/create-webhook.ts';
import { createNameService } from '../targets/look-up-addresses.ts';
import { claimDeliveries } from './claim-store.ts';

const ENDPOINTS = 16;
const DELIVERIES = 800;
const CLAIMED = 320;

let tenancy: Tenancy;
beforeAll(async () => {
  tenancy = await startTenancy(postgres);
});
afterAll(() => tenancy.close());

/** Adds deliveries that wait for an endpoint of a tenant of its own; returns their ids. */
async function addWaiting(): Promise<string[]> {
  const { app } = tenancy;
  const caller = await tenancy.caller(await tenancy.tenant());
  const rules = { names: createNameService(undefined), allowPrivate: true };
  await createWebhook({ app, rules }, caller, { url: 'https://hooks.example.com/', events: ['*'] });
  const { id: webhookId } = await app.db.read
    .selectFrom('webhooks')
    .select('id')
    .where('tenant_id', '=', caller.tenantId)
    .executeTakeFirstOrThrow();
  const rows = Array.from({ length: DELIVERIES }, () => ({
    id: app.newId('whd', 5),
    tenant_id: caller.tenantId,
    webhook_id: webhookId,
    event_id: app.newId('evt', 5),
    type: 'sent',
    message_id: null,
    sample: 0 as const,
    replay_of: null,
    status: 'pending',
    attempts: '[]',
    attempt_count: 0,
    created_at: 5,
    next_attempt_at: 5,
    due_at: 6,
    claim_job: null,
    claim_attempt: null,
    claim_expires_at: null,
  }));
  await app.db.transact((trx) => insertMany(trx, 'webhook_deliveries', rows));
  return rows.map(({ id }) => id);
}

/** Rows of deliveries that a transaction has read. */
async function countRead(trx: Trx): Promise<number> {
  const { rows } = await sql<{ read: number }>`
    select seq_tup_read + idx_tup_fetch as read from pg_stat_xact_user_tables where relname = 'webhook_deliveries'`.execute(trx);
  return rows[0]?.read ?? 0;
}

it('a claim goes through the deliveries that wait once at most, in a table that nobody has analyzed', async () => {
  const ids: string[] = [];
  for (let endpoint = 0; endpoint < ENDPOINTS; endpoint += 1) ids.push(...(await addWaiting()));
  const claims = ids.slice(-CLAIMED).map((deliveryId) => ({ deliveryId, jobId: 'j', jobAttempt: 1 }));
  await tenancy.app.db.transact(async (trx) => {
    expect((await claimDeliveries(trx, { claims, machineNow: 10, expiresAt: 20 })).size).toBe(CLAIMED);
    // Those that it is about are locked before, and written.
    expect(await countRead(trx)).toBeLessThanOrEqual(ENDPOINTS * DELIVERIES + 2 * CLAIMED);
  });
});

import type { WebhookAttempt } from '@posthorn/contract';
import { type ExpressionBuilder, sql } from 'kysely';
import { fromValues, isAmong, isIn, lockInOrder, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isActiveTenant } from '../../tenants/index.ts';
import type { DeliveryStatus } from '../deliveries/delivery.ts';

/** A worker's claim of a delivery: its job and which start of that job. */
export interface Claim {
  readonly deliveryId: string;
  readonly jobId: string;
  readonly jobAttempt: number;
}

/** Returns a key that tells claims apart: of two claims of one delivery, one has been overtaken. */
export const claimKey = ({ deliveryId, jobId, jobAttempt }: Claim): string => `${deliveryId} ${jobId} ${jobAttempt}`;

const claimKeyOf = (row: { id: string; claim_job: string | null; claim_attempt: number | null }) =>
  claimKey({ deliveryId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 });

const idsOf = (claims: readonly Claim[]) => claims.map(({ deliveryId }) => deliveryId);

const toClaimRow = ({ deliveryId, jobId, jobAttempt }: Claim) => ({ id: deliveryId, job: jobId, job_attempt: jobAttempt });

/** 1 for a delivery that may be posted, on a row of `webhook_deliveries`; nothing for another. */
const claimableOf = (eb: ExpressionBuilder<Schema, 'webhook_deliveries'>) =>
  eb
    .selectFrom('webhooks as w')
    .innerJoin('tenants as t', 't.id', 'w.tenant_id')
    .select(eb.lit(1).as('claimable'))
    .whereRef('w.id', '=', 'webhook_deliveries.webhook_id')
    .where('w.deleted_at', 'is', null)
    .where(isActiveTenant('t'))
    .where((or) =>
      or.or([or('w.active', '=', 1), or('webhook_deliveries.sample', '=', 1), or('webhook_deliveries.replay_of', 'is not', null)]),
    );

/**
 * Claims deliveries for the jobs that name them: those that are due, and those that an earlier attempt of the same job, or a worker that no
 * longer exists, had claimed. Deliveries of suspended tenants or inactive endpoints are skipped, unless they were requested manually.
 * Returns the keys of the claims that hold.
 */
export async function claimDeliveries(
  trx: Trx,
  { claims, machineNow, expiresAt }: { claims: readonly Claim[]; machineNow: number; expiresAt: number },
): Promise<ReadonlySet<string>> {
  await lockInOrder(trx, 'webhook_deliveries', idsOf(claims));
  const taken = await trx
    .updateTable('webhook_deliveries')
    .from(valuesTable(trx, { id: 'text', job: 'text', job_attempt: 'bigint' }, claims.map(toClaimRow)))
    .set({ claim_job: sql`v.job`, claim_attempt: sql`v.job_attempt`, claim_expires_at: expiresAt })
    .whereRef('webhook_deliveries.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('webhook_deliveries.id'), idsOf(claims)))
    .where('webhook_deliveries.status', '=', 'pending')
    .whereRef('webhook_deliveries.due_at', '>', 'webhook_deliveries.next_attempt_at')
    .where((eb) =>
      eb.or([
        eb('webhook_deliveries.claim_job', 'is', null),
        // Its own start as well: the reply to the commit may have been lost.
        eb.and([
          eb('webhook_deliveries.claim_job', '=', eb.ref('v.job')),
          eb('webhook_deliveries.claim_attempt', '<=', eb.ref('v.job_attempt')),
        ]),
        eb('webhook_deliveries.claim_expires_at', '<', machineNow),
      ]),
    )
    // A value of each row, which no planner makes a join of: that began with the endpoints, and went through all the deliveries of each.
    .where((eb) => eb(claimableOf(eb), '=', 1))
    .returning(['webhook_deliveries.id', 'webhook_deliveries.claim_job', 'webhook_deliveries.claim_attempt'])
    .execute();
  return new Set(taken.map(claimKeyOf));
}

/** Returns the endpoint of each of these deliveries, and whether it is failing; but for those that were requested by hand. */
export async function findEndpoints(
  trx: Trx,
  ids: readonly string[],
): Promise<ReadonlyMap<string, { readonly webhookId: string; readonly isFailing: boolean }>> {
  const rows = await trx
    .selectFrom('webhook_deliveries as d')
    .innerJoin('webhooks as w', 'w.id', 'd.webhook_id')
    .select(['d.id', 'd.webhook_id', 'w.failing_since'])
    .where((eb) => isIn(trx, eb.ref('d.id'), ids))
    .where('d.sample', '=', 0)
    .where('d.replay_of', 'is', null)
    .execute();
  return new Map(rows.map(({ id, webhook_id, failing_since }) => [id, { webhookId: webhook_id, isFailing: failing_since !== null }]));
}

/** The state of a delivery after an attempt. */
export interface Settlement extends Claim {
  readonly status: DeliveryStatus;
  /** All attempts, including this one. */
  readonly attempts: readonly WebhookAttempt[];
  readonly attemptCount: number;
  readonly nextAttemptAt: number | null;
}

const settlementColumns = {
  id: 'text',
  job: 'text',
  job_attempt: 'bigint',
  status: 'text',
  attempts: 'text',
  attempt_count: 'bigint',
  next_attempt_at: 'bigint',
} as const;

/** Records attempts and ends the claims of their deliveries, but for those whose claim was taken over. Returns the ids of those recorded. */
export async function settleDeliveries(trx: Trx, settlements: readonly Settlement[]): Promise<ReadonlySet<string>> {
  const rows = settlements.map(({ status, attempts, attemptCount, nextAttemptAt, ...claim }) => ({
    ...toClaimRow(claim),
    status,
    attempts: JSON.stringify(attempts),
    attempt_count: attemptCount,
    next_attempt_at: nextAttemptAt,
  }));
  await lockInOrder(trx, 'webhook_deliveries', idsOf(settlements));
  const settled = await trx
    .updateTable('webhook_deliveries')
    .from(valuesTable(trx, settlementColumns, rows))
    .set({
      ...fromValues('status', 'attempts', 'attempt_count', 'next_attempt_at'),
      due_at: sql`v.next_attempt_at`,
      claim_job: null,
      claim_attempt: null,
      claim_expires_at: null,
    })
    .whereRef('webhook_deliveries.id', '=', 'v.id')
    .where((eb) => isAmong(trx, eb.ref('webhook_deliveries.id'), idsOf(settlements)))
    .whereRef('webhook_deliveries.claim_job', '=', 'v.job')
    .whereRef('webhook_deliveries.claim_attempt', '=', 'v.job_attempt')
    .returning('webhook_deliveries.id')
    .execute();
  return new Set(settled.map(({ id }) => id));
}

import { sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isAmong, isIn, lockInOrder, type Trx, valuesTable } from '../../db/dialect.ts';
import { toFlag } from '../../db/schema/flag.ts';
import type { Failing } from './endpoint.ts';

/** The columns of an endpoint without failures. */
export const NO_FAILURES = { failing_since: null, failed_attempts: null, last_failure: null } as const;

/** The results of consecutive attempts of one endpoint. */
export interface Answers {
  readonly webhookId: string;
  /** Where they were made. */
  readonly url: string;
  /** Whether one of them succeeded: earlier failures no longer count. */
  readonly hasSucceeded: boolean;
  /** Those that have failed since; null where the last one has succeeded. */
  readonly failing: Failing | null;
}

/** Returns which of these endpoints are failing so far. */
export async function findFailing(trx: Trx, ids: readonly string[]): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .selectFrom('webhooks')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('failing_since', 'is not', null)
    .execute();
  return rows.map(({ id }) => id);
}

const toRow = ({ webhookId, url, hasSucceeded, failing }: Answers) => ({
  id: webhookId,
  url,
  has_succeeded: toFlag(hasSucceeded),
  since: failing?.since ?? null,
  attempts: failing?.attempts ?? null,
  last: failing === null ? null : JSON.stringify(failing.last),
});

const columns = { id: 'text', url: 'text', has_succeeded: 'bigint', since: 'bigint', attempts: 'bigint', last: 'text' } as const;

/**
 * Locks the endpoints of attempts that have to be written: those with a failure, now or since their last success. Returns their ids. Called
 * before deliveries are locked.
 */
export async function lockUnhealthy(trx: Trx, answers: readonly Answers[]): Promise<ReadonlySet<string>> {
  const [healthy, failed] = [true, false].map((isHealthy) => answers.filter(({ failing }) => (failing === null) === isHealthy));
  const idsOf = (some: readonly Answers[] = []) => some.map(({ webhookId }) => webhookId);
  const ids = new Set([...idsOf(failed), ...(await findFailing(trx, idsOf(healthy)))]);
  if (ids.size > 0) await lockInOrder(trx, 'webhooks', [...ids]);
  return ids;
}

/**
 * Records the results of attempts with their locked endpoints, except those that have another URL by now. Two concurrent transactions may
 * mistake a success for older than the failure before it; the next attempt corrects that.
 */
export async function recordAnswers(trx: Trx, answers: readonly Answers[]): Promise<void> {
  if (answers.length === 0) return;
  const ids = answers.map(({ webhookId }) => webhookId);
  await trx
    .updateTable('webhooks')
    .from(valuesTable(trx, columns, answers.map(toRow)))
    .set({
      failing_since: sql`case when v.has_succeeded = 1 then v.since else coalesce(webhooks.failing_since, v.since) end`,
      failed_attempts: sql`case when v.has_succeeded = 1 then v.attempts else coalesce(webhooks.failed_attempts, 0) + v.attempts end`,
      last_failure: sql`v.last`,
    })
    .whereRef('webhooks.id', '=', 'v.id')
    .whereRef('webhooks.url', '=', 'v.url')
    .where((eb) => isAmong(trx, eb.ref('webhooks.id'), ids))
    .where('webhooks.deleted_at', 'is', null)
    .execute();
}

/** Forgets what failed at the URL that an endpoint had before. */
export async function forgetFailures(trx: Trx, { tenantId, id }: ObjectRef): Promise<void> {
  await trx.updateTable('webhooks').set(NO_FAILURES).where('id', '=', id).where('tenant_id', '=', tenantId).execute();
}

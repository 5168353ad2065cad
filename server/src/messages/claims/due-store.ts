import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { isIn, lockInOrder, lockRows, type Trx, withoutIndex } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Message } from '../message.ts';
import { toMessage } from '../store.ts';
import { changesBy, type MessageOutcomes, movableBy } from '../transitions.ts';

/** Returns SQL of the status of a message after a move of the worker. */
export function statusAfter(outcome: MessageOutcomes['work']): RawBuilder<string> {
  const cases = changesBy(outcome).map(([from, to]) => sql`when messages.status = ${sql.lit(from)} then ${sql.lit(to)}`);
  return sql`case ${sql.join(cases, sql` `)} else messages.status end`;
}

/** Returns SQL of whether a message's tenant is suspended, as 0 or 1; null once it is deleted. */
export const tenantSuspended = (eb: ExpressionBuilder<Schema, 'messages'>) =>
  eb
    .selectFrom('tenants')
    .select('tenants.suspended')
    .whereRef('tenants.id', '=', 'messages.tenant_id')
    .where('tenants.deleted_at', 'is', null);

/** A message that is due: to be enqueued, or simulated. */
export interface DueMessage {
  readonly id: string;
  readonly tenantId: string;
  /** Whether it belongs to a broadcast. */
  readonly bulk: boolean;
  readonly testMode: boolean;
}

/** Returns messages that are due, and hides them from the next sweeps until `hiddenUntil`. */
export async function takeDueMessages(
  trx: Trx,
  { now, hiddenUntil, most }: { now: number; hiddenUntil: number; most: number },
): Promise<DueMessage[]> {
  const due = await trx
    .selectFrom('messages')
    .select(['id', 'tenant_id', 'broadcast_id', 'test_mode'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .modifyEnd(lockRows(trx, 'skip', 'messages'))
    .execute();
  const ids = due.map(({ id }) => id);
  if (ids.length === 0) return [];
  await trx
    .updateTable('messages')
    .set({ due_at: hiddenUntil, status: statusAfter('due') })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return due.map((row) => ({
    id: row.id,
    tenantId: row.tenant_id,
    bulk: row.broadcast_id !== null,
    testMode: row.test_mode === 1,
  }));
}

/** Hides messages from sweeps until another time, but for those of suspended tenants. Returns the ids of those that it has hidden. */
export async function hideUntil(trx: Trx, { ids, until }: { ids: readonly string[]; until: number }): Promise<string[]> {
  if (ids.length === 0) return [];
  const rows = await trx
    .updateTable('messages')
    .set({ due_at: until })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where((eb) => eb(tenantSuspended(eb), '<>', 1))
    .returning('id')
    .execute();
  return rows.map(({ id }) => id);
}

/**
 * Locks and returns messages in test mode that were not simulated, cancelled or rescheduled since a sweep took them, without those of
 * suspended tenants.
 */
export async function lockDueTests(trx: Trx, ids: readonly string[]): Promise<Message[]> {
  const rows = await trx
    .selectFrom('messages')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('test_mode', '=', 1)
    .where('due_at', 'is not', null)
    .where('claim_job', 'is', null)
    .where('status', 'in', movableBy('claim'))
    .where((eb) => eb(tenantSuspended(eb), '<>', 1))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'messages'))
    .execute();
  return rows.map(toMessage);
}

/** A period, epoch milliseconds: messages that a sweep has hidden are due within it. */
export interface HiddenSpan {
  readonly now: number;
  readonly hiddenUntil: number;
}

/** Makes hidden messages due now; the retry period of deferred ones starts over. Waits for jobs that are claiming them. */
export async function revealMessages(trx: Trx, ids: readonly string[], { now, hiddenUntil }: HiddenSpan): Promise<void> {
  await lockInOrder(trx, 'messages', ids);
  await trx
    .updateTable('messages')
    .set({ due_at: now, first_attempt_at: sql`case when first_attempt_at < ${now} then ${now} else first_attempt_at end` })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('due_at', '>', now)
    .where('due_at', '<=', hiddenUntil)
    .where('status', 'in', movableBy('claim'))
    .execute();
}

/** Makes at most `most` hidden messages of a tenant due now. Returns how many. Broadcasts enqueue their untried mail themselves. */
export async function resumeMessages(
  trx: Trx,
  { tenantId, most, ...hidden }: HiddenSpan & { readonly tenantId: string; readonly most: number },
): Promise<number> {
  const page = await trx
    .selectFrom('messages')
    .select('id')
    .where('due_at', '>', hidden.now)
    .where('due_at', '<=', hidden.hiddenUntil)
    .where((eb) => eb(withoutIndex(trx, eb.ref('tenant_id')), '=', tenantId))
    .where('status', 'in', movableBy('claim'))
    .where((of) => of.or([of('broadcast_id', 'is', null), of('first_attempt_at', 'is not', null)]))
    .limit(most)
    .execute();
  const ids = page.map(({ id }) => id);
  await revealMessages(trx, ids, hidden);
  return ids.length;
}

import { type ExpressionBuilder, type RawBuilder, sql } from 'kysely';
import { isIn, lockInOrder, lockRows, type Trx, withoutIndex } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Message } from '../message.ts';
import { toMessage } from '../store.ts';
import { changesBy, type MessageOutcomes, movableBy } from '../transitions.ts';

/** SQL of the status that messages have after the worker's move. */
export function statusAfter(outcome: MessageOutcomes['work']): RawBuilder<string> {
  const cases = changesBy(outcome).map(([from, to]) => sql`when messages.status = ${sql.lit(from)} then ${sql.lit(to)}`);
  return sql`case ${sql.join(cases, sql` `)} else messages.status end`;
}

/** Whether a message's tenant is suspended, as 0 or 1; null once it is deleted. */
export const tenantSuspended = (eb: ExpressionBuilder<Schema, 'messages'>) =>
  eb
    .selectFrom('tenants')
    .select('tenants.suspended')
    .whereRef('tenants.id', '=', 'messages.tenant_id')
    .where('tenants.deleted_at', 'is', null);

/** A message whose time has come: one to make a job of, or to simulate. */
export interface DueMessage {
  readonly id: string;
  readonly tenantId: string;
  /** One of many of a broadcast. */
  readonly bulk: boolean;
  readonly testMode: boolean;
}

/** Takes messages whose time has come and hides them from the next sweep until `hiddenUntil`. */
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

/** Lets the next sweep after a time have messages that were taken, but for those of suspended tenants; returns the ids of the others. */
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

/** Locks messages in test mode that nobody has simulated, cancelled or moved since a sweep took them. A suspended tenant's stay where they are. */
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

/** Times between which messages are due that a sweep hid and whose jobs came to nothing. */
export interface HiddenSpan {
  readonly now: number;
  readonly hiddenUntil: number;
}

/** Lets the sweep take hidden messages at once. A job that finds them held is waited for: it leaves them where they are. */
export async function revealMessages(trx: Trx, ids: readonly string[], { now, hiddenUntil }: HiddenSpan): Promise<void> {
  await lockInOrder(trx, 'messages', ids);
  await trx
    .updateTable('messages')
    .set({ due_at: now })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('due_at', '>', now)
    .where('due_at', '<=', hiddenUntil)
    .where('status', 'in', movableBy('claim'))
    .execute();
}

/** Lets the sweep take what a tenant has waiting, at most so many; returns how many. Mail of broadcasts that nobody has tried is theirs to make jobs of. */
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

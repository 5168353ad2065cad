import type { KeysetCursor } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isIn, lockRows, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';

/** A delivery that the sweep took up. */
export interface DueDelivery {
  readonly id: string;
  readonly webhookId: string;
}

/** Returns at most `most` deliveries whose attempt is due, and hides them from the sweep until `hiddenUntil`. */
export async function takeDueDeliveries(
  trx: Trx,
  { now, hiddenUntil, most }: { now: number; hiddenUntil: number; most: number },
): Promise<DueDelivery[]> {
  const due = await trx
    .selectFrom('webhook_deliveries')
    .select(['id', 'webhook_id'])
    .where('due_at', '<=', now)
    .orderBy('due_at')
    .limit(most)
    .modifyEnd(lockRows(trx, 'skip', 'webhook_deliveries'))
    .execute();
  if (due.length === 0) return [];
  const ids = due.map(({ id }) => id);
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: hiddenUntil })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
  return due.map(({ id, webhook_id }) => ({ id, webhookId: webhook_id }));
}

/** Returns the next pending deliveries of an endpoint after a cursor, oldest first. */
export async function findPending(
  db: Kysely<Schema>,
  { tenantId, id: webhookId }: ObjectRef,
  { after, limit }: { after: KeysetCursor; limit: number },
): Promise<KeysetCursor[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select(['id', 'created_at'])
    .where('webhook_id', '=', webhookId)
    .where('status', '=', 'pending')
    // By which the planner knows the index.
    .where('status', '<>', sql.lit('delivered'))
    .where(sql<SqlBool>`(created_at, id) > (${after.createdAt}, ${after.id})`)
    .where('tenant_id', '=', tenantId)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(({ id, created_at }) => ({ id, createdAt: created_at }));
}

/** Makes deliveries due now whose job found them held. Those that wait for their next attempt are left alone. */
export async function resumeDeliveries(trx: Trx, { ids, now }: { ids: readonly string[]; now: number }): Promise<void> {
  await trx
    .updateTable('webhook_deliveries')
    .set({ due_at: now })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('due_at', '>', now)
    .whereRef('due_at', '>', 'next_attempt_at')
    .execute();
}

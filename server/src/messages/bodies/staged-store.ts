import type { Kysely } from 'kysely';
import { insertMany, isIn, lockRows, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { DraftMessage } from '../message.ts';
import { deleteUncounted, insertBodies } from './body-store.ts';

export interface StagingTimes {
  readonly at: number;
  /** When they may be deleted, and can no longer be accepted. */
  readonly expiresAt: number;
}

/** Inserts bodies ahead of their messages. Their bytes are counted once the messages are accepted. */
export async function stageBodies(trx: Trx, drafts: readonly DraftMessage[], { at, expiresAt }: StagingTimes): Promise<void> {
  const rows = drafts.map(({ tenantId, body }) => ({ id: body.id, tenant_id: tenantId, expires_at: expiresAt }));
  await insertMany(trx, 'staged_bodies', rows);
  await insertBodies(
    trx,
    drafts.map((message) => ({ message, createdAt: at })),
  );
}

/** Locks staged bodies, so that they are not deleted before the transaction ends. Returns the ids of those that have not expired. */
export async function lockStaged(trx: Trx, { ids, now }: { ids: readonly string[]; now: number }): Promise<Set<string>> {
  const rows = await trx
    .selectFrom('staged_bodies')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('expires_at', '>', now)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'staged_bodies'))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Makes locked staged bodies stay, since their messages are inserted. */
export async function acceptStaged(trx: Trx, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return;
  await trx
    .deleteFrom('staged_bodies')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
}

/** Returns whether one of the bodies is still staged. */
export async function isStaged(db: Kysely<Schema>, ids: readonly string[]): Promise<boolean> {
  const query = db.selectFrom('staged_bodies').select('id').limit(1);
  return (await query.where((eb) => isIn(db, eb.ref('id'), ids)).executeTakeFirst()) !== undefined;
}

/** Locks staged bodies that have expired, but for those that others have locked. Returns their ids. */
export async function lockExpired(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<string[]> {
  const rows = await trx
    .selectFrom('staged_bodies')
    .select('id')
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .orderBy('id')
    .limit(limit)
    .modifyEnd(lockRows(trx, 'skip', 'staged_bodies'))
    .execute();
  return rows.map(({ id }) => id);
}

/** Deletes locked staged bodies. */
export async function removeStaged(trx: Trx, ids: readonly string[]): Promise<void> {
  await acceptStaged(trx, ids);
  await deleteUncounted(trx, ids);
}

/** Deletes those of the bodies that are still staged. Waits for transactions that are accepting them. */
export async function discardStaged(trx: Trx, ids: readonly string[]): Promise<void> {
  const rows = await trx
    .selectFrom('staged_bodies')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'staged_bodies'))
    .execute();
  await removeStaged(
    trx,
    rows.map(({ id }) => id),
  );
}

import type { Kysely } from 'kysely';
import { isIn, lockRows, type Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { noteStorage } from '../storage/store.ts';
import { type BlobRef, storageKindOf } from './blobs.ts';

/** A row of the register. */
export interface BlobEntry {
  /** In bytes. */
  readonly size: number;
  readonly contentType: string | null;
  /** Null until it is complete. */
  readonly storedAt: number | null;
  readonly expiresAt: number | null;
}

/** Registers a blob that is about to be written; returns false if its key is known already. */
export async function insertBlob(
  db: Kysely<Schema>,
  { tenantId, key, size, contentType, storedAt, expiresAt, createdAt }: BlobRef & BlobEntry & { readonly createdAt: number },
): Promise<boolean> {
  const times = { stored_at: storedAt, expires_at: expiresAt, created_at: createdAt };
  const inserted = await db
    .insertInto('blobs')
    .values({ key, tenant_id: tenantId, size, content_type: contentType, ...times, uses: 0 })
    .onConflict((conflict) => conflict.column('key').doNothing())
    .returning('key')
    .executeTakeFirst();
  return inserted !== undefined;
}

/** Writes the given columns and keeps the rest; returns false if the blob is no longer registered. */
export async function updateBlob(db: Kysely<Schema>, { tenantId, key }: BlobRef, change: Partial<BlobEntry>): Promise<boolean> {
  const updated = await db
    .updateTable('blobs')
    .set({ size: change.size, content_type: change.contentType, stored_at: change.storedAt, expires_at: change.expiresAt })
    .where('key', '=', key)
    .where('tenant_id', '=', tenantId)
    .returning('key')
    .executeTakeFirst();
  return updated !== undefined;
}

/** The same with a size, which is counted instead of the previous one. */
export async function resizeBlob(trx: Trx, ref: BlobRef, change: Partial<BlobEntry> & { readonly size: number }): Promise<boolean> {
  const before = await trx
    .selectFrom('blobs')
    .select('size')
    .where('key', '=', ref.key)
    .where('tenant_id', '=', ref.tenantId)
    .modifyEnd(lockRows(trx, 'wait', 'blobs'))
    .executeTakeFirst();
  if (before === undefined) return false;
  await updateBlob(trx, ref, change);
  await noteStorage(trx, [{ tenantId: ref.tenantId, kind: storageKindOf(ref), bytes: change.size - before.size }]);
  return true;
}

/** Returns a blob that is complete and has not expired. */
export async function findBlob(
  db: Kysely<Schema>,
  { tenantId, key }: BlobRef,
  now: number,
): Promise<Pick<BlobEntry, 'size' | 'contentType'> | undefined> {
  return db
    .selectFrom('blobs')
    .select(['size', 'content_type as contentType'])
    .where('key', '=', key)
    .where('tenant_id', '=', tenantId)
    .where('stored_at', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]))
    .executeTakeFirst();
}

/** Makes blobs unreadable and due for removal; returns the keys of the registered ones. */
export async function retireBlobs(db: Kysely<Schema>, { keys, now }: { keys: readonly string[]; now: number }) {
  const rows = await db
    .updateTable('blobs')
    .set({ stored_at: null, expires_at: now })
    .where((eb) => isIn(db, eb.ref('key'), keys))
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** The same for expired blobs. A blob that was put to use meanwhile is left alone. */
export async function retireExpired(db: Kysely<Schema>, { now, limit }: { now: number; limit: number }): Promise<string[]> {
  const rows = await db
    .updateTable('blobs')
    .set({ stored_at: null })
    .where('expires_at', '<=', now)
    .where('key', 'in', (eb) =>
      eb.selectFrom('blobs').select('key').where('expires_at', '<=', now).orderBy('expires_at').orderBy('key').limit(limit),
    )
    .returning('key')
    .execute();
  return rows.map(({ key }) => key);
}

/** Returns the keys of a few blobs that are complete and kept: so many first ones, and so many last ones. */
export async function sampleKeys(db: Kysely<Schema>, each: number): Promise<string[]> {
  const kept = db
    .selectFrom('blobs')
    .select('key')
    .where('stored_at', 'is not', null)
    .where('expires_at', 'is', null)
    .where('size', '>', 0);
  const ends = await Promise.all((['asc', 'desc'] as const).map((order) => kept.orderBy('key', order).limit(each).execute()));
  return [...new Set(ends.flat().map(({ key }) => key))];
}

export async function listKeysOf(
  db: Kysely<Schema>,
  { tenantIds, limit }: { tenantIds: readonly string[]; limit: number },
): Promise<string[]> {
  const rows = await db
    .selectFrom('blobs')
    .select('key')
    .where((eb) => isIn(db, eb.ref('tenant_id'), tenantIds))
    .limit(limit)
    .execute();
  return rows.map(({ key }) => key);
}

/** Removes blobs from the register and subtracts their bytes, which must be deleted already. */
export async function deleteBlobs(trx: Trx, keys: readonly string[]): Promise<void> {
  const deleted = await trx
    .deleteFrom('blobs')
    .where((eb) => isIn(trx, eb.ref('key'), keys))
    .returning(['key', 'tenant_id as tenantId', 'size'])
    .execute();
  const changes = deleted.map(({ size, ...ref }) => ({ tenantId: ref.tenantId, kind: storageKindOf(ref), bytes: -size }));
  await noteStorage(trx, changes);
}

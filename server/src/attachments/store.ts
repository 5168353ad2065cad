import { type Kysely, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** A stored file that a message may attach. */
export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly contentType: string | null;
}

const usable = (db: Kysely<Schema>, { keys, now }: { keys: readonly string[]; now: number }) =>
  db
    .selectFrom('blobs')
    .where((eb) => isIn(db, eb.ref('key'), keys))
    .where('stored_at', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

/** Returns the tenant's given files that are complete and have not expired. */
export async function findFiles(
  db: Kysely<Schema>,
  { tenantId, keys, now }: { tenantId: string; keys: readonly string[]; now: number },
): Promise<StoredFile[]> {
  const rows = await usable(db, { keys, now }).where('tenant_id', '=', tenantId).select(['key', 'size', 'content_type']).execute();
  return rows.map(({ key, size, content_type }) => ({ key, size, contentType: content_type }));
}

/** Keeps files from being removed until this transaction ends; returns the keys of those that still exist. */
export async function lockFiles(trx: Trx, request: { keys: readonly string[]; now: number }): Promise<Set<string>> {
  const rows = await usable(trx, request)
    .select('key')
    .orderBy('key')
    .modifyEnd(lockRows(trx, 'wait', 'blobs'))
    .execute();
  return new Set(rows.map(({ key }) => key));
}

/** Returns files as a table `v`, each with the number of times it is named. */
function countTable(trx: Trx, keys: readonly string[]) {
  const counts = Map.groupBy(keys, (key) => key);
  const rows = [...counts].map(([key, named]) => ({ key, count: named.length }));
  return valuesTable(trx, { key: 'text', count: 'bigint' }, rows);
}

/** Counts bodies that use files, each named once per body; a file stays as long as a body uses it. */
export async function addUses(trx: Trx, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .updateTable('blobs')
    .from(countTable(trx, keys))
    .set({ uses: sql`blobs.uses + v.count`, expires_at: null })
    .whereRef('blobs.key', '=', 'v.key')
    .execute();
}

/** Removes references to files; a file without any is deleted. */
export async function dropUses(trx: Trx, { keys, now }: { keys: readonly string[]; now: number }): Promise<void> {
  if (keys.length === 0) return;
  await lockKeys(trx, keys);
  await trx
    .updateTable('blobs')
    .from(countTable(trx, keys))
    .set({ uses: sql`blobs.uses - v.count`, expires_at: sql`case when blobs.uses <= v.count then ${now} else blobs.expires_at end` })
    .whereRef('blobs.key', '=', 'v.key')
    .execute();
}

/** Lets files expire that no body uses. */
export async function expireUnused(db: Kysely<Schema>, { keys, now }: { keys: readonly string[]; now: number }): Promise<void> {
  await db
    .updateTable('blobs')
    .set({ expires_at: now })
    .where((eb) => isIn(db, eb.ref('key'), keys))
    .where('uses', '=', 0)
    .execute();
}

/** Uses the lock order of `lockFiles`, so that the two do not deadlock. */
async function lockKeys(trx: Trx, keys: readonly string[]): Promise<void> {
  await trx
    .selectFrom('blobs')
    .select('key')
    .where((eb) => isIn(trx, eb.ref('key'), keys))
    .orderBy('key')
    .modifyEnd(lockRows(trx, 'wait', 'blobs'))
    .execute();
}

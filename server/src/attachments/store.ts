import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** A file in the store that a message may have as an attachment. */
export interface StoredFile {
  readonly key: string;
  readonly size: number;
  readonly contentType: string | null;
}

const usable = (db: Kysely<Schema>, dialect: Dialect, { keys, now }: { keys: readonly string[]; now: number }) =>
  db
    .selectFrom('blobs')
    .where((eb) => dialect.isIn(eb.ref('key'), keys))
    .where('stored_at', 'is not', null)
    .where((eb) => eb.or([eb('expires_at', 'is', null), eb('expires_at', '>', now)]));

/** Those of a tenant's files that are whole and whose time is not over. */
export async function findFiles(
  db: Kysely<Schema>,
  dialect: Dialect,
  { tenantId, keys, now }: { tenantId: string; keys: readonly string[]; now: number },
): Promise<StoredFile[]> {
  const rows = await usable(db, dialect, { keys, now }).where('tenant_id', '=', tenantId).select(['key', 'size', 'content_type']).execute();
  return rows.map(({ key, size, content_type }) => ({ key, size, contentType: content_type }));
}

/** Keeps files from being removed until this transaction ends; answers the keys of those that are still there. */
export async function lockFiles(trx: Trx, dialect: Dialect, request: { keys: readonly string[]; now: number }): Promise<Set<string>> {
  const rows = await usable(trx, dialect, request).select('key').orderBy('key').modifyEnd(dialect.lockRows('wait', 'blobs')).execute();
  return new Set(rows.map(({ key }) => key));
}

/** Files as a table `v`, each with how often it is named. */
function countTable(dialect: Dialect, keys: readonly string[]) {
  const counts = Map.groupBy(keys, (key) => key);
  const rows = [...counts].map(([key, named]) => ({ key, count: named.length }));
  return dialect.values({ key: 'text', count: 'bigint' }, rows);
}

/** Counts bodies that use files, named once for each; they stay for as long as one does. */
export async function addUses(trx: Trx, dialect: Dialect, keys: readonly string[]): Promise<void> {
  if (keys.length === 0) return;
  await trx
    .updateTable('blobs')
    .from(countTable(dialect, keys))
    .set({ uses: sql`blobs.uses + v.count`, expires_at: null })
    .whereRef('blobs.key', '=', 'v.key')
    .execute();
}

/** Takes uses back; a file that no body uses any more is gone from now on. */
export async function dropUses(trx: Trx, dialect: Dialect, { keys, now }: { keys: readonly string[]; now: number }): Promise<void> {
  if (keys.length === 0) return;
  await lockKeys(trx, dialect, keys);
  await trx
    .updateTable('blobs')
    .from(countTable(dialect, keys))
    .set({ uses: sql`blobs.uses - v.count`, expires_at: sql`case when blobs.uses <= v.count then ${now} else blobs.expires_at end` })
    .whereRef('blobs.key', '=', 'v.key')
    .execute();
}

/** In the order in which `lockFiles` takes them, so that the two do not wait for each other. */
async function lockKeys(trx: Trx, dialect: Dialect, keys: readonly string[]): Promise<void> {
  await trx
    .selectFrom('blobs')
    .select('key')
    .where((eb) => dialect.isIn(eb.ref('key'), keys))
    .orderBy('key')
    .modifyEnd(dialect.lockRows('wait', 'blobs'))
    .execute();
}

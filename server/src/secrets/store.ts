import { type Kysely, sql } from 'kysely';
import { type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** What a database stores about its SECRET_KEY. */
export interface KeyProof {
  /** A word encrypted with the key. */
  readonly proof: string;
  /** The encrypted key of erasure lists. */
  readonly erasureKey: string;
}

const ONLY = 1;

export async function findKeyProof(db: Kysely<Schema>): Promise<KeyProof | undefined> {
  const row = await db.selectFrom('key_proofs').select(['proof', 'erasure_key']).where('id', '=', ONLY).executeTakeFirst();
  return row && { proof: row.proof, erasureKey: row.erasure_key };
}

/** Writes the first proof; if another process was faster, its proof stays. */
export async function insertKeyProof(db: Kysely<Schema>, { proof, erasureKey }: KeyProof): Promise<void> {
  const values = { id: ONLY, proof, erasure_key: erasureKey };
  await db
    .insertInto('key_proofs')
    .values(values)
    .onConflict((conflict) => conflict.column('id').doNothing())
    .execute();
}

export async function updateKeyProof(trx: Trx, { proof, erasureKey }: KeyProof): Promise<void> {
  await trx.updateTable('key_proofs').set({ proof, erasure_key: erasureKey }).where('id', '=', ONLY).execute();
}

/** Columns with encrypted values; only their feature, and re-encryption, write them. */
export const sealedColumns = [
  { table: 'domains', column: 'dkim_private_key' },
  { table: 'webhooks', column: 'secret' },
  { table: 'webhooks', column: 'previous_secret' },
  { table: 'webhooks', column: 'earlier_secrets' },
  { table: 'users', column: 'totp_secret' },
  { table: 'users', column: 'totp_pending' },
] as const;

export type SealedColumn = (typeof sealedColumns)[number];

export interface SealedValue {
  readonly id: string;
  readonly sealed: string;
}

/** Returns a page of a column's values, ordered by id. */
export async function listSealed(
  db: Kysely<Schema>,
  { table, column }: SealedColumn,
  { after, limit }: { readonly after: string; readonly limit: number },
): Promise<SealedValue[]> {
  const { rows } = await sql<SealedValue>`
    SELECT id, ${sql.ref(column)} AS sealed FROM ${sql.table(table)}
    WHERE id > ${after} AND ${sql.ref(column)} IS NOT NULL AND ${sql.ref(column)} <> ''
    ORDER BY id LIMIT ${limit}`.execute(db);
  return rows;
}

/** A new value; `before` must still be the stored one. */
export interface SealedChange {
  readonly id: string;
  readonly before: string;
  readonly after: string;
}

/** Replaces encrypted values that nobody has replaced meanwhile. Returns how many it replaced. */
export async function updateSealed(trx: Trx, { table, column }: SealedColumn, changes: readonly SealedChange[]): Promise<number> {
  if (changes.length === 0) return 0;
  const result = await sql`
    UPDATE ${sql.table(table)} SET ${sql.ref(column)} = v.after
    FROM ${valuesTable(trx, { id: 'text', before: 'text', after: 'text' }, changes)}
    WHERE ${sql.ref(`${table}.id`)} = v.id AND ${sql.ref(`${table}.${column}`)} = v.before`.execute(trx);
  return Number(result.numAffectedRows ?? 0n);
}

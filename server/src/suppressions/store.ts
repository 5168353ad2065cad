import { type Kysely, type SqlBool, sql } from 'kysely';
import { fromValues, insertMany, isIn, type Trx, valuesTable } from '../db/dialect.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { Schema, SuppressionRow } from '../db/schema.ts';
import type { Suppression } from './suppression.ts';

export interface SuppressionPage {
  readonly limit: number;
  /** Rows strictly older than this time. */
  readonly cursor?: number | undefined;
  readonly reason?: string | undefined;
  readonly email?: string | undefined;
}

const toRow = (suppression: Suppression): SuppressionRow => ({
  tenant_id: suppression.tenantId,
  email: suppression.email,
  reason: suppression.reason,
  scope: suppression.scope,
  source_message_id: suppression.sourceMessageId,
  test_mode: toFlag(suppression.testMode),
  created_at: suppression.createdAt,
});

/** Safe because only `toRow` writes reasons and scopes. */
const toSuppression = (row: SuppressionRow): Suppression => ({
  tenantId: row.tenant_id,
  email: row.email,
  reason: row.reason as Suppression['reason'],
  scope: row.scope as Suppression['scope'],
  sourceMessageId: row.source_message_id,
  testMode: row.test_mode === 1,
  createdAt: row.created_at,
});

/** Returns entries of a list, newest first, one more than the page. */
export async function listSuppressions(
  db: Kysely<Schema>,
  tenantId: string,
  { limit, cursor, reason, email }: SuppressionPage,
): Promise<Suppression[]> {
  let query = db.selectFrom('suppressions').selectAll().where('tenant_id', '=', tenantId);
  if (cursor !== undefined) query = query.where('created_at', '<', cursor);
  if (reason !== undefined) query = query.where('reason', '=', reason);
  if (email !== undefined) query = query.where('email', '=', email);
  const rows = await query
    .orderBy('created_at', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toSuppression);
}

/** Returns the existing entries of addresses. */
export async function findSuppressions(
  db: Kysely<Schema>,
  addresses: readonly Pick<Suppression, 'tenantId' | 'email'>[],
): Promise<Suppression[]> {
  const rows = addresses.map(({ tenantId, email }) => ({ tenant_id: tenantId, email }));
  const found = await db
    .selectFrom('suppressions as s')
    .innerJoin(valuesTable(db, { tenant_id: 'text', email: 'text' }, rows), (join) =>
      join.onRef('v.email', '=', 's.email').onRef('v.tenant_id', '=', 's.tenant_id'),
    )
    .selectAll('s')
    .execute();
  return found.map(toSuppression);
}

export async function insertSuppressions(trx: Trx, suppressions: readonly Suppression[]): Promise<void> {
  await insertMany(trx, 'suppressions', suppressions.map(toRow));
}

/** Writes entries that a further reason has changed; one that was deleted meanwhile stays deleted. */
export async function updateSuppressions(trx: Trx, changed: readonly Suppression[]): Promise<void> {
  const columns = {
    tenant_id: 'text',
    email: 'text',
    reason: 'text',
    scope: 'text',
    source_message_id: 'text',
    test_mode: 'bigint',
  } as const;
  const rows = changed.map(toRow).map(({ created_at: _, ...row }) => row);
  await trx
    .updateTable('suppressions')
    .from(valuesTable(trx, columns, rows))
    .set(fromValues('reason', 'scope', 'source_message_id', 'test_mode'))
    .whereRef('suppressions.email', '=', 'v.email')
    .whereRef('suppressions.tenant_id', '=', 'v.tenant_id')
    .execute();
}

interface Removal {
  readonly tenantId: string;
  readonly emails: readonly string[];
}

const deleteListed = (trx: Trx, { tenantId, emails }: Removal) =>
  trx
    .deleteFrom('suppressions')
    .where((eb) => isIn(trx, eb.ref('email'), emails))
    .where('tenant_id', '=', tenantId);

/** Removes addresses from a tenant's list. */
export async function deleteSuppressions(trx: Trx, removal: Removal): Promise<void> {
  await deleteListed(trx, removal).execute();
}

/** Removes addresses from a tenant's list if they are on it only for having unsubscribed. */
export async function deleteUnsubscriptions(trx: Trx, removal: Removal): Promise<void> {
  await deleteListed(trx, removal).where('reason', '=', 'unsubscribe').execute();
}

/** Removes an address from every list. */
export async function deleteSuppressionsOfAll(trx: Trx, email: string): Promise<void> {
  await trx.deleteFrom('suppressions').where('email', '=', email).execute();
}

/** An address to look up on all lists that apply to a tenant. */
export interface LookUp {
  readonly tenantId: string;
  readonly email: string;
  readonly addressHash: string;
  readonly marketing: boolean;
}

/** Matches the tenant's list and the operator's. */
const isOnEitherList = (table: string) => sql<SqlBool>`${sql.ref(`${table}.tenant_id`)} in (v.tenant_id, '')`;

/** Returns the positions of those that are on a list: the tenant's, the operator's, or one of the two lists of erased addresses. */
export async function findListed(db: Kysely<Schema>, lookUps: readonly LookUp[]): Promise<number[]> {
  const columns = { place: 'bigint', tenant_id: 'text', email: 'text', address_hash: 'text', scope: 'text' } as const;
  const rows = lookUps.map(({ tenantId, email, addressHash, marketing }, place) => ({
    place,
    tenant_id: tenantId,
    email,
    address_hash: addressHash,
    scope: marketing ? 'marketing' : 'all',
  }));
  const listed = await db
    .selectFrom(valuesTable(db, columns, rows))
    .select('v.place')
    .where(({ or, exists, selectFrom, lit }) =>
      or([
        exists(
          selectFrom('suppressions as s')
            .select(lit(1).as('one'))
            .whereRef('s.email', '=', 'v.email')
            .where(isOnEitherList('s'))
            // A tenant's entry of scope all applies to both streams, one of scope marketing to that stream only.
            .where(sql<SqlBool>`(s.tenant_id = '' or s.scope in ('all', v.scope))`),
        ),
        exists(
          selectFrom('erasures as e').select(lit(1).as('one')).whereRef('e.address_hash', '=', 'v.address_hash').where(isOnEitherList('e')),
        ),
      ]),
    )
    .execute();
  return listed.flatMap(({ place }) => (place === null ? [] : [place]));
}

/** Returns the condition that an address, a column of another table, is on any list that applies to a tenant's marketing mail. */
export const isListed = (tenantId: string, emailColumn: string) =>
  sql<SqlBool>`exists (select 1 from suppressions s where s.email = ${sql.ref(emailColumn)} and s.tenant_id in (${tenantId}, ''))`;

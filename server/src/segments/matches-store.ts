import type { Kysely } from 'kysely';
import { type Contact, toContact } from '../contacts/index.ts';
import { isIn, withinScanTime, withoutIndex } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst, oldestFirst } from '../db/keyset.ts';
import type { Schema } from '../db/schema.ts';
import type { Filter } from './filter.ts';
import { compileFilter, type FilterScope } from './filter-store.ts';

/** Selects contacts of a tenant. */
export interface ContactQuery extends FilterScope {
  readonly tenantId: string;
  /** Checked, because the audiences it names are looked up by id alone. */
  readonly filter: Filter;
}

const columns = ['id', 'tenant_id', 'email', 'status', 'attributes', 'created_at', 'updated_at'] as const;

const matching = (db: Kysely<Schema>, { tenantId, filter, ...scope }: ContactQuery) =>
  db
    .selectFrom('contacts')
    .where('contacts.tenant_id', '=', tenantId)
    .where(compileFilter(db, filter, scope));

/** The same for statements that may read all contacts of the tenant. */
const scanning = (db: Kysely<Schema>, which: ContactQuery) => matching(db, which).where(withinScanTime(db, 'contacts'));

/** Reads all contacts of the tenant: for `db.scan`. */
export async function countMatches(db: Kysely<Schema>, which: ContactQuery): Promise<number> {
  const { count } = await scanning(db, which)
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .executeTakeFirstOrThrow();
  return count;
}

/** One more than the page; may read all contacts of the tenant: for `db.scan`. */
export async function listMatches(db: Kysely<Schema>, which: ContactQuery, page: KeysetRequest): Promise<Contact[]> {
  const rows = await scanning(db, which).select(columns).$call(oldestFirst(page)).execute();
  return rows.map(toContact);
}

/** The same, newest first. */
export async function listNewestMatches(db: Kysely<Schema>, which: ContactQuery, page: KeysetRequest): Promise<Contact[]> {
  const rows = await scanning(db, which).select(columns).$call(newestFirst(page)).execute();
  return rows.map(toContact);
}

/** Returns the given contacts that the filter matches, with point reads in one statement. */
export async function findMatching(
  db: Kysely<Schema>,
  { tenantId, filter, ...scope }: ContactQuery,
  contactIds: readonly string[],
): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('contacts')
    .select('contacts.id')
    .where((eb) => isIn(db, eb.ref('contacts.id'), contactIds))
    .where((eb) => eb(withoutIndex(db, eb.ref('contacts.tenant_id')), '=', tenantId))
    .where(compileFilter(db, filter, scope))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

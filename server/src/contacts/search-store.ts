import type { ContactStatus, KeysetCursor } from '@posthorn/contract';
import { type Expression, type Kysely, type SqlBool, sql } from 'kysely';
import { isExactNumber } from '../core/text/is-exact-number.ts';
import { filtersOf } from '../db/dialect.ts';
import { newestFirst } from '../db/keyset.ts';
import type { ContactRow, Schema } from '../db/schema.ts';
import type { Contact } from './contact.ts';
import { toContact } from './store.ts';

/** Search conditions for contacts, all of which must match. */
export interface ContactFilter {
  readonly status?: ContactStatus | undefined;
  /** Part of the address. */
  readonly email?: string | undefined;
  /** An attribute that is set and, unless `value` is omitted, has that value, given as text. */
  readonly attribute?: { readonly key: string; readonly value?: string | undefined } | undefined;
}

/** A part of a tenant's contacts, newest first: `rows` of them after a place, or the newest. */
export interface ContactPart {
  readonly tenantId: string;
  readonly cursor?: KeysetCursor | undefined;
  readonly rows: number;
}

const inPart = (db: Kysely<Schema>, { tenantId, cursor, rows }: ContactPart) =>
  db
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .$call(newestFirst({ cursor, limit: rows - 1 }));

/** Returns the condition that an attribute is the text, or the number or boolean that the text represents. */
function isValueOf(db: Kysely<Schema>, key: string, value: string): Expression<SqlBool> {
  const filters = filtersOf(db);
  const also = [
    ...(value === 'true' || value === 'false' ? [filters.attributeIs(key, value === 'true')] : []),
    ...(isExactNumber(value) ? [sql<SqlBool>`(${filters.attributeNumber(key)} = ${Number(value)} and not ${filters.isText(key)})`] : []),
  ];
  return sql<SqlBool>`(${sql.join([filters.attributeIs(key, value), ...also], sql` or `)})`;
}

function conditionsOf(db: Kysely<Schema>, { status, email, attribute }: ContactFilter): Expression<SqlBool>[] {
  const filters = filtersOf(db);
  const isValue = ({ key, value }: NonNullable<ContactFilter['attribute']>) =>
    value === undefined ? filters.hasAttribute(key) : isValueOf(db, key, value);
  return [
    ...(status === undefined ? [] : [sql<SqlBool>`contacts.status = ${status}`]),
    ...(email === undefined ? [] : [filters.contains(sql.ref('contacts.email'), email)]),
    ...(attribute === undefined ? [] : [isValue(attribute)]),
  ];
}

/** Returns the matching contacts of a part, newest first, at most `limit`. */
export async function scanContacts(
  db: Kysely<Schema>,
  part: ContactPart,
  { filter, limit }: { filter: ContactFilter; limit: number },
): Promise<Contact[]> {
  const conditions = sql.join([sql`1 = 1`, ...conditionsOf(db, filter)], sql` and `);
  const { rows } = await sql<ContactRow>`select * from (${inPart(db, part).selectAll()}) contacts
    where ${conditions} order by contacts.created_at desc, contacts.id desc limit ${limit}`.execute(db);
  return rows.map(toContact);
}

/** Returns the place of the last contact of a part; undefined if there are fewer contacts than requested. */
export async function measureContacts(db: Kysely<Schema>, part: ContactPart): Promise<KeysetCursor | undefined> {
  const row = await inPart(db, part)
    .select(['created_at as createdAt', 'id'])
    .limit(1)
    .offset(part.rows - 1)
    .executeTakeFirst();
  return row;
}

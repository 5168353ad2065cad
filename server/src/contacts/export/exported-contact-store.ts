import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Schema } from '../../db/schema.ts';
import type { Attributes } from '../attributes.ts';
import type { Contact } from '../contact.ts';
import { parseAttributes, toContact } from '../store.ts';

export interface ContactRange {
  readonly after: Pick<Contact, 'id' | 'createdAt'>;
  /** The creation time of the last contacts included. */
  readonly until: number;
  readonly limit: number;
}

const oldest = (db: Kysely<Schema>, tenantId: string, { after, until, limit }: ContactRange) =>
  db
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .where(sql<SqlBool>`(created_at, id) > (${after.createdAt}, ${after.id})`)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

/** Returns contacts of a tenant, oldest first. */
export async function listOldestContacts(db: Kysely<Schema>, tenantId: string, range: ContactRange): Promise<Contact[]> {
  const rows = await oldest(db, tenantId, range).selectAll().execute();
  return rows.map(toContact);
}

/** Returns the attributes of contacts, in the same order. */
export async function listOldestAttributes(
  db: Kysely<Schema>,
  tenantId: string,
  range: ContactRange,
): Promise<(ContactRange['after'] & { readonly attributes: Attributes })[]> {
  const rows = await oldest(db, tenantId, range).select(['id', 'created_at', 'attributes']).execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, attributes: parseAttributes(row.attributes) }));
}

import type { ContactStatus } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { insertMany, isIn, type Trx, valuesTable } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { ContactRow, Schema } from '../db/schema.ts';
import type { TenantAddress } from '../suppressions/index.ts';
import type { Attributes } from './attributes.ts';
import type { Contact } from './contact.ts';

/** Safe because only `toRow` writes them. */
const readStatus = (stored: string) => stored as ContactStatus;
export const parseAttributes = (stored: string) => JSON.parse(stored) as Attributes;

/** Returns the contact of a row, for stores that join contacts. */
export const toContact = (row: ContactRow): Contact => ({
  id: row.id,
  tenantId: row.tenant_id,
  email: row.email,
  status: readStatus(row.status),
  attributes: parseAttributes(row.attributes),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

const toRow = (contact: Contact): ContactRow => ({
  id: contact.id,
  tenant_id: contact.tenantId,
  email: contact.email,
  status: contact.status,
  attributes: JSON.stringify(contact.attributes),
  created_at: contact.createdAt,
  updated_at: contact.updatedAt,
});

export interface ContactPage extends KeysetRequest {
  readonly status?: ContactStatus | undefined;
  /** Bare and in lower case. */
  readonly email?: string | undefined;
}

/** Returns contacts of a tenant, newest first, one more than the page. */
export async function listContacts(db: Kysely<Schema>, tenantId: string, { status, email, ...page }: ContactPage): Promise<Contact[]> {
  const all = db.selectFrom('contacts').selectAll().where('tenant_id', '=', tenantId);
  const query = status === undefined ? all : all.where('status', '=', status);
  // At most one: with an order, a planner might look for it along the list.
  const rows = email === undefined ? query.$call(newestFirst(page)) : query.where('email', '=', email);
  return (await rows.execute()).map(toContact);
}

export async function findContact(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Contact | undefined> {
  const row = await db.selectFrom('contacts').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : toContact(row);
}

/** Returns the existing contacts with the given ids, of any tenant; the ids must have been loaded under one tenant. */
export async function findContactsById(db: Kysely<Schema>, ids: readonly string[]): Promise<Contact[]> {
  const found = await db
    .selectFrom('contacts')
    .select(['id', 'tenant_id', 'email', 'status', 'attributes', 'created_at', 'updated_at'])
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return found.map(toContact);
}

/** Returns the existing contacts of addresses, with one statement for all. */
export async function findContactsByEmail(db: Kysely<Schema>, addresses: readonly TenantAddress[]): Promise<Contact[]> {
  const rows = addresses.map(({ tenantId, email }) => ({ tenant_id: tenantId, email }));
  const found = await db
    .selectFrom('contacts as c')
    .innerJoin(valuesTable(db, { tenant_id: 'text', email: 'text' }, rows), (join) =>
      join.onRef('v.tenant_id', '=', 'c.tenant_id').onRef('v.email', '=', 'c.email'),
    )
    .selectAll('c')
    .execute();
  return found.map(toContact);
}

/** Returns the addresses whose contact is `unsubscribed` or `cleaned`. */
export async function findUnsubscribedAddresses(db: Kysely<Schema>, addresses: readonly TenantAddress[]): Promise<TenantAddress[]> {
  const rows = addresses.map(({ tenantId, email }) => ({ tenant_id: tenantId, email }));
  const found = await db
    .selectFrom('contacts as c')
    .innerJoin(valuesTable(db, { tenant_id: 'text', email: 'text' }, rows), (join) =>
      join.onRef('v.tenant_id', '=', 'c.tenant_id').onRef('v.email', '=', 'c.email'),
    )
    .select(['c.tenant_id', 'c.email', 'c.status'])
    .execute();
  // Not in the statement, since a planner might then fetch all of them.
  const unsubscribed = found.filter(({ status }) => status !== 'subscribed');
  return unsubscribed.map((row) => ({ tenantId: row.tenant_id, email: row.email }));
}

export async function insertContacts(trx: Trx, contacts: readonly Contact[]): Promise<void> {
  await insertMany(trx, 'contacts', contacts.map(toRow));
}

/** Writes the changeable columns of contacts: status, attributes and time of change. */
export async function updateContacts(trx: Trx, contacts: readonly Contact[]): Promise<void> {
  if (contacts.length === 0) return;
  const rows = contacts.map(toRow).map(({ id, status, attributes, updated_at }) => ({ id, status, attributes, updated_at }));
  await trx
    .updateTable('contacts')
    .from(valuesTable(trx, { id: 'text', status: 'text', attributes: 'text', updated_at: 'bigint' }, rows))
    .set({ status: sql`v.status`, attributes: sql`v.attributes`, updated_at: sql`v.updated_at` })
    .whereRef('contacts.id', '=', 'v.id')
    .execute();
}

/** Returns at most `limit` contacts with an address, of one tenant or of all. */
export async function findContactsOf(
  db: Kysely<Schema>,
  { tenantId, email, limit }: { tenantId: string | null; email: string; limit: number },
): Promise<ObjectRef[]> {
  const query = db.selectFrom('contacts').select(['tenant_id', 'id']).where('email', '=', email);
  const owned = tenantId === null ? query : query.where('tenant_id', '=', tenantId);
  const found = await owned.limit(limit).execute();
  return found.map((row) => ({ tenantId: row.tenant_id, id: row.id }));
}

/** Deletes contacts and returns those that existed. */
export async function deleteContactRows(trx: Trx, ids: readonly string[]): Promise<(ObjectRef & TenantAddress)[]> {
  const deleted = await trx
    .deleteFrom('contacts')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .returning(['id', 'tenant_id', 'email'])
    .execute();
  return deleted.map((row) => ({ id: row.id, tenantId: row.tenant_id, email: row.email }));
}

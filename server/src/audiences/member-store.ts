import { type Kysely, type SqlBool, sql } from 'kysely';
import { type Contact, toContact } from '../contacts/index.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { isIn, type Trx, withoutIndex } from '../db/dialect.ts';
import type { KeysetRequest } from '../db/keyset.ts';
import type { Schema } from '../db/schema.ts';
import { countInMembers } from './count-store.ts';

const OLDEST = { createdAt: -1, id: '' };

/** Returns members of an audience, oldest contact first, one more than the page. The order is the index's, so every page costs the same. */
export async function listMembers(
  db: Kysely<Schema>,
  { id, tenantId }: ObjectRef,
  { limit, cursor = OLDEST }: KeysetRequest,
): Promise<Contact[]> {
  const rows = await db
    .selectFrom('audience_members as m')
    .innerJoin('contacts as c', 'c.id', 'm.contact_id')
    .selectAll('c')
    .where('m.audience_id', '=', id)
    .where('c.tenant_id', '=', tenantId)
    .where(sql<SqlBool>`(m.contact_created_at, m.contact_id) > (${cursor.createdAt}, ${cursor.id})`)
    .orderBy('m.contact_created_at')
    .orderBy('m.contact_id')
    .limit(limit + 1)
    .execute();
  return rows.map(toContact);
}

/** Returns the member of an audience with an address, bare and in lower case; at most one, since addresses are unique in a tenant. */
export async function listMembersByEmail(db: Kysely<Schema>, { id, tenantId }: ObjectRef, email: string): Promise<Contact[]> {
  const rows = await db
    .selectFrom('contacts as c')
    .innerJoin('audience_members as m', (join) => join.onRef('m.contact_id', '=', 'c.id').on('m.audience_id', '=', id))
    .selectAll('c')
    .where('c.tenant_id', '=', tenantId)
    .where('c.email', '=', email)
    .execute();
  return rows.map(toContact);
}

export async function countMembers(db: Kysely<Schema>, audienceId: string): Promise<number> {
  const row = await db
    .selectFrom('audience_members')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('audience_id', '=', audienceId)
    .executeTakeFirstOrThrow();
  return Number(row.count);
}

/** Returns the ids that are contacts of the tenant. */
export async function findContactIds(
  trx: Trx,
  { tenantId, ids }: { tenantId: string; ids: readonly string[] },
): Promise<ReadonlySet<string>> {
  const found = await trx
    .selectFrom('contacts')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where((eb) => eb(withoutIndex(trx, eb.ref('tenant_id')), '=', tenantId))
    .execute();
  return new Set(found.map(({ id }) => id));
}

/** Makes contacts of the tenant members and returns those that were not members before. */
export async function insertMembers(
  trx: Trx,
  { tenantId, audienceId, contactIds, at }: { tenantId: string; audienceId: string; contactIds: readonly string[]; at: number },
): Promise<ReadonlySet<string>> {
  const inserted = await trx
    .insertInto('audience_members')
    .columns(['audience_id', 'contact_id', 'tenant_id', 'contact_created_at', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('contacts')
        .select([eb.val(audienceId).as('audience_id'), 'id', 'tenant_id', 'created_at', sql<number>`cast(${at} as bigint)`.as('at')])
        .where((where) => isIn(trx, where.ref('contacts.id'), contactIds))
        .where((where) => where(withoutIndex(trx, where.ref('contacts.tenant_id')), '=', tenantId)),
    )
    .onConflict((conflict) => conflict.columns(['audience_id', 'contact_id']).doNothing())
    .returning(['audience_id', 'contact_id'])
    .execute();
  await countInMembers(trx, inserted, 1);
  return new Set(inserted.map(({ contact_id }) => contact_id));
}

/** Removes contacts from one audience. */
export async function deleteMembersOf(trx: Trx, { id, tenantId }: ObjectRef, contactIds: readonly string[]): Promise<void> {
  const gone = await trx
    .deleteFrom('audience_members')
    .where('audience_id', '=', id)
    .where('tenant_id', '=', tenantId)
    .where((eb) => isIn(trx, eb.ref('contact_id'), contactIds))
    .returning(['audience_id', 'contact_id'])
    .execute();
  await countInMembers(trx, gone, -1);
}

/** Removes contacts, which still exist, from every audience. */
export async function deleteMembershipsOf(trx: Trx, contactIds: readonly string[]): Promise<void> {
  const gone = await trx
    .deleteFrom('audience_members')
    .where((eb) => isIn(trx, eb.ref('contact_id'), contactIds))
    .returning(['audience_id', 'contact_id'])
    .execute();
  await countInMembers(trx, gone, -1);
}

/** Removes at most `limit` members of an audience and returns how many. */
export async function deleteMembers(trx: Trx, audienceId: string, limit: number): Promise<number> {
  const { numDeletedRows } = await trx
    .deleteFrom('audience_members')
    .where('audience_id', '=', audienceId)
    .where('contact_id', 'in', (eb) =>
      eb.selectFrom('audience_members').select('contact_id').where('audience_id', '=', audienceId).limit(limit),
    )
    .executeTakeFirstOrThrow();
  return Number(numDeletedRows);
}

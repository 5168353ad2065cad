import type { Kysely } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import type { Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { AudienceRow, Schema } from '../db/schema.ts';
import type { Audience } from './audience.ts';

/** The tenant id of an audience that is being deleted and belongs to nobody. */
const NOBODY = '';

const toAudience = (row: AudienceRow): Audience => ({
  id: row.id,
  tenantId: row.tenant_id,
  name: row.name,
  description: row.description,
  memberCount: row.member_count,
  subscribedCount: row.subscribed_count,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function insertAudience(trx: Trx, audience: Audience): Promise<void> {
  await trx
    .insertInto('audiences')
    .values({
      id: audience.id,
      tenant_id: audience.tenantId,
      name: audience.name,
      description: audience.description,
      member_count: audience.memberCount,
      subscribed_count: audience.subscribedCount,
      created_at: audience.createdAt,
      updated_at: audience.updatedAt,
    })
    .execute();
}

/** Returns audiences of a tenant, newest first, one more than the page. */
export async function listAudiences(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Audience[]> {
  const rows = await db.selectFrom('audiences').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(toAudience);
}

/** Returns the audiences that a contact is a member of, newest first, one more than the page. */
export async function listAudiencesOfContact(db: Kysely<Schema>, { tenantId, id }: ObjectRef, page: KeysetRequest): Promise<Audience[]> {
  const rows = await db
    .selectFrom('audiences')
    .selectAll()
    .where('id', 'in', (eb) => eb.selectFrom('audience_members').select('audience_id').where('contact_id', '=', id))
    .where('tenant_id', '=', tenantId)
    .$call(newestFirst(page))
    .execute();
  return rows.map(toAudience);
}

export async function findAudience(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Audience | undefined> {
  const row = await db.selectFrom('audiences').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && toAudience(row);
}

export interface AudienceChanges {
  readonly name?: string | undefined;
  readonly description?: string | undefined;
}

/** Writes the given fields and returns the whole audience; undefined if it no longer exists. */
export async function updateAudienceRow(
  trx: Trx,
  { tenantId, id }: ObjectRef,
  { name, description, at }: AudienceChanges & { readonly at: number },
): Promise<Audience | undefined> {
  const row = await trx
    .updateTable('audiences')
    .set({ name, description, updated_at: at })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returningAll()
    .executeTakeFirst();
  return row && toAudience(row);
}

/**
 * Takes an audience from its tenant. For the tenant it is gone at once, however many members still have to be removed. Returns whether it
 * existed.
 */
export async function disownAudience(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const disowned = await trx
    .updateTable('audiences')
    .set({ tenant_id: NOBODY })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return disowned !== undefined;
}

/** Returns audiences whose deletion was interrupted before all members were removed. */
export async function listDisowned(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('audiences').select('id').where('tenant_id', '=', NOBODY).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteDisowned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('audiences').where('id', '=', id).where('tenant_id', '=', NOBODY).execute();
}

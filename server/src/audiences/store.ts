import type { Kysely } from 'kysely';
import type { Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { AudienceRow, Schema } from '../db/schema.ts';
import type { AudienceKey } from './audience.ts';

/** In place of a tenant's id: an audience that is being deleted, and is nobody's any more. */
const NOBODY = '';

export async function insertAudience(trx: Trx, audience: AudienceRow): Promise<void> {
  await trx.insertInto('audiences').values(audience).execute();
}

/** Audiences of a tenant, newest first, one more than the page. */
export function listAudiences(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<AudienceRow[]> {
  return db.selectFrom('audiences').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
}

export function findAudience(db: Kysely<Schema>, { tenantId, id }: AudienceKey): Promise<AudienceRow | undefined> {
  return db.selectFrom('audiences').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
}

/** Writes what is given and returns the row; undefined where there is none. */
export function updateAudienceRow(
  trx: Trx,
  { tenantId, id }: AudienceKey,
  changes: Partial<Pick<AudienceRow, 'name' | 'description'>> & Pick<AudienceRow, 'updated_at'>,
): Promise<AudienceRow | undefined> {
  return trx.updateTable('audiences').set(changes).where('id', '=', id).where('tenant_id', '=', tenantId).returningAll().executeTakeFirst();
}

/** Makes an audience nobody's: gone for its tenant at once, however many members are still to be removed. Returns whether there was one. */
export async function disownAudience(trx: Trx, { tenantId, id }: AudienceKey): Promise<boolean> {
  const disowned = await trx
    .updateTable('audiences')
    .set({ tenant_id: NOBODY })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return disowned !== undefined;
}

/** Audiences whose deletion broke off before all members were removed. */
export async function listDisowned(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('audiences').select('id').where('tenant_id', '=', NOBODY).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteDisowned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('audiences').where('id', '=', id).where('tenant_id', '=', NOBODY).execute();
}

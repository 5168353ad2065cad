import { type Kysely, type SqlBool, sql } from 'kysely';
import { lockRows, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { ContactExportRow, ContactRow, Schema } from '../../db/schema.ts';
import type { ContactKey } from '../store.ts';

export async function insertExport(trx: Trx, row: ContactExportRow): Promise<void> {
  await trx.insertInto('contact_exports').values(row).execute();
}

export function findExport(db: Kysely<Schema>, { tenantId, id }: ContactKey): Promise<ContactExportRow | undefined> {
  return db.selectFrom('contact_exports').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
}

export function listExports(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<ContactExportRow[]> {
  return db.selectFrom('contact_exports').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
}

export interface ExportClaim {
  readonly claim: string;
  /** Machine time. */
  readonly now: number;
  readonly expiresAt: number;
}

/** Takes the oldest export that nobody writes, or whose writer has died. */
export async function claimExport(trx: Trx, { claim, now, expiresAt }: ExportClaim): Promise<ContactExportRow | undefined> {
  const open = await trx
    .selectFrom('contact_exports')
    .select('id')
    .where('completed_at', 'is', null)
    .where((eb) => eb.or([eb('claim_expires_at', 'is', null), eb('claim_expires_at', '<', now)]))
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .modifyEnd(lockRows(trx, 'skip', 'contact_exports'))
    .executeTakeFirst();
  if (open === undefined) return undefined;
  return trx
    .updateTable('contact_exports')
    .set({ status: 'processing', claim, claim_expires_at: expiresAt })
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirst();
}

/** Writes what has become of an export; false where the claim is another's by now. */
export async function updateClaimed(
  trx: Trx,
  { id, claim }: Pick<ContactExportRow, 'id' | 'claim'>,
  change: Partial<ContactExportRow>,
): Promise<boolean> {
  const updated = await trx
    .updateTable('contact_exports')
    .set(change)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

export interface Stretch {
  readonly after: Pick<ContactRow, 'id' | 'created_at'>;
  /** The time of the last contacts. */
  readonly until: number;
  readonly limit: number;
}

const oldest = (db: Kysely<Schema>, tenantId: string, { after, until, limit }: Stretch) =>
  db
    .selectFrom('contacts')
    .where('tenant_id', '=', tenantId)
    .where(sql<SqlBool>`(created_at, id) > (${after.created_at}, ${after.id})`)
    .where('created_at', '<=', until)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);

/** Contacts of a tenant, oldest first. */
export function listOldestContacts(db: Kysely<Schema>, tenantId: string, stretch: Stretch): Promise<ContactRow[]> {
  return oldest(db, tenantId, stretch).selectAll().execute();
}

/** What is known of contacts, in the same order, and no more than that. */
export function listOldestAttributes(
  db: Kysely<Schema>,
  tenantId: string,
  stretch: Stretch,
): Promise<Pick<ContactRow, 'id' | 'created_at' | 'attributes'>[]> {
  return oldest(db, tenantId, stretch).select(['id', 'created_at', 'attributes']).execute();
}

/** Exports whose file's time is over are `expired`; returns their files. */
export async function expireExports(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<ContactExportRow[]> {
  return trx
    .updateTable('contact_exports')
    .set({ status: 'expired' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('contact_exports')
        .select('id')
        .where(sql<SqlBool>`status = 'done'`)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit),
    )
    .returningAll()
    .execute();
}

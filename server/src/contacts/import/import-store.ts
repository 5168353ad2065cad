import { type Kysely, type SqlBool, sql } from 'kysely';
import { likeWithinJson } from '../../core/erased.ts';
import { lockRows, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { ContactImportRow, Schema } from '../../db/schema.ts';
import type { ContactKey } from '../store.ts';

export async function insertImport(trx: Trx, row: ContactImportRow): Promise<void> {
  await trx.insertInto('contact_imports').values(row).execute();
}

export function findImport(db: Kysely<Schema>, { tenantId, id }: ContactKey): Promise<ContactImportRow | undefined> {
  return db.selectFrom('contact_imports').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
}

export function listImports(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<ContactImportRow[]> {
  return db.selectFrom('contact_imports').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
}

/** Where a walk over open jobs stands. */
export interface JobPlace {
  readonly id: string;
  readonly created_at: number;
}

/** Before all jobs. */
export const FIRST: JobPlace = { id: '', created_at: -1 };

const laterThan = ({ created_at, id }: JobPlace) => sql<SqlBool>`(created_at, id) > (${created_at}, ${id})`;

/** Imports that have not ended, oldest first. */
export function listOpenImports(db: Kysely<Schema>, { after, limit }: { after: JobPlace; limit: number }): Promise<ContactImportRow[]> {
  return db
    .selectFrom('contact_imports')
    .selectAll()
    .where('completed_at', 'is', null)
    .where(laterThan(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
}

/** The row as it stands, held for this transaction; undefined where it has ended or is gone. */
export function lockOpenImport(trx: Trx, id: string): Promise<ContactImportRow | undefined> {
  return trx
    .selectFrom('contact_imports')
    .selectAll()
    .where('id', '=', id)
    .where('completed_at', 'is', null)
    .modifyEnd(lockRows(trx, 'wait', 'contact_imports'))
    .executeTakeFirst();
}

export async function updateImport(trx: Trx, { id, tenant_id: _, ...row }: ContactImportRow): Promise<void> {
  await trx.updateTable('contact_imports').set(row).where('id', '=', id).execute();
}

/** The next imports of a tenant, or of all, and whether one names an address in its errors. The page counts imports and not finds. */
export async function findImportsNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: JobPlace; limit: number },
): Promise<(JobPlace & { names: boolean })[]> {
  const names = sql<number>`case when lower(errors) like ${likeWithinJson(email)} escape '!' then 1 else 0 end`;
  const query = db.selectFrom('contact_imports').select(['id', 'created_at', names.as('names')]);
  const page =
    tenantId === null
      ? query.where('id', '>', after.id).orderBy('id')
      : query.where('tenant_id', '=', tenantId).where(laterThan(after)).orderBy('created_at').orderBy('id');
  const rows = await page.limit(limit).execute();
  return rows.map((row) => ({ ...row, names: row.names === 1 }));
}

export async function updateErrors(trx: Trx, id: string, errors: string): Promise<void> {
  await trx.updateTable('contact_imports').set({ errors }).where('id', '=', id).execute();
}

/** The row, whether or not the import has ended, held for this transaction. */
export function lockImport(trx: Trx, id: string): Promise<ContactImportRow | undefined> {
  return trx
    .selectFrom('contact_imports')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'contact_imports'))
    .executeTakeFirst();
}

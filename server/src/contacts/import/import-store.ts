import type { KeysetCursor } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { tracesOf } from '../../core/text/erased.ts';
import { holdsEach, lockRows, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { ContactImportRow, Schema } from '../../db/schema.ts';
import { IMPORT_BYTES } from '../../storage/size-store.ts';
import type { Import, RowFault } from './import.ts';

const toRow = (given: Import): ContactImportRow => ({
  id: given.id,
  tenant_id: given.tenantId,
  status: given.status,
  file_name: given.fileName,
  blob_key: given.blobKey,
  header: given.header === null ? null : JSON.stringify(given.header),
  delimiter: given.delimiter,
  next_byte: given.nextByte,
  total_rows: given.totalRows,
  processed_rows: given.processedRows,
  created_rows: given.createdRows,
  updated_rows: given.updatedRows,
  failed_rows: given.failedRows,
  errors: JSON.stringify(given.errors),
  error: given.error,
  audience_id: given.audienceId,
  contact_status: given.contactStatus,
  created_at: given.createdAt,
  started_at: given.startedAt,
  completed_at: given.completedAt,
});

/** Safe because only `toRow` and `updateQuoted` write them. */
const parseErrors = (stored: string) => JSON.parse(stored) as RowFault[];

/** Safe because only `toRow` writes what is cast. */
const toImport = (row: ContactImportRow): Import => ({
  id: row.id,
  tenantId: row.tenant_id,
  status: row.status as Import['status'],
  fileName: row.file_name,
  blobKey: row.blob_key,
  header: row.header === null ? null : (JSON.parse(row.header) as string[]),
  // Null if the previous release wrote the row.
  delimiter: (row.delimiter ?? ',') as Import['delimiter'],
  nextByte: row.next_byte,
  totalRows: row.total_rows,
  processedRows: row.processed_rows,
  createdRows: row.created_rows,
  updatedRows: row.updated_rows,
  failedRows: row.failed_rows,
  errors: parseErrors(row.errors),
  error: row.error as Import['error'],
  audienceId: row.audience_id,
  contactStatus: row.contact_status as Import['contactStatus'],
  createdAt: row.created_at,
  startedAt: row.started_at,
  completedAt: row.completed_at,
});

export async function insertImport(trx: Trx, given: Import): Promise<void> {
  await trx.insertInto('contact_imports').values(toRow(given)).execute();
}

export async function findImport(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Import | undefined> {
  const query = db.selectFrom('contact_imports').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId);
  const row = await query.executeTakeFirst();
  return row && toImport(row);
}

/** Returns an import that has not begun yet. */
export async function findPendingImport(db: Kysely<Schema>, id: string): Promise<Import | undefined> {
  const query = db.selectFrom('contact_imports').selectAll().where('id', '=', id).where('status', '=', 'pending');
  const row = await query.executeTakeFirst();
  return row && toImport(row);
}

/** Returns imports of a tenant, newest first, one more than the page. */
export async function listImports(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Import[]> {
  const query = db.selectFrom('contact_imports').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page));
  return (await query.execute()).map(toImport);
}

/** Returns the size in bytes of what each of them quotes, without reading it. */
export async function listImportBytes(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<number[]> {
  const query = db.selectFrom('contact_imports').select(IMPORT_BYTES.as('bytes')).where('tenant_id', '=', tenantId);
  return (await query.$call(newestFirst(page)).execute()).map(({ bytes }) => bytes);
}

/** Counts imports of a tenant that have not ended. */
export async function countOpenImports(db: Kysely<Schema>, tenantId: string): Promise<number> {
  const open = db.selectFrom('contact_imports').where('tenant_id', '=', tenantId).where('completed_at', 'is', null);
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

const laterThan = ({ createdAt, id }: KeysetCursor) => sql<SqlBool>`(created_at, id) > (${createdAt}, ${id})`;

/** Returns imports that have not ended, oldest first. */
export async function listOpenImports(db: Kysely<Schema>, { after, limit }: { after: KeysetCursor; limit: number }): Promise<Import[]> {
  const rows = await db
    .selectFrom('contact_imports')
    .selectAll()
    .where('completed_at', 'is', null)
    .where(laterThan(after))
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit)
    .execute();
  return rows.map(toImport);
}

/** Locks an import, whether or not it has ended, and returns its current state; undefined if it no longer exists. */
export async function lockImport(trx: Trx, id: string): Promise<Import | undefined> {
  const row = await trx
    .selectFrom('contact_imports')
    .selectAll()
    .where('id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'contact_imports'))
    .executeTakeFirst();
  return row && toImport(row);
}

export async function updateImport(trx: Trx, changed: Import): Promise<void> {
  const { id, tenant_id: _, ...row } = toRow(changed);
  await trx.updateTable('contact_imports').set(row).where('id', '=', id).execute();
}

/**
 * Returns the next imports of a tenant, or of all, and whether each contains an address in its errors, its header or its file name. The
 * limit counts imports, not matches.
 */
export async function findImportsNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: KeysetCursor; limit: number },
): Promise<(KeysetCursor & { names: boolean })[]> {
  const names = sql<number>`case when ${holdsEach(db, sql`lower(errors || coalesce(header, '') || file_name)`, tracesOf(email))} then 1 else 0 end`;
  const query = db.selectFrom('contact_imports').select(['id', 'created_at', names.as('names')]);
  const page =
    tenantId === null
      ? query.where('id', '>', after.id).orderBy('id')
      : query.where('tenant_id', '=', tenantId).where(laterThan(after)).orderBy('created_at').orderBy('id');
  const rows = await page.limit(limit).execute();
  return rows.map((row) => ({ id: row.id, createdAt: row.created_at, names: row.names === 1 }));
}

/** Writes the parts of its file that an import quotes, and the file name. */
export async function updateQuoted(
  trx: Trx,
  id: string,
  { errors, header, fileName }: Pick<Import, 'errors' | 'header' | 'fileName'>,
): Promise<void> {
  await trx
    .updateTable('contact_imports')
    .set({ errors: JSON.stringify(errors), header: header === null ? null : JSON.stringify(header), file_name: fileName })
    .where('id', '=', id)
    .execute();
}

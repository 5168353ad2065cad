import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { eraseInText, tracesOf } from '../../core/text/erased.ts';
import { holdsEach, lockRows, type Trx } from '../../db/dialect.ts';
import type { ContactImportFailureRow, Schema } from '../../db/schema.ts';
import { bytesOf, FAILURE_BYTES } from '../../storage/size-store.ts';
import { noteStorage } from '../../storage/store.ts';

/** Rows of an import that could not be used, as CSV lines. */
export interface Failures extends ObjectRef {
  /** Number of the first of them. */
  readonly firstRow: number;
  readonly lines: string;
  readonly expiresAt: number;
}

export async function insertFailures(trx: Trx, { tenantId, id, firstRow, lines, expiresAt }: Failures): Promise<void> {
  const row = { import_id: id, first_row: firstRow, tenant_id: tenantId, lines, expires_at: expiresAt };
  await trx.insertInto('contact_import_failures').values(row).execute();
  await noteStorage(trx, [{ tenantId, kind: 'kept', bytes: bytesOf(lines) }]);
}

/** Returns the next lines of an import after a row; undefined if there are no more. */
export async function findFailures(
  db: Kysely<Schema>,
  { tenantId, id, after }: ObjectRef & { after: number },
): Promise<Pick<Failures, 'firstRow' | 'lines'> | undefined> {
  return db
    .selectFrom('contact_import_failures')
    .select(['first_row as firstRow', 'lines'])
    .where('tenant_id', '=', tenantId)
    .where('import_id', '=', id)
    .where('first_row', '>', after)
    .orderBy('first_row')
    .limit(1)
    .executeTakeFirst();
}

/** Deletes expired lines, and returns how many rows of the table. */
export async function deleteExpiredFailures(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<number> {
  const page = trx
    .selectFrom('contact_import_failures')
    .select(['import_id', 'first_row'])
    .where('expires_at', '<=', now)
    .orderBy('expires_at')
    .limit(limit)
    .modifyEnd(lockRows(trx, 'skip', 'contact_import_failures'));
  const deleted = await trx
    .deleteFrom('contact_import_failures')
    .where(sql<SqlBool>`(import_id, first_row) in (${page})`)
    .returning(['tenant_id', FAILURE_BYTES.as('bytes')])
    .execute();
  const changes = deleted.map(({ tenant_id: tenantId, bytes }) => ({ tenantId, kind: 'kept' as const, bytes: -bytes }));
  await noteStorage(trx, changes);
  return deleted.length;
}

/** A place in a walk over the failures of a tenant, or of all. */
export type FailurePlace = Pick<ContactImportFailureRow, 'import_id' | 'first_row'>;

/** Before all failures. */
export const FIRST_FAILURE: FailurePlace = { import_id: '', first_row: -1 };

/** Returns the next places, and whether each quotes an address. The limit counts places, not matches. */
export async function findFailuresNaming(
  db: Kysely<Schema>,
  { tenantId, email }: { tenantId: string | null; email: string },
  { after, limit }: { after: FailurePlace; limit: number },
): Promise<(FailurePlace & { names: boolean })[]> {
  const names = sql<number>`case when ${holdsEach(db, sql`lower(lines)`, tracesOf(email))} then 1 else 0 end`;
  const query = db.selectFrom('contact_import_failures').select(['import_id', 'first_row', names.as('names')]);
  const rows = await (tenantId === null ? query : query.where('tenant_id', '=', tenantId))
    .where(sql<SqlBool>`(import_id, first_row) > (${after.import_id}, ${after.first_row})`)
    .orderBy('import_id')
    .orderBy('first_row')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ ...row, names: row.names === 1 }));
}

/** Blanks an address in the lines at a place. */
export async function eraseInFailures(trx: Trx, { import_id, first_row }: FailurePlace, email: string): Promise<void> {
  const row = await trx
    .selectFrom('contact_import_failures')
    .select(['lines', 'tenant_id'])
    .where('import_id', '=', import_id)
    .where('first_row', '=', first_row)
    .modifyEnd(lockRows(trx, 'wait', 'contact_import_failures'))
    .executeTakeFirst();
  if (row === undefined) return;
  const lines = eraseInText(row.lines, email);
  await trx
    .updateTable('contact_import_failures')
    .set({ lines })
    .where('import_id', '=', import_id)
    .where('first_row', '=', first_row)
    .execute();
  await noteStorage(trx, [{ tenantId: row.tenant_id, kind: 'kept', bytes: bytesOf(lines) - bytesOf(row.lines) }]);
}

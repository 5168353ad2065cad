import type { KeysetCursor } from '@posthorn/contract';
import { type Kysely, type SqlBool, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { lockRows, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { ContactExportRow, Schema } from '../../db/schema.ts';
import type { Export } from './export.ts';

/** Safe because only the functions of this file write what is cast. */
const toExport = (row: ContactExportRow): Export => ({
  id: row.id,
  tenantId: row.tenant_id,
  status: row.status as Export['status'],
  blobKey: row.blob_key,
  rowCount: row.row_count,
  error: row.error as Export['error'],
  claim: row.claim,
  createdAt: row.created_at,
  completedAt: row.completed_at,
  expiresAt: row.expires_at,
});

/** Inserts an export that is to be written. */
export async function insertExport(trx: Trx, { tenantId, id, at }: ObjectRef & { at: number }): Promise<void> {
  const open = { blob_key: null, row_count: null, error: null, claim: null, claim_expires_at: null, completed_at: null, expires_at: null };
  await trx
    .insertInto('contact_exports')
    .values({ id, tenant_id: tenantId, status: 'pending', created_at: at, ...open })
    .execute();
}

/** Counts exports of a tenant that have not ended. */
export async function countOpenExports(db: Kysely<Schema>, tenantId: string): Promise<number> {
  const open = db.selectFrom('contact_exports').where('tenant_id', '=', tenantId).where('completed_at', 'is', null);
  const { count } = await open.select((eb) => eb.fn.countAll<number>().as('count')).executeTakeFirstOrThrow();
  return count;
}

export async function findExport(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Export | undefined> {
  const query = db.selectFrom('contact_exports').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId);
  const row = await query.executeTakeFirst();
  return row && toExport(row);
}

/** Returns exports of a tenant, newest first, one more than the page. */
export async function listExports(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Export[]> {
  const query = db.selectFrom('contact_exports').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page));
  return (await query.execute()).map(toExport);
}

export interface ExportClaim {
  readonly claim: string;
  /** Epoch milliseconds by the system's clock, as is `expiresAt`. */
  readonly now: number;
  readonly expiresAt: number;
  /** The place in the list to continue after. */
  readonly after: KeysetCursor;
}

/** Claims the oldest export that has no writer, or whose writer has died. */
export async function claimExport(trx: Trx, { claim, now, expiresAt, after }: ExportClaim): Promise<Export | undefined> {
  const open = await trx
    .selectFrom('contact_exports')
    .select('id')
    .where('completed_at', 'is', null)
    .where((eb) => eb.or([eb('claim_expires_at', 'is', null), eb('claim_expires_at', '<', now)]))
    .where(sql<SqlBool>`(created_at, id) > (${after.createdAt}, ${after.id})`)
    .orderBy('created_at')
    .orderBy('id')
    .limit(1)
    .modifyEnd(lockRows(trx, 'skip', 'contact_exports'))
    .executeTakeFirst();
  if (open === undefined) return undefined;
  const row = await trx
    .updateTable('contact_exports')
    .set({ status: 'processing', claim, claim_expires_at: expiresAt })
    .where('id', '=', open.id)
    .returningAll()
    .executeTakeFirst();
  return row && toExport(row);
}

type ClaimedChange = Partial<Pick<ContactExportRow, Exclude<keyof ContactExportRow, 'id' | 'tenant_id' | 'created_at'>>>;

async function updateClaimed(trx: Trx, { id, claim }: Pick<Export, 'id' | 'claim'>, change: ClaimedChange): Promise<boolean> {
  const updated = await trx
    .updateTable('contact_exports')
    .set(change)
    .where('id', '=', id)
    .where('claim', '=', claim)
    .returning('id')
    .executeTakeFirst();
  return updated !== undefined;
}

/** Extends a claim; returns false if another writer has the export by now. */
export const renewClaim = (trx: Trx, claimed: Export, expiresAt: number): Promise<boolean> =>
  updateClaimed(trx, claimed, { claim_expires_at: expiresAt });

/** Releases an export that could not be written, unless another writer has it by now. */
export const releaseExport = (trx: Trx, claimed: Export): Promise<boolean> =>
  updateClaimed(trx, claimed, { claim: null, claim_expires_at: null });

export type ExportEnd = Pick<Export, 'completedAt'> &
  (
    | { readonly status: 'failed'; readonly error: Export['error'] }
    | ({ readonly status: 'done' } & Pick<Export, 'rowCount' | 'blobKey' | 'expiresAt'>)
  );

/** Ends an export; returns false if another writer has it by now. */
export function endExport(trx: Trx, claimed: Export, end: ExportEnd): Promise<boolean> {
  const result =
    end.status === 'failed' ? { error: end.error } : { row_count: end.rowCount, blob_key: end.blobKey, expires_at: end.expiresAt };
  return updateClaimed(trx, claimed, {
    ...result,
    status: end.status,
    completed_at: end.completedAt,
    claim: null,
    claim_expires_at: null,
  });
}

/** Marks exports as `expired` whose file has expired; returns them. */
export async function expireExports(trx: Trx, { now, limit }: { now: number; limit: number }): Promise<Export[]> {
  const rows = await trx
    .updateTable('contact_exports')
    .set({ status: 'expired' })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('contact_exports')
        .select('id')
        .where(sql<SqlBool>`status = 'done'`)
        .where('expires_at', '<=', now)
        .orderBy('expires_at')
        .limit(limit)
        .modifyEnd(lockRows(trx, 'skip', 'contact_exports')),
    )
    .returningAll()
    .execute();
  return rows.map(toExport);
}

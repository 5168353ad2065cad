import type { contract } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import { normalizeEmail } from '../../core/email-address.ts';
import { ERASED, tracesOf } from '../../core/text/erased.ts';
import { holdsEach, isIn, lockInOrder, type Trx } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { AuditEntryRow, Schema } from '../../db/schema.ts';

/** Something that a person changed. */
export interface AuditEntry {
  readonly id: string;
  readonly tenantId: string | null;
  readonly userId: string;
  readonly email: string;
  readonly operation: string;
  readonly object: string | null;
  /** Status of the answer; null until there is one. */
  readonly status: number | null;
  readonly ip: string | null;
  readonly requestId: string;
  readonly createdAt: number;
}

const fromRow = (row: AuditEntryRow): AuditEntry => ({
  id: row.id,
  tenantId: row.tenant_id,
  userId: row.user_id,
  email: row.email,
  operation: row.operation,
  object: row.object,
  status: row.status,
  ip: row.ip,
  requestId: row.request_id,
  createdAt: row.created_at,
});

export async function insertAuditEntry(trx: Trx, entry: AuditEntry): Promise<void> {
  await trx
    .insertInto('audit_entries')
    .values({
      id: entry.id,
      tenant_id: entry.tenantId,
      user_id: entry.userId,
      email: entry.email,
      operation: entry.operation,
      object: entry.object,
      status: entry.status,
      ip: entry.ip,
      request_id: entry.requestId,
      created_at: entry.createdAt,
    })
    .execute();
}

export async function updateAuditEntry(
  trx: Trx,
  { id, tenantId, object, status }: Pick<AuditEntry, 'id' | 'tenantId' | 'object' | 'status'>,
): Promise<void> {
  await trx.updateTable('audit_entries').set({ tenant_id: tenantId, object, status }).where('id', '=', id).execute();
}

/** Selects whose entries are returned. */
export type AuditFilter = { readonly tenantId: string } | { readonly userId: string } | 'all';

export async function listAuditEntries(db: Kysely<Schema>, filter: AuditFilter, page: KeysetRequest): Promise<AuditEntry[]> {
  const query = db.selectFrom('audit_entries').selectAll();
  const filtered =
    filter === 'all'
      ? query
      : 'tenantId' in filter
        ? query.where('tenant_id', '=', filter.tenantId)
        : query.where('user_id', '=', filter.userId);
  return (await filtered.$call(newestFirst(page)).execute()).map(fromRow);
}

export interface ErasedObject {
  /** Null: all tenants. */
  readonly tenantId: string | null;
  /** Bare and in lower case. */
  readonly email: string;
}

/** The one operation whose object is an id and an address, such as `aud_1/ann@example.net`. */
const OF_MEMBER: `audiences.${keyof typeof contract.audiences}` = 'audiences.removeMember';

/** Returns whether a change was about an address. Nothing else is cut off before a slash, which an address may have itself. */
function isOnAddress({ operation, object }: Pick<AuditEntry, 'operation' | 'object'>, email: string): boolean {
  if (object === null) return false;
  return normalizeEmail(operation === OF_MEMBER ? object.slice(object.indexOf('/') + 1) : object) === email;
}

/** Returns the entries about an address, however it was spelled. */
export async function listEntriesOn(db: Kysely<Schema>, { tenantId, email }: ErasedObject): Promise<string[]> {
  const query = db
    .selectFrom('audit_entries')
    .select(['id', 'operation', 'object'])
    .where(holdsEach(db, sql`lower(object)`, ['@', ...tracesOf(email)]));
  const rows = await (tenantId === null ? query : query.where('tenant_id', '=', tenantId)).execute();
  return rows.filter((row) => isOnAddress(row, email)).map(({ id }) => id);
}

/** Blanks the object of entries; the person who acted stays. */
export async function eraseObjects(trx: Trx, ids: readonly string[]): Promise<void> {
  await lockInOrder(trx, 'audit_entries', ids);
  await trx
    .updateTable('audit_entries')
    .set({ object: ERASED })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .execute();
}

/** Removes at most `limit` entries from before a time, and returns how many. */
export async function deleteOldAuditEntries(trx: Trx, { before, limit }: { before: number; limit: number }): Promise<number> {
  const old = trx
    .selectFrom('audit_entries')
    .select('id')
    .where('created_at', '<', before)
    .orderBy('created_at')
    .orderBy('id')
    .limit(limit);
  const { numDeletedRows } = await trx.deleteFrom('audit_entries').where('id', 'in', old).executeTakeFirst();
  return Number(numDeletedRows);
}

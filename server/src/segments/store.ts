import type { SegmentFilter } from '@posthorn/contract';
import type { Kysely } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { isIn, type Trx, withoutIndex } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { Schema, SegmentRow } from '../db/schema.ts';

/** A saved filter of contacts. */
export interface Segment extends ObjectRef {
  readonly name: string;
  /** As submitted; validated again whenever it is used. */
  readonly filter: SegmentFilter;
  readonly createdAt: number;
  readonly updatedAt: number;
}

/** Safe because only checked filters are written. */
const parseStored = (filter: string) => JSON.parse(filter) as SegmentFilter;

const fromRow = (row: SegmentRow): Segment => ({
  id: row.id,
  tenantId: row.tenant_id,
  name: row.name,
  filter: parseStored(row.filter),
  createdAt: row.created_at,
  updatedAt: row.updated_at,
});

export async function insertSegment(trx: Trx, { id, tenantId, name, filter, createdAt, updatedAt }: Segment): Promise<void> {
  const row = { id, tenant_id: tenantId, name, filter: JSON.stringify(filter), created_at: createdAt, updated_at: updatedAt };
  await trx.insertInto('segments').values(row).execute();
}

/** Returns segments, newest first, one more than the page. */
export async function listSegments(db: Kysely<Schema>, tenantId: string, page: KeysetRequest): Promise<Segment[]> {
  const rows = await db.selectFrom('segments').selectAll().where('tenant_id', '=', tenantId).$call(newestFirst(page)).execute();
  return rows.map(fromRow);
}

export async function findSegment(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<Segment | undefined> {
  const row = await db.selectFrom('segments').selectAll().where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export interface SegmentUpdate {
  readonly name?: string | undefined;
  readonly filter?: SegmentFilter | undefined;
  readonly at: number;
}

/** Writes the given fields and returns the whole segment; undefined if it no longer exists. */
export async function updateSegmentRow(
  trx: Trx,
  { tenantId, id }: ObjectRef,
  { name, filter, at }: SegmentUpdate,
): Promise<Segment | undefined> {
  const row = await trx
    .updateTable('segments')
    .set({
      updated_at: at,
      ...(name === undefined ? {} : { name }),
      ...(filter === undefined ? {} : { filter: JSON.stringify(filter) }),
    })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

export async function deleteSegmentRow(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const { numDeletedRows } = await trx.deleteFrom('segments').where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Returns the ids that are audiences of the tenant. */
export async function findAudienceIds(db: Kysely<Schema>, { tenantId, ids }: { tenantId: string; ids: readonly string[] }) {
  const found = await db
    .selectFrom('audiences')
    .select('id')
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .where((eb) => eb(withoutIndex(db, eb.ref('tenant_id')), '=', tenantId))
    .execute();
  return found.map(({ id }) => id);
}

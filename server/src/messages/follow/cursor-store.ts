import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { POSITIONS_PER_MS } from '../message.ts';

/** The tenant id of the row that serves as the lock on all cursors. */
const NOBODY = '';

const followerRow = (trx: Trx) => trx.selectFrom('stat_cursors').select('tenant_id').where('tenant_id', '=', NOBODY);

/** Locks the cursors of all logs until the transaction ends, so that one process at a time reads on; returns false where another has the lock. */
export async function lockLogCursors(trx: Trx): Promise<boolean> {
  const row = await followerRow(trx)
    .modifyEnd(lockRows(trx, 'skip', 'stat_cursors'))
    .executeTakeFirst();
  return row !== undefined;
}

/** The same, but waits for the lock. */
export async function waitForLogCursors(trx: Trx): Promise<void> {
  await followerRow(trx)
    .modifyEnd(lockRows(trx, 'wait', 'stat_cursors'))
    .execute();
}

/** A tenant whose log has grown beyond its cursor. */
export interface LaggingTenant {
  readonly tenantId: string;
  /** Position of the cursor: everything up to it was read; -1 at the beginning. */
  readonly followed: number;
  /** Last position of the log. All messages up to it are committed, except those of broadcasts, which reserve positions. */
  readonly until: number;
}

const END_OF_LOG = sql<number>`m.last_message_at * ${sql.lit(POSITIONS_PER_MS)} + ${sql.lit(POSITIONS_PER_MS - 1)}`;

/** Returns tenants whose cursor is behind their log, by id. */
export async function listLagging(db: Kysely<Schema>, { after, limit }: { after: string; limit: number }): Promise<LaggingTenant[]> {
  const rows = await db
    .selectFrom('tenant_meters as m')
    .innerJoin('tenants as t', 't.id', 'm.tenant_id')
    .leftJoin('stat_cursors as c', 'c.tenant_id', 'm.tenant_id')
    .select(['m.tenant_id', 'c.followed', END_OF_LOG.as('until')])
    .where('m.tenant_id', '>', after)
    .where('m.last_message_at', '>', 0)
    .where('t.deleted_at', 'is', null)
    .where(sql<SqlBool>`(c.followed is null or c.followed < ${END_OF_LOG})`)
    .orderBy('m.tenant_id')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ tenantId: row.tenant_id, followed: row.followed ?? -1, until: row.until }));
}

/** Returns the positions of cursors by tenant, for those that have one. */
export async function findCursorPositions(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('stat_cursors')
    .select(['tenant_id', 'followed'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.followed]));
}

/** Moves cursors to positions, by tenant. */
export async function writeFollowed(trx: Trx, positions: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...positions].map(([tenant_id, followed]) => ({ tenant_id, followed }));
  const values = trx
    .selectFrom(valuesTable(trx, { tenant_id: 'text', followed: 'bigint' }, rows))
    .select([sql<string>`v.tenant_id`.as('tenant_id'), sql<number>`v.followed`.as('followed')])
    // SQLite could otherwise take ON for the join's.
    .where(sql<SqlBool>`1 = 1`)
    .orderBy(sql`v.tenant_id`);
  await trx
    .insertInto('stat_cursors')
    .columns(['tenant_id', 'followed'])
    .expression(values)
    .onConflict((oc) => oc.column('tenant_id').doUpdateSet({ followed: sql`excluded.followed` }))
    .execute();
}

/**
 * What remains to be read from before cursors existed: messages and events of a tenant below these, newest first; null if nothing is left.
 */
export interface Backfill {
  readonly tenantId: string;
  readonly mail: number | null;
  readonly events: string | null;
}

const HAS_BACKFILL = sql<SqlBool>`(past_mail is not null or past_events is not null)`;

const pasts = (db: Kysely<Schema>) =>
  db.selectFrom('stat_cursors').select(['tenant_id as tenantId', 'past_mail as mail', 'past_events as events']).where(HAS_BACKFILL);

/** Returns the backfill of a tenant that has one. */
export const findBackfill = (db: Kysely<Schema>): Promise<Backfill | undefined> =>
  pasts(db).orderBy('tenant_id').limit(1).executeTakeFirst();

/** Returns the backfill of a tenant; undefined once it is complete. */
export const findBackfillOf = (db: Kysely<Schema>, tenantId: string): Promise<Backfill | undefined> =>
  pasts(db).where('tenant_id', '=', tenantId).executeTakeFirst();

export async function updateBackfill(trx: Trx, { tenantId, mail, events }: Backfill): Promise<void> {
  await trx.updateTable('stat_cursors').set({ past_mail: mail, past_events: events }).where('tenant_id', '=', tenantId).execute();
}

/** A condition on a row of `messages`: the cursor has passed it and there is no backfill, so statistics and search no longer need it. */
export const IS_FOLLOWED = sql<SqlBool>`exists (select 1 from stat_cursors c where c.tenant_id = messages.tenant_id
  and c.followed >= messages.position and c.past_mail is null and c.past_events is null)`;

/** Returns SQL of the position of a tenant's cursor; -1 at the beginning. */
export const followedPosition = (tenantId: string): RawBuilder<number> =>
  sql<number>`coalesce((select followed from stat_cursors where tenant_id = ${tenantId}), -1)`;

/** A range of positions of a tenant's log: `from` inclusive, `below` exclusive. */
export interface PositionRange {
  readonly from: number;
  readonly below: number;
}

/** Returns the range of a tenant's log that the cursor has read; empty before it has begun. */
export async function findFollowedPart(db: Kysely<Schema>, tenantId: string): Promise<PositionRange> {
  const query = db.selectFrom('stat_cursors').select(['followed', 'past_mail']).where('tenant_id', '=', tenantId);
  const row = await query.executeTakeFirst();
  return row === undefined ? { from: 0, below: 0 } : { from: row.past_mail ?? 0, below: row.followed + 1 };
}

import { type Kysely, type RawBuilder, type SqlBool, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { PLACES_PER_MS } from '../message.ts';

/** Of the row that whoever follows the logs locks. */
const NOBODY = '';

const followerRow = (trx: Trx) => trx.selectFrom('stat_cursors').select('tenant_id').where('tenant_id', '=', NOBODY);

/** Locks the following of logs until the transaction ends; false where another process has it. */
export async function lockFollowing(trx: Trx): Promise<boolean> {
  const row = await followerRow(trx)
    .modifyEnd(lockRows(trx, 'skip', 'stat_cursors'))
    .executeTakeFirst();
  return row !== undefined;
}

/** The same, and waits for whoever has it. */
export async function waitForFollowing(trx: Trx): Promise<void> {
  await followerRow(trx)
    .modifyEnd(lockRows(trx, 'wait', 'stat_cursors'))
    .execute();
}

/** A tenant whose log has places that were not counted. */
export interface BehindTenant {
  readonly tenantId: string;
  /** The last place that was; -1 for none. */
  readonly followed: number;
  /** The last place that was taken. All below it are in the log, but for those that broadcasts have reserved. */
  readonly until: number;
}

const END_OF_LOG = sql<number>`m.last_message_at * ${sql.lit(PLACES_PER_MS)} + ${sql.lit(PLACES_PER_MS - 1)}`;

/** Returns tenants with mail that is not counted, by id. */
export async function listBehind(db: Kysely<Schema>, { after, limit }: { after: string; limit: number }): Promise<BehindTenant[]> {
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

/** Returns the last places counted of tenants, for those that have any. */
export async function findFollowed(trx: Trx, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('stat_cursors')
    .select(['tenant_id', 'followed'])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.followed]));
}

/** Writes how far the logs of tenants are counted. */
export async function writeFollowed(trx: Trx, places: ReadonlyMap<string, number>): Promise<void> {
  const rows = [...places].map(([tenant_id, followed]) => ({ tenant_id, followed }));
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

/** What of a tenant's past is still to be counted: places and events below these, null where none are. */
export interface Past {
  readonly tenantId: string;
  readonly mail: number | null;
  readonly events: string | null;
}

const HAS_PAST = sql<SqlBool>`(past_mail is not null or past_events is not null)`;

const pasts = (db: Kysely<Schema>) =>
  db.selectFrom('stat_cursors').select(['tenant_id as tenantId', 'past_mail as mail', 'past_events as events']).where(HAS_PAST);

/** Returns a tenant with a past to count. */
export const findPast = (db: Kysely<Schema>): Promise<Past | undefined> => pasts(db).orderBy('tenant_id').limit(1).executeTakeFirst();

/** The same of one tenant. */
export const findPastOf = (db: Kysely<Schema>, tenantId: string): Promise<Past | undefined> =>
  pasts(db).where('tenant_id', '=', tenantId).executeTakeFirst();

export async function updatePast(trx: Trx, { tenantId, mail, events }: Past): Promise<void> {
  await trx.updateTable('stat_cursors').set({ past_mail: mail, past_events: events }).where('tenant_id', '=', tenantId).execute();
}

/** A condition on a row of `messages`: statistics and search have seen it, and nobody comes back for it. */
export const IS_FOLLOWED = sql<SqlBool>`exists (select 1 from stat_cursors c where c.tenant_id = messages.tenant_id
  and c.followed >= messages.position and c.past_mail is null and c.past_events is null)`;

/** The last place of a tenant's log that is counted, within a statement; -1 for none. */
export const followedPlace = (tenantId: string): RawBuilder<number> =>
  sql<number>`coalesce((select followed from stat_cursors where tenant_id = ${tenantId}), -1)`;

/** Part of a tenant's log, by places: from `from` up to and without `below`. */
export interface Places {
  readonly from: number;
  readonly below: number;
}

/** Returns the part of a tenant's log that was followed. */
export async function findFollowedPart(db: Kysely<Schema>, tenantId: string): Promise<Places> {
  const query = db.selectFrom('stat_cursors').select(['followed', 'past_mail']).where('tenant_id', '=', tenantId);
  const row = await query.executeTakeFirst();
  return row === undefined ? { from: 0, below: 0 } : { from: row.past_mail ?? 0, below: row.followed + 1 };
}

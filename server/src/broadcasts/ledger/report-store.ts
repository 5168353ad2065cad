import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { jsonText, withinScanTime } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isByReader } from '../../events/index.ts';

/** Selects the events of a broadcast's mail, without opens and clicks by programs. */
const eventsOf = (db: Kysely<Schema>, { tenantId, id }: ObjectRef) =>
  db
    .selectFrom('messages as m')
    .innerJoin('events as e', 'e.message_id', 'm.id')
    .where('m.broadcast_id', '=', id)
    .where('m.tenant_id', '=', tenantId)
    .where(withinScanTime(db, 'e'))
    .where(isByReader(db, 'e'));

/** Returns the number of events of each type for a broadcast's mail, and of how many contacts. Reads all of them: for `db.scan`. */
export async function countEvents(db: Kysely<Schema>, ref: ObjectRef) {
  return eventsOf(db, ref)
    .select('e.type')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('m.contact_id').distinct().as('contacts')])
    .groupBy('e.type')
    .execute();
}

/** Returns the number of events of each type for a broadcast's mail in each interval of `widthMs` milliseconds. For `db.scan`. */
export async function countEventsOverTime(db: Kysely<Schema>, ref: ObjectRef, widthMs: number) {
  const at = sql<number>`e.created_at - e.created_at % ${sql.lit(widthMs)}`;
  return eventsOf(db, ref)
    .select([at.as('at'), 'e.type'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .groupBy([at, 'e.type'])
    .execute();
}

/** Returns the number of clicks on each link in a broadcast's mail, most first, and of how many contacts. For `db.scan`. */
export async function countClicksByLink(db: Kysely<Schema>, ref: ObjectRef, most: number) {
  const url = jsonText(db, sql.ref('e.data'), 'url');
  const clicks = sql<number>`count(*)`;
  const rows = await eventsOf(db, ref)
    .where('e.type', '=', 'click')
    .select([url.as('url'), clicks.as('clicks')])
    .select((eb) => eb.fn.count<number>('m.contact_id').distinct().as('unique_clicks'))
    .groupBy(url)
    .orderBy(clicks, 'desc')
    .orderBy(url)
    .limit(most)
    .execute();
  return rows.flatMap(({ url: found, ...counts }) => (found === null ? [] : [{ url: found, ...counts }]));
}

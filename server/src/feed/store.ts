import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../core/request/context.ts';
import { isIn, isMadeAfter, valuesTable } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { readTags, toStoredEvent } from '../events/index.ts';
import { bytesIn, EVENT_BYTES } from '../storage/size-store.ts';

/** An event at its place. */
export interface PlacedEvent {
  readonly id: string;
  readonly place: number;
  readonly type: string;
}

/** Part of a tenant's feed: after one place, up to another. */
export interface FeedRange {
  readonly tenantId: string;
  readonly after: number;
  readonly until: number;
  readonly messageId?: string | undefined;
}

/** Safe because only rows with a position are selected. */
const asPlaced = (rows: readonly { id: string; place: number | null; type: string }[]) => rows as readonly PlacedEvent[];

/** Returns the first events of a range of the feed, in the order of recording. */
export async function listPlacedEvents(
  db: Kysely<Schema>,
  { tenantId, after, until, messageId }: FeedRange,
  most: number,
): Promise<readonly PlacedEvent[]> {
  // By an expression without an index, so that the index of the message is used, which has few rows.
  const [tenant, place] = messageId === undefined ? [sql`tenant_id`, sql<number>`place`] : [sql`tenant_id || ''`, sql<number>`place + 0`];
  const query = db
    .selectFrom('events')
    .select(['id', 'place', 'type'])
    .where(tenant, '=', tenantId)
    .where(place, '>', after)
    .where(place, '<=', until)
    .orderBy(place)
    .limit(most);
  if (messageId === undefined) return asPlaced(await query.execute());
  const own = query.where('message_id', '=', messageId).where((eb) => isMadeAfter(db, eb.ref('id'), 'evt', [messageId]));
  return asPlaced(await own.execute());
}

/** Returns the last event of a tenant up to a place. */
export async function findLast(
  db: Kysely<Schema>,
  { tenantId, until }: Pick<FeedRange, 'tenantId' | 'until'>,
): Promise<PlacedEvent | undefined> {
  const rows = await db
    .selectFrom('events')
    .select(['id', 'place', 'type'])
    .where('tenant_id', '=', tenantId)
    .where('place', '<=', until)
    .orderBy('place', 'desc')
    .limit(1)
    .execute();
  return asPlaced(rows)[0];
}

/** Returns the place of a tenant's event: null for one that has none, undefined where there is no such event. */
export async function findPlace(db: Kysely<Schema>, { tenantId, id }: ObjectRef): Promise<number | null | undefined> {
  const row = await db.selectFrom('events').select('place').where('id', '=', id).where('tenant_id', '=', tenantId).executeTakeFirst();
  return row?.place;
}

/** Returns the keys of those that wait for events of a tenant after a place, where there is one up to another place. */
export async function findWaitersWithEvents(
  db: Kysely<Schema>,
  { rows, until }: { rows: readonly { key: number; tenant_id: string; after: number }[]; until: number },
): Promise<number[]> {
  const found = await db
    .selectFrom(valuesTable(db, { key: 'bigint', tenant_id: 'text', after: 'bigint' }, rows))
    .select('v.key')
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('events as e')
          .select('e.id')
          .whereRef('e.tenant_id', '=', sql.ref('v.tenant_id'))
          .whereRef('e.place', '>', sql.ref('v.after'))
          .where('e.place', '<=', until),
      ),
    )
    .execute();
  return found.flatMap(({ key }) => key ?? []);
}

/** Returns the bytes of the payloads of events, without reading them, in the order of their ids. */
export async function listContentBytes(db: Kysely<Schema>, ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('events')
    .leftJoin('messages', 'messages.id', 'events.message_id')
    .select(['events.id', sql<number>`${EVENT_BYTES} + ${bytesIn('messages.tags')}`.as('bytes')])
    .where((eb) => isIn(db, eb.ref('events.id'), ids))
    .execute();
  const byId = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return ids.map((id) => byId.get(id) ?? 0);
}

/** Returns the payloads of events, in the order of the given ids, which were found for a tenant. */
export async function findContents(db: Kysely<Schema>, ids: readonly string[]) {
  if (ids.length === 0) return [];
  const rows = await db
    .selectFrom('events as e')
    .leftJoin('messages as m', 'm.id', 'e.message_id')
    .select(['e.id', 'e.type', 'e.message_id', 'e.recipients', 'e.data', 'e.created_at', 'e.test_mode', 'e.provider_message_id', 'm.tags'])
    .where((eb) => isIn(db, eb.ref('e.id'), ids))
    .execute();
  const contents = rows.map((row) => ({
    eventId: row.id,
    type: row.type,
    messageId: row.message_id,
    event: toStoredEvent(row),
    tags: readTags(row.tags),
  }));
  const byId = new Map(contents.map((one) => [one.eventId, one]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

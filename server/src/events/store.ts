import { type AccountEventType, accountEventTypes, type MessageEventType, messageEventTypes } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import { firstIdAt, timeOfId } from '../core/ids.ts';
import { insertEvents as insertPlaced, isIn, isMadeAfter, type Trx } from '../db/dialect.ts';
import type { KeysetRequest } from '../db/keyset.ts';
import { toFlag } from '../db/schema/flag.ts';
import type { EventRow, Schema } from '../db/schema.ts';
import { EVENT_BYTES } from '../storage/size-store.ts';
import type { EventContent, StoredEvent } from './present.ts';

/** Something that happened to a message. */
export interface MessageEvent {
  readonly id: string;
  readonly tenantId: string;
  readonly messageId: string;
  readonly type: MessageEventType;
  /** Bare addresses in lower case. */
  readonly recipients: readonly string[];
  readonly data: Readonly<Record<string, unknown>>;
  readonly providerMessageId: string | null;
  readonly testMode: boolean;
  readonly at: number;
  /** Place in the log of simulated events, for those that are listed there. */
  readonly testPosition?: number;
  /** The contact that the message went to as such. */
  readonly contactId: string | null;
  /** Id of the sending domain of the message. */
  readonly domainId: string;
  readonly stream: 'transactional' | 'marketing';
  readonly broadcastId: string | null;
}

const toRow = (event: MessageEvent): EventRow => ({
  id: event.id,
  tenant_id: event.tenantId,
  message_id: event.messageId,
  type: event.type,
  recipients: JSON.stringify(event.recipients),
  data: JSON.stringify(event.data),
  provider_message_id: event.providerMessageId,
  test_mode: toFlag(event.testMode),
  created_at: event.at,
  test_position: event.testPosition ?? null,
  contact_id: event.contactId,
  counted: 1,
  place: null,
});

type StoredColumns = Pick<EventRow, 'recipients' | 'data' | 'provider_message_id' | 'test_mode' | 'created_at'>;

/** Returns an event or an announcement from its row. Safe because `recordEvents` and `announce` write what the contract says. */
export const toStoredEvent = (row: StoredColumns): StoredEvent => ({
  createdAt: row.created_at,
  testMode: row.test_mode === 1,
  recipients: JSON.parse(row.recipients) as string[],
  data: JSON.parse(row.data) as Record<string, unknown>,
  providerMessageId: row.provider_message_id,
});

/** An event of one of some types, as lists have it. */
export interface RecordedEvent<T extends MessageEventType | AccountEventType = MessageEventType | AccountEventType> extends StoredEvent {
  readonly id: string;
  readonly type: T;
  /** Null for an announcement. */
  readonly messageId: string | null;
  /** Place in the log of simulated events; null for those that are not listed there. */
  readonly testPosition: number | null;
}

/** Returns an event from its row. Safe as `toStoredEvent` is, where the query finds only events of these types. */
const toRecordedEvent = <T extends MessageEventType | AccountEventType>(row: EventRow): RecordedEvent<T> => ({
  ...toStoredEvent(row),
  id: row.id,
  type: row.type as T,
  messageId: row.message_id,
  testPosition: row.test_position,
});

/** Returns the tags of the message of an event from `messages.tags`; none without a message. Safe because only tags are written there. */
export const readTags = (stored: string | null): EventContent['tags'] => JSON.parse(stored ?? '{}');

export async function insertEvents(trx: Trx, events: readonly MessageEvent[]): Promise<void> {
  await insertPlaced(trx, events.map(toRow));
}

/** Returns which of these events there are. */
export async function findRecorded(db: Kysely<Schema>, ids: readonly string[]): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('events')
    .select('id')
    .where((eb) => isIn(db, eb.ref('id'), ids))
    .execute();
  return new Set(rows.map(({ id }) => id));
}

/** Returns how many events messages have, for those that have any. */
export async function countEventsOfMessages(db: Kysely<Schema>, messageIds: readonly string[]): Promise<ReadonlyMap<string, number>> {
  const rows = await db
    .selectFrom('events')
    .select((eb) => ['message_id as id', eb.fn.countAll<number>().as('count')])
    .where((eb) => isIn(db, sql<string>`${eb.ref('message_id')}`, messageIds))
    .where((eb) => isMadeAfter(db, eb.ref('id'), 'evt', messageIds))
    .groupBy('message_id')
    .execute();
  return new Map(rows.flatMap(({ id, count }) => (id === null ? [] : [[id, Number(count)] as const])));
}

/** Returns those of some messages that have an event from a time on. */
export async function findWithEventsSince(db: Kysely<Schema>, messageIds: readonly string[], since: number): Promise<ReadonlySet<string>> {
  const rows = await db
    .selectFrom('events')
    .select('message_id as id')
    .distinct()
    .where((eb) => isIn(db, eb.ref('message_id').$notNull(), messageIds))
    .where('id', '>=', firstIdAt('evt', since))
    .execute();
  return new Set(rows.flatMap(({ id }) => id ?? []));
}

/**
 * Returns the events of a message, oldest first. Within a millisecond by their ids, which are in order where one process has made them;
 * what only follows a sending may be heard of by another one.
 */
export async function listEventsOfMessage(
  db: Kysely<Schema>,
  tenantId: string,
  messageId: string,
): Promise<RecordedEvent<MessageEventType>[]> {
  const rows = await db
    .selectFrom('events')
    .selectAll()
    .where('message_id', '=', messageId)
    .where('tenant_id', '=', tenantId)
    .where((eb) => isMadeAfter(db, eb.ref('id'), 'evt', [messageId]))
    .orderBy('created_at')
    .orderBy(sql`case when type in ('delivery', 'complaint', 'open', 'click') then 1 else 0 end`)
    .orderBy('id')
    .execute();
  return rows.map(toRecordedEvent<MessageEventType>);
}

const TYPES = [...messageEventTypes, ...accountEventTypes];

/**
 * Events of a contact, newest first, one more than the page. Each type by itself, since an index has them so: as many of each
 * as a page may need.
 */
function ofContact(db: Kysely<Schema>, contactId: string, { limit, cursor }: KeysetRequest) {
  const [at, id] = [cursor?.createdAt ?? Number.MAX_SAFE_INTEGER, cursor?.id ?? ''];
  const newest = TYPES.map(
    (type) => sql`select * from (
      select id, created_at from events
      where contact_id = ${contactId} and type = ${sql.lit(type)} and created_at <= ${at} and (created_at, id) < (${at}, ${id})
      order by created_at desc, id desc limit ${limit + 1}
    ) r`,
  );
  return db
    .selectFrom('events')
    .where('id', 'in', sql<string>`(select id from (${sql.join(newest, sql` union all `)}) found)`)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit + 1);
}

export async function listEventsOfContact(db: Kysely<Schema>, contactId: string, page: KeysetRequest): Promise<RecordedEvent[]> {
  return (await ofContact(db, contactId, page).selectAll().execute()).map(toRecordedEvent);
}

/** Returns the bytes of what each of them says, without reading it. */
export async function listBytesOfContact(db: Kysely<Schema>, contactId: string, page: KeysetRequest): Promise<number[]> {
  return (await ofContact(db, contactId, page).select(EVENT_BYTES.as('bytes')).execute()).map(({ bytes }) => bytes);
}

/** What a simulated delivery can come to: only such events have a place in the log. */
type SimulatedEventType = Extract<MessageEventType, 'delivery' | 'bounce' | 'complaint'>;

/** Returns simulated events of a tenant strictly older than the cursor, newest first, one more than the page. */
export async function listTestEvents(
  db: Kysely<Schema>,
  tenantId: string,
  { limit, cursor }: { limit: number; cursor?: number | undefined },
): Promise<RecordedEvent<SimulatedEventType>[]> {
  const query = db.selectFrom('events').selectAll().where('tenant_id', '=', tenantId).where('test_position', 'is not', null);
  const older = cursor === undefined ? query : query.where('test_position', '<', cursor);
  const rows = await older
    .orderBy('test_position', 'desc')
    .limit(limit + 1)
    .execute();
  return rows.map(toRecordedEvent<SimulatedEventType>);
}

/** Removes the events of messages. */
export async function deleteEventsOf(trx: Trx, messageIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('events')
    .where((eb) => isIn(trx, eb.ref('message_id').$notNull(), messageIds))
    .where((eb) => isMadeAfter(trx, eb.ref('id'), 'evt', messageIds))
    .execute();
}

/**
 * Returns when the last event was recorded, by the clock of whoever did; undefined if there is none. An event of mail that a burst has
 * dated ahead of the clock has the mail's time: such mail tells by its id when it was accepted.
 */
export async function findLastRecorded(db: Kysely<Schema>): Promise<number | undefined> {
  const { id } = await db
    .selectFrom('events')
    .select((eb) => eb.fn.max('id').as('id'))
    .executeTakeFirstOrThrow();
  // Null where there is none, whatever the type says.
  if (id === null) return undefined;
  const dated = await db
    .selectFrom('messages as m')
    .select('m.id')
    .where('m.id', '=', (eb) => eb.selectFrom('events').select('message_id').where('id', '=', id).$castTo<string>())
    .where('m.created_at', '>=', (eb) => eb.selectFrom('events').select('created_at').where('id', '=', id).$castTo<number>())
    .executeTakeFirst();
  return timeOfId(dated?.id ?? id);
}

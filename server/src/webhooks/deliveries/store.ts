import type { WebhookAttempt } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { insertMany, isIn, type Trx } from '../../db/dialect.ts';
import { toFlag } from '../../db/schema/flag.ts';
import type { Schema, WebhookDeliveryRow } from '../../db/schema.ts';
import { readTags, type StoredEvent, toStoredEvent } from '../../events/index.ts';
import { bytesIn, EVENT_BYTES } from '../../storage/size-store.ts';
import type { Delivery, DeliveryStatus, NewDelivery } from './delivery.ts';

/** A new delivery with its id and times, in epoch milliseconds. */
export interface PlacedDelivery extends NewDelivery {
  readonly id: string;
  readonly createdAt: number;
  /** When the sweep picks it up, unless it has been attempted by then. */
  readonly dueAt: number;
}

const toRow = (delivery: PlacedDelivery): WebhookDeliveryRow => ({
  id: delivery.id,
  tenant_id: delivery.tenantId,
  webhook_id: delivery.webhookId,
  event_id: delivery.eventId,
  type: delivery.type,
  message_id: delivery.messageId,
  sample: toFlag(delivery.sample),
  replay_of: delivery.replayOf,
  status: 'pending',
  attempts: '[]',
  attempt_count: 0,
  created_at: delivery.createdAt,
  next_attempt_at: delivery.createdAt,
  due_at: delivery.dueAt,
  claim_job: null,
  claim_attempt: null,
  claim_expires_at: null,
});

export async function insertDeliveries(trx: Trx, deliveries: readonly PlacedDelivery[]): Promise<void> {
  await insertMany(trx, 'webhook_deliveries', deliveries.map(toRow));
}

const joined = (db: Kysely<Schema>) =>
  db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('events as e', 'e.id', 'd.event_id')
    .leftJoin('messages as m', 'm.id', 'd.message_id')
    .select([
      'd.id',
      'd.tenant_id',
      'd.webhook_id',
      'd.event_id',
      'd.type',
      'd.message_id',
      'd.sample',
      'd.replay_of',
      'd.status',
      'd.attempts',
      'd.attempt_count',
      'd.created_at',
      'd.next_attempt_at',
      'd.claim_job',
      'd.claim_attempt',
      'e.recipients as event_recipients',
      'e.data as event_data',
      'e.created_at as event_at',
      'e.test_mode as event_test_mode',
      'e.provider_message_id as event_provider_message_id',
      'm.tags as message_tags',
    ]);

type JoinedRow = Awaited<ReturnType<ReturnType<typeof joined>['execute']>>[number];

/** Safe because only `settleDeliveries` writes them. */
const readAttempts = (stored: string) => JSON.parse(stored) as WebhookAttempt[];
const readStatus = (stored: string) => stored as DeliveryStatus;

function eventOf(row: JoinedRow): StoredEvent | null {
  if (row.event_at === null) return null;
  return toStoredEvent({
    created_at: row.event_at,
    test_mode: row.event_test_mode ?? 0,
    recipients: row.event_recipients ?? '[]',
    data: row.event_data ?? '{}',
    provider_message_id: row.event_provider_message_id,
  });
}

const fromRow = (row: JoinedRow): Delivery => ({
  id: row.id,
  tenantId: row.tenant_id,
  webhookId: row.webhook_id,
  eventId: row.event_id,
  type: row.type,
  messageId: row.message_id,
  sample: row.sample === 1,
  status: readStatus(row.status),
  attempts: readAttempts(row.attempts),
  attemptCount: row.attempt_count,
  createdAt: row.created_at,
  nextAttemptAt: row.next_attempt_at,
  replayOf: row.replay_of,
  heldBy: { jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 },
  event: eventOf(row),
  tags: readTags(row.message_tags),
});

/** Returns deliveries by id, in the order of the ids. The caller has checked whose they are. */
export async function findDeliveries(db: Kysely<Schema>, ids: readonly string[]): Promise<Delivery[]> {
  if (ids.length === 0) return [];
  const rows = await joined(db)
    .where((eb) => isIn(db, eb.ref('d.id'), ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, fromRow(row)]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

/** Returns the bytes of the content of each delivery, without reading it, in the order of the ids. */
export async function listContentBytes(db: Kysely<Schema>, ids: readonly string[]): Promise<number[]> {
  const rows = await db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('events', 'events.id', 'd.event_id')
    .leftJoin('messages', 'messages.id', 'd.message_id')
    .select(['d.id', sql<number>`${EVENT_BYTES} + ${bytesIn('messages.tags')}`.as('bytes')])
    .where((eb) => isIn(db, eb.ref('d.id'), ids))
    .execute();
  const byId = new Map(rows.map(({ id, bytes }) => [id, bytes]));
  return ids.map((id) => byId.get(id) ?? 0);
}

/** Removes at most `most` deliveries of an endpoint and returns how many it removed. */
export async function deleteDeliveries(trx: Trx, { tenantId, id }: ObjectRef, most: number): Promise<number> {
  const deleted = await trx
    .deleteFrom('webhook_deliveries')
    .where('id', 'in', (eb) =>
      eb.selectFrom('webhook_deliveries').select('id').where('tenant_id', '=', tenantId).where('webhook_id', '=', id).limit(most),
    )
    .returning('id')
    .execute();
  return deleted.length;
}

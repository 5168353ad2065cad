import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import { insertMany, isIn, type Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { Schema, WebhookDeliveryRow } from '../db/schema.ts';
import type { ToldEvent } from './payload.ts';

/** A delivery with the event that it tells of. */
export type ToldDelivery = ToldEvent & Omit<WebhookDeliveryRow, 'sample' | 'claim_expires_at' | 'due_at'>;

const columns = [
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
] as const;

/** Deliveries with what their payloads are made of. */
const toldDeliveries = (db: Kysely<Schema>) =>
  db
    .selectFrom('webhook_deliveries as d')
    .leftJoin('events as e', 'e.id', 'd.event_id')
    .leftJoin('messages as m', 'm.id', 'd.message_id')
    .select(columns);

export async function insertDeliveries(trx: Trx, rows: readonly WebhookDeliveryRow[]): Promise<void> {
  await insertMany(trx, 'webhook_deliveries', rows);
}

/** Deliveries by id, in the order of the ids; those were found under a tenant or in a job. */
export async function findDeliveries(db: Kysely<Schema>, ids: readonly string[]): Promise<ToldDelivery[]> {
  if (ids.length === 0) return [];
  const rows = await toldDeliveries(db)
    .where((eb) => isIn(db, eb.ref('d.id'), ids))
    .execute();
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export interface DeliveryFilter {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly messageId?: string | undefined;
}

/** Whose deliveries. */
export interface Owner {
  readonly tenantId: string;
  readonly webhookId: string;
}

type Builder = ExpressionBuilder<Schema, 'webhook_deliveries'>;

/** Each filter has an index that keeps the order. */
function conditions(eb: Builder, { tenantId, webhookId, status, type, messageId }: Owner & DeliveryFilter) {
  // Repeated as a literal, by which the planner knows the index of the undelivered.
  const undelivered = status === undefined || status === 'delivered' ? [] : [eb('status', '<>', sql.lit('delivered'))];
  return [
    eb('tenant_id', '=', tenantId),
    eb('webhook_id', '=', webhookId),
    ...(status === undefined ? [] : [eb('status', '=', status), ...undelivered]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
    ...(messageId === undefined ? [] : [eb('message_id', '=', messageId)]),
  ];
}

/** Ids of an endpoint's deliveries, newest first, one more than the page. */
export async function listDeliveryIds(db: Kysely<Schema>, { limit, cursor, ...own }: KeysetRequest & Owner & DeliveryFilter) {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where((eb) => eb.and(conditions(eb, own)))
    .$call(newestFirst({ limit, cursor }))
    .execute();
  return rows.map(({ id }) => id);
}

export interface ReplayFilter extends Owner, DeliveryFilter {
  readonly ids?: readonly string[] | undefined;
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

const originalColumns = ['id', 'tenant_id', 'webhook_id', 'event_id', 'type', 'message_id', 'sample', 'created_at'] as const;

export type Original = Pick<WebhookDeliveryRow, (typeof originalColumns)[number]>;

/** The newest deliveries of an endpoint that match and repeat no other. */
export function findOriginals(db: Kysely<Schema>, { ids, since, until, limit, ...own }: ReplayFilter): Promise<Original[]> {
  const originals = db
    .selectFrom('webhook_deliveries')
    .select(originalColumns)
    .where((eb) => eb.and(conditions(eb, own)))
    .where('replay_of', 'is', null)
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  return (ids === undefined ? originals : originals.where((eb) => isIn(db, eb.ref('id'), ids))).execute();
}

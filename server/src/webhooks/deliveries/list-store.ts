import { type ExpressionBuilder, type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isIn } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { Schema } from '../../db/schema.ts';
import type { Delivery, NewDelivery } from './delivery.ts';

/** Which deliveries to find; all that is given must match. */
export interface DeliveryFilter {
  readonly status?: string | undefined;
  readonly type?: string | undefined;
  readonly messageId?: string | undefined;
}

type Builder = ExpressionBuilder<Schema, 'webhook_deliveries'>;

/** Each filter has an index that keeps the order. */
function conditions(eb: Builder, { tenantId, id }: ObjectRef, { status, type, messageId }: DeliveryFilter) {
  // Repeated as a literal, so that the planner recognises the partial index of undelivered ones.
  const undelivered = status === undefined || status === 'delivered' ? [] : [eb('status', '<>', sql.lit('delivered'))];
  return [
    eb('tenant_id', '=', tenantId),
    eb('webhook_id', '=', id),
    ...(status === undefined ? [] : [eb('status', '=', status), ...undelivered]),
    ...(type === undefined ? [] : [eb('type', '=', type)]),
    ...(messageId === undefined ? [] : [eb('message_id', '=', messageId)]),
  ];
}

/** Returns ids of an endpoint's deliveries, newest first, one more than the page. */
export async function listDeliveryIds(
  db: Kysely<Schema>,
  webhook: ObjectRef,
  { limit, cursor, ...filter }: KeysetRequest & DeliveryFilter,
): Promise<string[]> {
  const rows = await db
    .selectFrom('webhook_deliveries')
    .select('id')
    .where((eb) => eb.and(conditions(eb, webhook, filter)))
    .$call(newestFirst({ limit, cursor }))
    .execute();
  return rows.map(({ id }) => id);
}

/** Which originals to find; times are in epoch milliseconds, both included. */
export interface OriginalsFilter extends DeliveryFilter {
  readonly ids?: readonly string[] | undefined;
  readonly since: number;
  readonly until: number;
  readonly limit: number;
}

/** A delivery to replay, with the columns that the new one inherits. */
export type Original = Omit<NewDelivery, 'replayOf'> & Pick<Delivery, 'id' | 'createdAt'>;

/** Returns the newest deliveries of an endpoint that match and are no repetitions, newest first. */
export async function findOriginals(
  db: Kysely<Schema>,
  webhook: ObjectRef,
  { ids, since, until, limit, ...filter }: OriginalsFilter,
): Promise<Original[]> {
  const originals = db
    .selectFrom('webhook_deliveries')
    .select(['id', 'event_id', 'type', 'message_id', 'sample', 'created_at'])
    .where((eb) => eb.and(conditions(eb, webhook, filter)))
    .where('replay_of', 'is', null)
    .where('created_at', '>=', since)
    .where('created_at', '<=', until)
    .orderBy('created_at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit);
  const rows = await (ids === undefined ? originals : originals.where((eb) => isIn(db, eb.ref('id'), ids))).execute();
  return rows.map((row) => ({
    id: row.id,
    tenantId: webhook.tenantId,
    webhookId: webhook.id,
    eventId: row.event_id,
    type: row.type,
    messageId: row.message_id,
    sample: row.sample === 1,
    createdAt: row.created_at,
  }));
}

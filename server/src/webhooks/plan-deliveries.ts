import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { WebhookDeliveryRow } from '../db/schema.ts';
import { chunkIds } from '../queue/jobs.ts';
import type { NewJob, Queue } from '../queue/queue.ts';
import { insertDeliveries } from './delivery-store.ts';
import { isSubscribed, readTypes } from './endpoint.ts';
import { findSubscribers } from './endpoint-store.ts';

/** How long the sweep leaves a delivery alone that a job was made for; past it the job counts as lost. */
export const HIDDEN_MS = 60 * 60 * 1000;

/** An event, as far as it decides on who gets it. */
interface Happening {
  readonly id: string;
  readonly tenantId: string;
  readonly type: string;
  readonly messageId?: string;
}

/** What a delivery is of; the rest of a new one is the same for all. */
export type PlannedDelivery = Pick<
  WebhookDeliveryRow,
  'tenant_id' | 'webhook_id' | 'event_id' | 'type' | 'message_id' | 'sample' | 'replay_of'
>;

/** Jobs for deliveries, none of them of two endpoints. */
export function toJobs(deliveries: readonly { readonly id: string; readonly webhook_id: string }[]): NewJob<'webhook'>[] {
  return [...Map.groupBy(deliveries, ({ webhook_id }) => webhook_id)].flatMap(([group, own]) =>
    chunkIds(own.map(({ id }) => id)).map((delivery_ids) => ({ queue: 'webhook', payload: { delivery_ids }, group })),
  );
}

export interface PlannerParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

/** Stores new deliveries that are due now, with their jobs, in the caller's transaction. Returns their ids, in order. */
export async function planDeliveries({ app, queue }: PlannerParts, trx: Trx, planned: readonly PlannedDelivery[]): Promise<string[]> {
  const { clock, newId } = app;
  const now = clock.now();
  const rows = planned.map((delivery) => ({
    id: newId('whd', now),
    ...delivery,
    status: 'pending',
    attempts: '[]',
    attempt_count: 0,
    created_at: now,
    next_attempt_at: now,
    due_at: now + HIDDEN_MS,
    claim_job: null,
    claim_attempt: null,
    claim_expires_at: null,
  }));
  await insertDeliveries(trx, rows);
  await queue.enqueue(trx, toJobs(rows));
  return rows.map(({ id }) => id);
}

/** Hears of events in their transaction and plans a delivery of each to every endpoint that is subscribed to it. */
export function deliveryPlanner(parts: PlannerParts) {
  return async (trx: Trx, happenings: readonly Happening[]): Promise<void> => {
    const subscribers = await findSubscribers(trx, [...new Set(happenings.map(({ tenantId }) => tenantId))]);
    if (subscribers.length === 0) return;
    const byTenant = Map.groupBy(
      subscribers.map(({ events, ...subscriber }) => ({ ...subscriber, types: readTypes(events) })),
      ({ tenant_id }) => tenant_id,
    );
    const planned = happenings.flatMap(({ id, tenantId, type, messageId }) =>
      (byTenant.get(tenantId) ?? [])
        .filter(({ types }) => isSubscribed(types, type))
        .map(({ id: webhook_id }): PlannedDelivery => {
          return { tenant_id: tenantId, webhook_id, event_id: id, type, message_id: messageId ?? null, sample: 0, replay_of: null };
        }),
    );
    if (planned.length > 0) await planDeliveries(parts, trx, planned);
  };
}

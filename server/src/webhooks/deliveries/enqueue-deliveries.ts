import type { AppContext } from '../../app-context.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { NewJob, Queue } from '../../queue/queue.ts';
import type { NewDelivery } from './delivery.ts';
import type { LateEndpoints } from './late-endpoints.ts';
import { insertDeliveries } from './store.ts';

/** Milliseconds for which the sweep leaves a delivery alone that has a job; after that the job counts as lost. */
export const HIDDEN_MS = HOUR_MS;

export interface EnqueueParts {
  readonly app: AppContext;
  readonly queue: Queue;
  readonly late: LateEndpoints;
}

const toJob = (group: string, delivery_ids: readonly string[]): NewJob<'webhook'> => ({
  ...{ queue: 'webhook', payload: { delivery_ids: [...delivery_ids] }, group },
});

/** Returns a job that comes after others: enough endpoints that hang or answer slowly would hold every worker, and all others up. */
export const toLateJob = (late: LateEndpoints, group: string, delivery_ids: readonly string[]): NewJob<'webhook'> => ({
  ...{ queue: 'webhook', payload: { delivery_ids: [...delivery_ids], late: true }, group, priority: late.nextPriority(group) },
});

/** Returns jobs for deliveries, each of one endpoint only; those of `behind` come after others. */
export function toJobs(
  { late }: EnqueueParts,
  deliveries: readonly { readonly id: string; readonly webhookId: string }[],
  behind: ReadonlySet<string>,
): NewJob<'webhook'>[] {
  return [...Map.groupBy(deliveries, ({ webhookId }) => webhookId)].flatMap(([group, own]) =>
    chunkIds(own.map(({ id }) => id)).map((delivery_ids) =>
      behind.has(group) ? toLateJob(late, group, delivery_ids) : toJob(group, delivery_ids),
    ),
  );
}

/**
 * Stores new deliveries that are due now, with their jobs, in the caller's transaction. Returns their ids, in order. Those of the endpoints
 * `behind` come after others.
 */
export async function enqueueDeliveries(
  parts: EnqueueParts,
  trx: Trx,
  planned: readonly NewDelivery[],
  behind: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { clock, newId } = parts.app;
  const createdAt = clock.now();
  const deliveries = planned.map((delivery) => ({ ...delivery, id: newId('whd', createdAt), createdAt, dueAt: createdAt + HIDDEN_MS }));
  await insertDeliveries(trx, deliveries);
  await parts.queue.enqueue(trx, toJobs(parts, deliveries, behind));
  return deliveries.map(({ id }) => id);
}

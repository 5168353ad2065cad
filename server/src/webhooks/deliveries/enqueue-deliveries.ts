import type { AppContext } from '../../app-context.ts';
import { HOUR_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { chunkIds } from '../../queue/jobs.ts';
import type { NewJob, Queue } from '../../queue/queue.ts';
import type { NewDelivery } from './delivery.ts';
import { insertDeliveries } from './store.ts';

/** Milliseconds for which the sweep leaves a delivery alone that has a job; after that the job counts as lost. */
export const HIDDEN_MS = HOUR_MS;

export interface EnqueueParts {
  readonly app: AppContext;
  readonly queue: Queue;
}

/** Jobs of endpoints that nothing gets through to come last: enough of them that hang would hold every worker, and all others up. */
const FAILING_PRIORITY = -1;

const toJob = (group: string, delivery_ids: readonly string[]): NewJob<'webhook'> => ({
  ...{ queue: 'webhook', payload: { delivery_ids: [...delivery_ids] }, group },
});

/** Returns a job for deliveries to an endpoint that is failing. */
export const toLateJob = (group: string, delivery_ids: readonly string[]): NewJob<'webhook'> => ({
  ...{ queue: 'webhook', payload: { delivery_ids: [...delivery_ids], late: true }, group, priority: FAILING_PRIORITY },
});

/** Returns jobs for deliveries, each of one endpoint only. `failing`: the endpoints whose last attempt has failed. */
export function toJobs(
  deliveries: readonly { readonly id: string; readonly webhookId: string }[],
  failing: ReadonlySet<string>,
): NewJob<'webhook'>[] {
  return [...Map.groupBy(deliveries, ({ webhookId }) => webhookId)].flatMap(([group, own]) =>
    chunkIds(own.map(({ id }) => id)).map((delivery_ids) =>
      failing.has(group) ? toLateJob(group, delivery_ids) : toJob(group, delivery_ids),
    ),
  );
}

/**
 * Stores new deliveries that are due now, with their jobs, in the caller's transaction. Returns their ids, in order. Those of `failing`
 * endpoints come after others.
 */
export async function enqueueDeliveries(
  { app, queue }: EnqueueParts,
  trx: Trx,
  planned: readonly NewDelivery[],
  failing: ReadonlySet<string> = new Set(),
): Promise<string[]> {
  const { clock, newId } = app;
  const createdAt = clock.now();
  const deliveries = planned.map((delivery) => ({ ...delivery, id: newId('whd', createdAt), createdAt, dueAt: createdAt + HIDDEN_MS }));
  await insertDeliveries(trx, deliveries);
  await queue.enqueue(trx, toJobs(deliveries, failing));
  return deliveries.map(({ id }) => id);
}

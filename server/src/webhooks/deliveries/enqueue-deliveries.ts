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

/** Returns jobs for deliveries, each of one endpoint only. */
export function toJobs(deliveries: readonly { readonly id: string; readonly webhookId: string }[]): NewJob<'webhook'>[] {
  return [...Map.groupBy(deliveries, ({ webhookId }) => webhookId)].flatMap(([group, own]) =>
    chunkIds(own.map(({ id }) => id)).map((delivery_ids) => ({ queue: 'webhook', payload: { delivery_ids }, group })),
  );
}

/** Stores new deliveries that are due now, with their jobs, in the caller's transaction. Returns their ids, in order. */
export async function enqueueDeliveries({ app, queue }: EnqueueParts, trx: Trx, planned: readonly NewDelivery[]): Promise<string[]> {
  const { clock, newId } = app;
  const createdAt = clock.now();
  const deliveries = planned.map((delivery) => ({ ...delivery, id: newId('whd', createdAt), createdAt, dueAt: createdAt + HIDDEN_MS }));
  await insertDeliveries(trx, deliveries);
  await queue.enqueue(trx, toJobs(deliveries));
  return deliveries.map(({ id }) => id);
}

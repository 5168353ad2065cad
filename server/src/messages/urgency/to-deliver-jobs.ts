import { chunkIds, type DeliverQueue } from '../../queue/jobs.ts';
import type { NewJob } from '../../queue/queue.ts';
import type { RecentMail } from './recent-mail.ts';

/** The recent messages of a tenant up to which its next one has the highest priority. */
const FEW = 8;
/** Doublings of that from which a tenant's mail goes into the queue `deliver_flood`. */
const FLOOD_DOUBLINGS = 7;
/** Messages of a tenant at once that go there as well: its jobs are large, and a worker has several in hand before it looks for others. */
const MANY_AT_ONCE = 20;

/** A message that is to get a job. */
export interface QueuedMessage {
  readonly id: string;
  readonly tenantId: string;
  /** Whether it belongs to a broadcast; false by default. */
  readonly bulk?: boolean;
}

/**
 * Returns the jobs of messages. Tenants with little recent mail go first: the priority of a message is lower by one for each doubling of
 * what its tenant had lately. Mail of tenants with very much, lately or at once, and mail of broadcasts, goes into queues of its own. Tenants
 * of the same priority share jobs. `now`: epoch milliseconds.
 */
export function toDeliverJobs(recent: RecentMail, messages: readonly QueuedMessage[], now: number): NewJob[] {
  const byTenant = Map.groupBy(messages, ({ tenantId }) => tenantId);
  const priorities = new Map(
    [...byTenant].map(([id, own]) => [id, 0 - Math.max(0, Math.floor(Math.log2(recent.add(id, own.length, now) / FEW)))]),
  );
  const priorityOf = ({ tenantId }: QueuedMessage) => priorities.get(tenantId) ?? 0;
  function queueOf(message: QueuedMessage): DeliverQueue {
    if (message.bulk === true) return 'deliver_bulk';
    const isMany = (byTenant.get(message.tenantId)?.length ?? 0) >= MANY_AT_ONCE;
    return isMany || priorityOf(message) <= -FLOOD_DOUBLINGS ? 'deliver_flood' : 'deliver';
  }
  return [...Map.groupBy(messages, queueOf)].flatMap(([queue, queued]) =>
    [...Map.groupBy(queued, priorityOf)].flatMap(([priority, own]) =>
      chunkIds(own.map(({ id }) => id)).map((message_ids) => ({ queue, payload: { message_ids }, priority })),
    ),
  );
}

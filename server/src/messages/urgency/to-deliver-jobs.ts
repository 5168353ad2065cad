import { chunkIds, type DeliverQueue } from '../../queue/jobs.ts';
import type { NewJob } from '../../queue/queue.ts';
import type { RecentMail } from './recent-mail.ts';

/** Recent messages up to which a tenant's next is as urgent as any. */
const FEW = 8;
/** Doublings of that after which a tenant's mail is a flood, which can wait. */
const FLOOD_DOUBLINGS = 7;

/** A message that a job is to be made for. */
export interface QueuedMessage {
  readonly id: string;
  readonly tenantId: string;
  /** One of the many mails of a broadcast; not unless given. */
  readonly bulk?: boolean;
}

/**
 * Makes the jobs of messages, so that whoever had little of late goes first: the more messages a tenant had, the less urgent
 * its next, by one for each doubling; those of whoever had very many go apart, as those of broadcasts do. Tenants of one
 * urgency share jobs. `now` is in epoch milliseconds.
 */
export function toDeliverJobs(recent: RecentMail, messages: readonly QueuedMessage[], now: number): NewJob[] {
  const byTenant = Map.groupBy(messages, ({ tenantId }) => tenantId);
  const urgencies = new Map(
    [...byTenant].map(([id, own]) => [id, 0 - Math.max(0, Math.floor(Math.log2(recent.add(id, own.length, now) / FEW)))]),
  );
  const urgencyOf = ({ tenantId }: QueuedMessage) => urgencies.get(tenantId) ?? 0;
  function queueOf(message: QueuedMessage): DeliverQueue {
    if (message.bulk === true) return 'deliver_bulk';
    return urgencyOf(message) <= -FLOOD_DOUBLINGS ? 'deliver_flood' : 'deliver';
  }
  return [...Map.groupBy(messages, queueOf)].flatMap(([queue, queued]) =>
    [...Map.groupBy(queued, urgencyOf)].flatMap(([priority, own]) =>
      chunkIds(own.map(({ id }) => id)).map((message_ids) => ({ queue, payload: { message_ids }, priority })),
    ),
  );
}

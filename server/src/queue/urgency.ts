import { chunkIds, type DeliverQueue } from './jobs.ts';
import type { NewJob } from './queue.ts';

/** After so long, half of what somebody had is forgotten. */
const HALF_LIFE_MS = 60_000;
/** Who had fewer of late than this has had next to nothing. */
const FEW = 8;
/** Doublings of that after which a tenant's mail is a flood, which can wait. */
const FLOOD_DOUBLINGS = 7;
/** Tenants remembered at once. */
const MOST = 10_000;

/** A message that a job is to be made for. */
export interface Queued {
  readonly id: string;
  readonly tenantId: string;
  /** One of the many mails of a broadcast; not unless given. */
  readonly bulk?: boolean;
}

/** How much mail tenants had of late, as far as this process has seen it. */
export interface RecentMail {
  /** Adds messages and returns how many the tenant has had, these included. */
  note(tenantId: string, count: number, now: number): number;
}

export function createRecentMail(): RecentMail {
  const had = new Map<string, { count: number; at: number }>();
  return {
    note(tenantId, count, now) {
      const before = had.get(tenantId);
      const kept = before === undefined ? 0 : before.count * 0.5 ** (Math.max(0, now - before.at) / HALF_LIFE_MS);
      had.delete(tenantId);
      had.set(tenantId, { count: kept + count, at: now });
      const [oldest] = had.keys();
      if (had.size > MOST && oldest !== undefined) had.delete(oldest);
      return kept + count;
    },
  };
}

/**
 * Makes the jobs of messages, so that whoever had little of late goes first: the more messages a tenant had, the less urgent
 * its next, by one for each doubling; those of whoever had very many go apart, as those of broadcasts do. Tenants of one
 * urgency share jobs.
 */
export function toDeliverJobs(recent: RecentMail, messages: readonly Queued[], now: number): NewJob[] {
  const byTenant = Map.groupBy(messages, ({ tenantId }) => tenantId);
  const urgencies = new Map(
    [...byTenant].map(([id, own]) => [id, 0 - Math.max(0, Math.floor(Math.log2(recent.note(id, own.length, now) / FEW)))]),
  );
  const urgencyOf = ({ tenantId }: Queued) => urgencies.get(tenantId) ?? 0;
  function queueOf(message: Queued): DeliverQueue {
    if (message.bulk === true) return 'deliver_bulk';
    return urgencyOf(message) <= -FLOOD_DOUBLINGS ? 'deliver_flood' : 'deliver';
  }
  return [...Map.groupBy(messages, queueOf)].flatMap(([queue, queued]) =>
    [...Map.groupBy(queued, urgencyOf)].flatMap(([priority, own]) =>
      chunkIds(own.map(({ id }) => id)).map((message_ids) => ({ queue, payload: { message_ids }, priority })),
    ),
  );
}

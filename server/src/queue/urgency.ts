import { chunkIds } from './jobs.ts';

/** After so long, half of what somebody had is forgotten. */
const HALF_LIFE_MS = 60_000;
/** Who had fewer of late than this has had next to nothing. */
const FEW = 8;
/** Tenants remembered at once. */
const MOST = 10_000;

/** A message that a job is to be made for. */
export interface Queued {
  readonly id: string;
  readonly tenantId: string;
}

/** Message ids of one job, and how urgent it is. */
export interface FairChunk {
  readonly message_ids: string[];
  readonly priority: number;
}

/**
 * Cuts messages into the chunks that jobs carry, so that whoever had little of late goes first: the more messages a tenant
 * had, the less urgent its next, by one for each doubling. Tenants of one urgency share chunks. Each process remembers what
 * it has seen itself.
 */
export type ChunkFairly = (messages: readonly Queued[], now: number) => FairChunk[];

export function fairChunks(): ChunkFairly {
  const had = new Map<string, { count: number; at: number }>();

  function note(tenantId: string, count: number, now: number): number {
    const before = had.get(tenantId);
    const kept = before === undefined ? 0 : before.count * 0.5 ** (Math.max(0, now - before.at) / HALF_LIFE_MS);
    had.delete(tenantId);
    had.set(tenantId, { count: kept + count, at: now });
    const [oldest] = had.keys();
    if (had.size > MOST && oldest !== undefined) had.delete(oldest);
    return kept + count;
  }

  return (messages, now) => {
    const byTenant = Map.groupBy(messages, ({ tenantId }) => tenantId);
    const urgencies = new Map(
      [...byTenant].map(([id, own]) => [id, 0 - Math.max(0, Math.floor(Math.log2(note(id, own.length, now) / FEW)))]),
    );
    const byUrgency = Map.groupBy(messages, ({ tenantId }) => urgencies.get(tenantId) ?? 0);
    return [...byUrgency].flatMap(([priority, own]) => chunkIds(own.map(({ id }) => id)).map((message_ids) => ({ message_ids, priority })));
  };
}

/** Milliseconds after which half of a tenant's count is forgotten. */
const HALF_LIFE_MS = 60_000;
/** Tenants remembered at once; the one that was counted longest ago is forgotten first. */
const MOST_TENANTS = 10_000;

/** How many messages tenants had of late, as far as this process has seen it. */
export interface RecentMail {
  /** Adds messages at a time in epoch milliseconds. Returns how many the tenant has had of late, these included; a fraction, since older ones are forgotten bit by bit. */
  add(tenantId: string, count: number, now: number): number;
}

/** Creates the counts of a process, with nothing in them. */
export function createRecentMail(): RecentMail {
  const counts = new Map<string, { count: number; at: number }>();
  return {
    add(tenantId, count, now) {
      const before = counts.get(tenantId);
      const kept = before === undefined ? 0 : before.count * 0.5 ** (Math.max(0, now - before.at) / HALF_LIFE_MS);
      counts.delete(tenantId);
      counts.set(tenantId, { count: kept + count, at: now });
      const [oldest] = counts.keys();
      if (counts.size > MOST_TENANTS && oldest !== undefined) counts.delete(oldest);
      return kept + count;
    },
  };
}

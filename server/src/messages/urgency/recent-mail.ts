/** Milliseconds after which half of a tenant's count is forgotten. */
const HALF_LIFE_MS = 60_000;
/** The most tenants with a count; the one that was counted longest ago is dropped first. */
const MOST_TENANTS = 10_000;

/** How many messages tenants had lately, as far as this process has seen them. */
export interface RecentMail {
  /** Adds messages at a time in epoch milliseconds. Returns how many the tenant had lately, including these; a fraction, since older ones count less and less. */
  add(tenantId: string, count: number, now: number): number;
}

/** Creates the counts of one process. */
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

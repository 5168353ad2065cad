import type { Trx } from '../db/dialect.ts';
import { lockLogTimes, writeLogTimes } from '../meters/log-time-store.ts';
import { addressKey } from './find-suppressed.ts';
import { findSuppressions, insertSuppressions, updateSuppressions } from './store.ts';
import { type Suppression, type SuppressionEntry, toSuppression, widen } from './suppression.ts';

/** The result of an entry. */
export interface SuppressionResult {
  /** The list's entry for the address, after all entries. */
  readonly suppression: Suppression;
  /** Whether this entry created it. */
  readonly added: boolean;
}

const LOG = 'last_suppression_at';

interface Plan {
  /** After all entries, by `addressKey`. */
  readonly suppressions: ReadonlyMap<string, Suppression>;
  readonly added: ReadonlySet<SuppressionEntry>;
  /** The time of each tenant's last new entry. */
  readonly times: ReadonlyMap<string, number>;
}

/** Decides on all entries in memory; the transaction holds the meters of their tenants. */
function plan(entries: readonly SuppressionEntry[], known: readonly Suppression[], lastAt: ReadonlyMap<string, number>): Plan {
  const suppressions = new Map(known.map((suppression) => [addressKey(suppression), suppression]));
  const times = new Map<string, number>();
  const added = new Set<SuppressionEntry>();
  for (const entry of entries) {
    const before = suppressions.get(addressKey(entry));
    if (before !== undefined) {
      suppressions.set(addressKey(entry), widen(before, entry));
      continue;
    }
    const createdAt = Math.max(entry.at, (times.get(entry.tenantId) ?? lastAt.get(entry.tenantId) ?? 0) + 1);
    suppressions.set(addressKey(entry), toSuppression(entry, createdAt));
    times.set(entry.tenantId, createdAt);
    added.add(entry);
  }
  return { suppressions, added, times };
}

/**
 * Puts addresses on their tenants' lists in the caller's transaction and returns, in order, the result of each; undefined if the tenant
 * no longer exists. It waits for the tenants' meters: a transaction that also locks messages takes the meters first.
 */
export async function suppress(trx: Trx, given: readonly SuppressionEntry[]): Promise<(SuppressionResult | undefined)[]> {
  if (given.length === 0) return [];
  const lastAt = await lockLogTimes(trx, { log: LOG, tenantIds: [...new Set(given.map(({ tenantId }) => tenantId))] });
  const entries = given.filter(({ tenantId }) => lastAt.has(tenantId));
  const known = await findSuppressions(trx, entries);
  const { suppressions, added, times } = plan(entries, known, lastAt);
  const changed = known.flatMap((before) => suppressions.get(addressKey(before)) ?? []).filter((after) => !known.includes(after));
  const inserted = [...added].flatMap((entry) => suppressions.get(addressKey(entry)) ?? []);
  await insertSuppressions(trx, inserted);
  if (changed.length > 0) await updateSuppressions(trx, changed);
  if (times.size > 0) await writeLogTimes(trx, { log: LOG, times });
  return given.map((entry) => {
    const suppression = suppressions.get(addressKey(entry));
    return suppression === undefined ? undefined : { suppression, added: added.has(entry) };
  });
}

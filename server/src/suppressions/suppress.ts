import type { Trx } from '../db/dialect.ts';
import type { SuppressionRow } from '../db/schema.ts';
import { lockLogTimes, writeLogTimes } from '../tenants/index.ts';
import { findSuppressions, insertSuppressions, updateSuppressions } from './store.ts';
import { type SuppressionEntry, toRow, widen } from './suppression.ts';

/** What became of an entry. */
export interface Suppressed {
  /** The address's row, after all entries. */
  readonly row: SuppressionRow;
  /** Whether this entry made it. */
  readonly added: boolean;
}

const LOG = 'last_suppression_at';

const keyOf = (tenantId: string, email: string) => `${tenantId} ${email}`;

interface Plan {
  readonly rows: Map<string, SuppressionRow>;
  readonly added: ReadonlySet<SuppressionEntry>;
  readonly times: Map<string, number>;
}

/** Decides over all entries in memory, holding the meters of their tenants. */
function plan(entries: readonly SuppressionEntry[], known: readonly SuppressionRow[], lastAt: ReadonlyMap<string, number>): Plan {
  const rows = new Map(known.map((row) => [keyOf(row.tenant_id, row.email), row]));
  const times = new Map<string, number>();
  const added = new Set<SuppressionEntry>();
  for (const entry of entries) {
    const { tenantId, email, at } = entry;
    const row = rows.get(keyOf(tenantId, email));
    const createdAt = Math.max(at, (times.get(tenantId) ?? lastAt.get(tenantId) ?? 0) + 1);
    rows.set(keyOf(tenantId, email), row === undefined ? toRow(entry, createdAt) : widen(row, entry));
    if (row !== undefined) continue;
    times.set(tenantId, createdAt);
    added.add(entry);
  }
  return { rows, added, times };
}

/**
 * Puts addresses on their tenants' lists in the caller's transaction and answers, in order, what became of
 * each; undefined where the tenant is gone. It waits for the tenants' meters: a transaction that locks
 * messages as well takes the meters first.
 */
export async function suppress(trx: Trx, given: readonly SuppressionEntry[]): Promise<(Suppressed | undefined)[]> {
  if (given.length === 0) return [];
  const lastAt = await lockLogTimes(trx, { log: LOG, tenantIds: [...new Set(given.map(({ tenantId }) => tenantId))] });
  const entries = given.filter(({ tenantId }) => lastAt.has(tenantId));
  const known = await findSuppressions(
    trx,
    entries.map(({ tenantId, email }) => ({ tenant_id: tenantId, email })),
  );
  const { rows, added, times } = plan(entries, known, lastAt);
  const rowOf = ({ tenantId, email }: SuppressionEntry) => rows.get(keyOf(tenantId, email));
  const changed = known.flatMap((row) => rows.get(keyOf(row.tenant_id, row.email)) ?? []).filter((row) => !known.includes(row));
  await insertSuppressions(
    trx,
    [...added].flatMap((entry) => rowOf(entry) ?? []),
  );
  if (changed.length > 0) await updateSuppressions(trx, changed);
  if (times.size > 0) await writeLogTimes(trx, { log: LOG, times });
  return given.map((entry) => {
    const row = rowOf(entry);
    return row === undefined ? undefined : { row, added: added.has(entry) };
  });
}

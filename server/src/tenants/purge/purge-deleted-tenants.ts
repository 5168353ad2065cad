import type { AppContext } from '../../app-context.ts';
import type { BlobUpkeep } from '../../blobs/blobs.ts';
import { DAY_MS } from '../../core/durations.ts';
import { deleteMarkers, deletePage, deleteStorageChanges, findDeletedTenants, purgeRules } from './store.ts';

/** How long the marker of a deleted tenant stays, so that what was still under way when it was deleted is removed as well. */
const MARKER_MS = DAY_MS;
/** Small, since a purge that is told to stop finishes the batch it has begun. */
const ROWS_A_RUN = 500;

export interface PurgeParts extends Pick<AppContext, 'db' | 'clock'> {
  readonly blobs: Pick<BlobUpkeep, 'removeOf'>;
}

/** Removes at most `limit` rows and blobs of deleted tenants, in pages, and returns how many; 0 when nothing is left to remove now. */
export async function purgeDeletedTenants({ db, clock, blobs }: PurgeParts, limit: number): Promise<number> {
  const tenantIds = await findDeletedTenants(db.write);
  if (tenantIds.length === 0) return 0;
  let removed = 0;
  for (const [table, rule] of Object.entries(purgeRules)) {
    if (typeof rule === 'string') continue;
    for (let more = true; more && removed < limit; ) {
      const page = Math.min(rule.page, limit - removed);
      const count = await db.transact((trx) => deletePage(trx, { table, key: rule.key, tenantIds, limit: page }));
      removed += count;
      more = count === page;
    }
  }
  removed += await blobs.removeOf(tenantIds, limit - removed);
  await db.transact((trx) => deleteStorageChanges(trx, tenantIds));
  if (removed === limit) return removed;
  return removed + (await db.transact((trx) => deleteMarkers(trx, clock.now() - MARKER_MS)));
}

export interface TenantPurge {
  /** Removes the rows of deleted tenants in the background. */
  kick(): void;
  /** Resolves when what was kicked is done. */
  settled(): Promise<void>;
  /** Starts no further batch and waits for the running one; the `cleanup` job continues from there. */
  stop(): Promise<void>;
}

export function createTenantPurge(parts: PurgeParts & Pick<AppContext, 'log'>): TenantPurge {
  let last = Promise.resolve();
  let stopped = false;

  async function run(): Promise<void> {
    while (!stopped && (await purgeDeletedTenants(parts, ROWS_A_RUN)) > 0);
  }

  return {
    kick() {
      last = last.then(run).catch((error) => parts.log.error({ err: error }, 'could not remove the rows of a deleted tenant'));
    },
    settled: () => last,
    stop() {
      stopped = true;
      return last;
    },
  };
}

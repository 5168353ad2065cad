import type { AppContext } from '../app-context.ts';
import { type BehindTenant, findFollowed, indexRecipients, listBehind, lockFollowing, writeFollowed } from '../messages/index.ts';
import { sumUp } from './count.ts';
import { addToHours } from './hour-store.ts';
import { acceptedOf, type LogEntry, readLogs } from './log-store.ts';
import { HELD, type PageCount } from './page-count.ts';

const TENANTS = 20;
/** Messages of a page, of all its tenants. */
const PAGE = 5000;

interface LogPage {
  readonly tenants: readonly BehindTenant[];
  readonly entries: readonly LogEntry[];
  /** By tenant: how far the page reaches. */
  readonly places: ReadonlyMap<string, number>;
}

async function readPage({ db }: Pick<AppContext, 'db'>, tenants: readonly BehindTenant[]): Promise<LogPage> {
  const each = Math.floor(PAGE / tenants.length);
  const entries = await readLogs(db.read, tenants, each);
  const byTenant = Map.groupBy(entries, ({ tenantId }) => tenantId);
  const places = tenants.map(({ tenantId, until }) => {
    const own = byTenant.get(tenantId) ?? [];
    return [tenantId, own.length < each ? until : (own.at(-1)?.position ?? until)] as const;
  });
  return { tenants, entries, places: new Map(places) };
}

/** Counts what a page has, of those of its tenants that nobody has counted since it was read. */
async function writePage(app: AppContext, { tenants, entries, places }: LogPage): Promise<boolean> {
  return app.db.transact(async (trx) => {
    if (!(await lockFollowing(trx))) return false;
    const followed = await findFollowed(
      trx,
      tenants.map(({ tenantId }) => tenantId),
    );
    const current = tenants.filter((tenant) => (followed.get(tenant.tenantId) ?? -1) === tenant.followed).map(({ tenantId }) => tenantId);
    const isCurrent = new Set(current);
    // Mail of broadcasts was counted as it was made: its places are reserved, so that it comes late.
    const accepted = entries.filter(({ tenantId, broadcastId }) => broadcastId === null && isCurrent.has(tenantId));
    await addToHours(trx, sumUp(accepted.map(acceptedOf)));
    await indexRecipients(app, trx, accepted);
    await writeFollowed(trx, new Map([...places].filter(([tenantId]) => isCurrent.has(tenantId))));
    return true;
  });
}

/**
 * Counts what was accepted since it was counted last, a page of it, from the logs themselves: accepting writes nothing for it. Places
 * are taken and written under the tenant's meter, so that all up to its last one are there when that is. `next`: where the next page
 * begins.
 */
export async function followLogs(app: AppContext, after: string): Promise<PageCount & { readonly next: string }> {
  await app.priority.wait();
  const tenants = await listBehind(app.db.read, { after, limit: TENANTS });
  if (tenants.length === 0) return { handled: 0, more: false, next: after };
  const page = await readPage(app, tenants);
  if (!(await writePage(app, page))) return { ...HELD, next: after };
  const isDone = tenants.every(({ tenantId, until }) => page.places.get(tenantId) === until);
  return { handled: page.entries.length, more: true, next: isDone ? (tenants.at(-1)?.tenantId ?? after) : after };
}

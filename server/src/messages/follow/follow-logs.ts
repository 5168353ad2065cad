import type { AppContext } from '../../app-context.ts';
import { findCursorPositions, type LaggingTenant, listLagging, lockLogCursors, writeFollowed } from './cursor-store.ts';
import { logRead } from './log-read.ts';
import { type LogEntry, readLogs } from './log-store.ts';
import { HELD, type PageCount } from './page-count.ts';

/** Tenants of a page. */
const TENANTS = 20;
/** Messages of a page, of all its tenants together. */
const PAGE = 5000;

interface LogPage {
  readonly tenants: readonly LaggingTenant[];
  readonly entries: readonly LogEntry[];
  /** The last position of the page, by tenant. */
  readonly positions: ReadonlyMap<string, number>;
}

async function readPage({ db }: Pick<AppContext, 'db'>, tenants: readonly LaggingTenant[]): Promise<LogPage> {
  const each = Math.floor(PAGE / tenants.length);
  const entries = await readLogs(db.read, tenants, each);
  const byTenant = Map.groupBy(entries, ({ tenantId }) => tenantId);
  const positions = tenants.map(({ tenantId, until }) => {
    const own = byTenant.get(tenantId) ?? [];
    return [tenantId, own.length < each ? until : (own.at(-1)?.position ?? until)] as const;
  });
  return { tenants, entries, positions: new Map(positions) };
}

/**
 * Announces a page, without tenants whose cursor has moved since it was read, and moves the cursors. Returns false if another process has
 * locked them.
 */
async function writePage(app: AppContext, { tenants, entries, positions }: LogPage): Promise<boolean> {
  return app.db.transact(async (trx) => {
    if (!(await lockLogCursors(trx))) return false;
    const followed = await findCursorPositions(
      trx,
      tenants.map(({ tenantId }) => tenantId),
    );
    const current = tenants.filter((tenant) => (followed.get(tenant.tenantId) ?? -1) === tenant.followed).map(({ tenantId }) => tenantId);
    const isCurrent = new Set(current);
    // Mail of broadcasts was announced when it was inserted: as its positions are reserved, it may be committed after the cursor has
    // passed.
    const messages = entries.filter(({ tenantId, broadcastId }) => broadcastId === null && isCurrent.has(tenantId));
    await app.hooks.notify(logRead, trx, { messages, events: [] });
    await writeFollowed(trx, new Map([...positions].filter(([tenantId]) => isCurrent.has(tenantId))));
    return true;
  });
}

/**
 * Reads and announces a page of the messages after the cursors, so that sends need not write for statistics and search. Positions are assigned
 * under the lock of the tenant's meter: once the last one is visible, all before it are. `next`: the tenant id after which the next page begins.
 */
export async function followLogs(app: AppContext, after: string): Promise<PageCount & { readonly next: string }> {
  await app.priority.yieldToForeground();
  const tenants = await listLagging(app.db.read, { after, limit: TENANTS });
  if (tenants.length === 0) return { handled: 0, more: false, next: after };
  const page = await readPage(app, tenants);
  if (!(await writePage(app, page))) return { ...HELD, next: after };
  const isDone = tenants.every(({ tenantId, until }) => page.positions.get(tenantId) === until);
  return { handled: page.entries.length, more: true, next: isDone ? (tenants.at(-1)?.tenantId ?? after) : after };
}

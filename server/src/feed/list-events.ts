import type { AppContext } from '../app-context.ts';
import { LEAST_RETENTION_DAYS } from '../config/config.ts';
import { systemClock } from '../core/clock.ts';
import type { WithoutPermit } from '../core/concurrency/owner-semaphores.ts';
import { DAY_MS } from '../core/durations.ts';
import { ApiError } from '../core/errors/api-error.ts';
import { timeOfId } from '../core/ids.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { countFitting } from '../db/fit-page.ts';
import type { Horizon } from './horizon.ts';
import { findContents, findLast, findPlace, listContentBytes, listPlacedEvents } from './store.ts';
import type { Waiters } from './waiters.ts';

/** Events examined by one statement for those that match a filter. */
const LOOKED_THROUGH = 2000;

export interface FeedParts {
  readonly app: AppContext;
  readonly horizon: Horizon;
  readonly waiters: Waiters;
  /** Awaited before events are read: those who wait for the same horizon continue one after the other. */
  readonly yieldIfBusy: () => Promise<void>;
}

export interface FeedQuery {
  readonly after?: string | undefined;
  readonly types?: readonly string[] | undefined;
  readonly messageId?: string | undefined;
  readonly limit: number;
  readonly waitMs: number;
}

/** Where a reader is: after this event, or before all of them. */
interface Position {
  readonly place: number;
  readonly id: string | null;
}

const START: Position = { place: 0, id: null };

export interface Reader {
  readonly tenantId: string;
  readonly withoutPermit: WithoutPermit | undefined;
  readonly signal: AbortSignal | undefined;
}

interface PageQuery extends Pick<FeedQuery, 'types' | 'messageId' | 'limit'> {
  readonly tenantId: string;
  readonly from: Position;
  readonly until: number;
}

/**
 * Returns whether retention may have removed the event with an id, which is no older than its tenant. By the least of days: more may be
 * kept now than when it went, or all.
 */
function mayBeRemoved({ clock }: AppContext, { tenantId, id }: ObjectRef): boolean {
  const at = timeOfId(id);
  // A day earlier, since the tenant may be from a machine whose clock is ahead.
  return at !== undefined && at < clock.now() - LEAST_RETENTION_DAYS * DAY_MS && at >= (timeOfId(tenantId) ?? 0) - DAY_MS;
}

async function findStart({ app }: FeedParts, tenantId: string, { after, until }: { after: string | undefined; until: number }) {
  if (after === undefined) return START;
  if (after === 'now') return (await findLast(app.db.read, { tenantId, until })) ?? START;
  const ref = { tenantId, id: after };
  const place = await findPlace(app.db.read, ref);
  if (place === undefined && !mayBeRemoved(app, ref)) return new ApiError('invalid_cursor');
  // A removed event has no position any more, and one recorded before positions existed has none: everything that is kept is returned
  // again.
  return { place: place ?? 0, id: after };
}

/** Reads the next events up to the horizon, at most so many, and how far that got. */
async function readPage({ app }: FeedParts, { tenantId, from, until, types, messageId, limit }: PageQuery) {
  const { read } = app.db;
  const most = types === undefined && messageId === undefined ? limit + 1 : LOOKED_THROUGH;
  const seen = await listPlacedEvents(read, { tenantId, after: from.place, until, messageId }, most);
  const matching = types === undefined ? seen : seen.filter(({ type }) => types.includes(type));
  const shown = matching.slice(0, limit).map(({ id }) => id);
  const fitting = countFitting(await listContentBytes(read, shown));
  const ids = shown.slice(0, fitting);
  if (matching.length > ids.length) return { ids, position: matching[ids.length - 1] ?? from, hasMore: true };
  const last = messageId === undefined || seen.length === most ? seen.at(-1) : await findLast(read, { tenantId, until });
  return { ids, position: last !== undefined && last.place > from.place ? last : from, hasMore: seen.length === most };
}

/** Returns the next events of a tenant, in the order of recording; if there are none, waits for some as long as it may. */
export async function listEvents(parts: FeedParts, { tenantId, withoutPermit = (wait) => wait(), signal }: Reader, query: FeedQuery) {
  const { app, horizon, waiters, yieldIfBusy } = parts;
  const ends = systemClock.monotonic() + query.waitMs;
  let until = await horizon.reach();
  const start = await findStart(parts, tenantId, { after: query.after, until });
  if (start instanceof ApiError) return start;
  let from: Position = start;
  for (;;) {
    await yieldIfBusy();
    const { ids, position, hasMore } = await readPage(parts, { ...query, tenantId, from, until });
    const ms = ends - systemClock.monotonic();
    const isWoken = async () => withoutPermit(() => waiters.wait({ tenantId, after: position.place, ms, signal }));
    if (ids.length > 0 || hasMore || ms <= 0 || !(await isWoken()))
      return { events: await findContents(app.db.read, ids), cursor: position.id, hasMore };
    from = position;
    until = await horizon.look();
  }
}

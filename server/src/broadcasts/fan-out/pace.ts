import type { AppContext } from '../../app-context.ts';
import type { Config } from '../../config/config.ts';
import { MINUTE_MS } from '../../core/durations.ts';
import type { Trx } from '../../db/dialect.ts';
import { lockOverdue, type Placement, reissueMessages } from '../../messages/bulk/index.ts';
import { HIDDEN_MS, type Message } from '../../messages/index.ts';
import { lockPaces, type Pace, reserveTurns, updatePaces } from './pace-store.ts';

const PAGE = 500;
/**
 * Milliseconds of delay that mail on the real clock reaches only after a standstill. Without the limit, everything that had come due
 * would go at once, followed by the next minute's mail.
 */
const LATE_MS = 5000;

const US_PER_MS = 1000;
const NS_PER_US = 1000;
const NS_PER_MS = NS_PER_US * US_PER_MS;

/**
 * When the first mail comes due, in epoch microseconds, and the interval between further ones in nanoseconds. Without a pace, jobs are
 * created at once and mail is hidden from the sweep.
 */
export interface Due {
  readonly dueUs: number;
  readonly stepNs: number;
}

/** Returns the nanoseconds between two broadcast mails of a tenant; 0 if there is no pace. */
const stepOf = ({ BROADCAST_RATE: rate }: Config) => (rate === 0 ? 0 : Math.ceil((MINUTE_MS * NS_PER_MS) / rate));

/** Returns how long the turns of `count` mails take, in microseconds. */
const takenBy = (count: number, stepNs: number) => Math.ceil((count * stepNs) / NS_PER_US);

/** Returns when a mail comes due, in epoch milliseconds; `place` counts from 0. `insertBulk` does the same in SQL. */
export const dueAtPlace = ({ dueUs, stepNs }: Due, place: number): number =>
  Math.floor((dueUs + Math.floor((place * stepNs) / NS_PER_US)) / US_PER_MS);

/** How late mail may be and keep its turn; a virtual clock moves by minutes, and what it passes over is due. */
const lateOf = ({ CLOCK }: Config) => (CLOCK === 'real' ? LATE_MS : MINUTE_MS);

/** Returns whether there is a pace (`BROADCAST_RATE`): then a sweep creates the jobs as the mail comes due. */
export const isPaced = ({ config }: AppContext): boolean => stepOf(config) > 0;

/** Reserves turns for `count` mails of a tenant and returns when they come due. */
export async function scheduleMail(
  { clock, config }: AppContext,
  trx: Trx,
  { tenantId, count }: { readonly tenantId: string; readonly count: number },
): Promise<Due> {
  const now = clock.now();
  const stepNs = stepOf(config);
  if (stepNs === 0 || count === 0) return { dueUs: (now + HIDDEN_MS) * US_PER_MS, stepNs: 0 };
  const turns = await reserveTurns(trx, { taken: new Map([[tenantId, takenBy(count, stepNs)]]), now: now * US_PER_MS });
  return { dueUs: turns.get(tenantId) ?? now * US_PER_MS, stepNs };
}

/** Reserves new turns for mail whose own have passed, in its order. */
async function placeAnew(
  { clock, config }: AppContext,
  trx: Trx,
  mails: readonly { readonly id: string; readonly tenantId: string }[],
): Promise<Placement[]> {
  if (mails.length === 0) return [];
  const now = clock.now() * US_PER_MS;
  const stepNs = stepOf(config);
  const byTenant = Map.groupBy(mails, ({ tenantId }) => tenantId);
  const taken = new Map([...byTenant].map(([id, own]) => [id, takenBy(own.length, stepNs)]));
  const turns = await reserveTurns(trx, { taken, now });
  return [...byTenant].flatMap(([tenantId, own]): Placement[] => {
    const due = { dueUs: turns.get(tenantId) ?? now, stepNs };
    return own.map(({ id }, place) => ({ id, dueAt: dueAtPlace(due, place) }));
  });
}

async function rescheduleOverduePage(app: AppContext): Promise<number> {
  const { db, clock, config } = app;
  return db.transact(async (trx) => {
    // Retries get their own turns once they are claimed; on a virtual clock nothing is held by then.
    const retries = config.CLOCK !== 'real';
    const overdue = await lockOverdue(trx, { before: clock.now() - lateOf(config), retries, most: PAGE });
    await reissueMessages(trx, await placeAnew(app, trx, overdue));
    return overdue.length;
  });
}

/** Reschedules mail that came due while no sweep ran, instead of sending all of it at once. Does nothing if there is no pace. */
export async function rescheduleOverdue(app: AppContext): Promise<void> {
  if (isPaced(app)) while ((await rescheduleOverduePage(app)) === PAGE);
}

/**
 * Returns how the pace treats claimed mail. If a worker died while it had the mail, nobody knows whether it went out, and learning that
 * must not wait.
 */
function kindOf({ attempts, firstAttemptAt, claim }: Message): 'broken off' | 'retry' | 'fresh' {
  if (attempts > 0 && claim !== null && claim.jobAttempt > 1) return 'broken off';
  return firstAttemptAt === null ? 'fresh' : 'retry';
}

/** Finds room for the claimed mail of one tenant, retries first. `now` is in epoch microseconds. */
function findRoom({ handedUntil, retriesUntil }: Pace, own: readonly Message[], { stepNs, now }: { stepNs: number; now: number }) {
  const { 'broken off': brokenOff = [], retry: retries = [], fresh = [] } = Object.groupBy(own, kindOf);
  const until = Math.max(handedUntil, now) + takenBy(brokenOff.length, stepNs);
  const room = Math.max(0, Math.floor(((now + LATE_MS * US_PER_MS - until) * NS_PER_US) / stepNs) + 1);
  const handed = until + takenBy(Math.min(room, retries.length + fresh.length), stepNs);
  const late = retries.slice(room);
  const from = Math.max(retriesUntil, handed);
  return {
    pace: { handedUntil: handed, retriesUntil: late.length === 0 ? retriesUntil : from + takenBy(late.length, stepNs) },
    retries: late.map(({ id }, place): Placement => ({ id, dueAt: dueAtPlace({ dueUs: from, stepNs }, place) })),
    fresh: fresh.slice(Math.max(0, room - retries.length)),
  };
}

/**
 * Returns the claimed broadcast mail that the pace leaves no room for, with new turns. Its job came late, for example because the
 * provider hung or other mail went first. Retries, many of which may be due at once, get turns of their own, before mail that was not
 * tried yet.
 */
export async function postponeExcess(app: AppContext, trx: Trx, claimed: readonly Message[]): Promise<Placement[]> {
  const stepNs = stepOf(app.config);
  const mails = claimed.filter(({ broadcastId }) => broadcastId !== null).toSorted((a, b) => (a.id < b.id ? -1 : 1));
  if (stepNs === 0 || app.config.CLOCK !== 'real' || mails.length === 0) return [];
  const now = app.clock.now() * US_PER_MS;
  const byTenant = Map.groupBy(mails, ({ tenantId }) => tenantId);
  const paces = await lockPaces(trx, [...byTenant.keys()]);
  const found = [...paces].map(([tenantId, pace]) => ({ tenantId, ...findRoom(pace, byTenant.get(tenantId) ?? [], { stepNs, now }) }));
  await updatePaces(trx, new Map(found.map(({ tenantId, pace }) => [tenantId, pace])));
  const fresh = await placeAnew(
    app,
    trx,
    found.flatMap((one) => one.fresh),
  );
  return [...found.flatMap(({ retries }) => retries), ...fresh];
}

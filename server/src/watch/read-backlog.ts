import type { Kysely } from 'kysely';
import type { AppContext } from '../app-context.ts';
import { countWaitingOfBroadcasts, findLastTurn, heldBroadcasts, type WaitingBroadcasts } from '../broadcasts/index.ts';
import { DAY_MS } from '../core/durations.ts';
import { OPERATOR } from '../db/db.ts';
import type { Schema } from '../db/schema.ts';
import { countDoubted } from '../delivery/index.ts';
import { findLastRecorded } from '../events/index.ts';
import { countSpooled } from '../inbound/index.ts';
import { countWaiting, type WaitingMessages } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import { countChanges } from '../storage/store.ts';
import { countWaitingDeliveries } from '../webhooks/index.ts';
import type { Backlog, WaitingMail, WaitingWork } from './backlog.ts';

const MOST_CHANGES = 100_000;

const ageOf = (since: number | null, now: number) => (since === null ? null : Math.max(0, now - since));

const toWaiting = <State extends string>(
  { state, count, since }: { state: State; count: number; since: number | null },
  now: number,
): WaitingWork<State> => ({ state, count, oldestMs: ageOf(since, now) });

/** Only mail of paused broadcasts is held. */
const toMail = ({ state, reason, count, since }: WaitingMessages, now: number): WaitingMail => ({
  state,
  reason: reason === 'held' ? 'paused' : reason,
  count,
  oldestMs: ageOf(since, now),
});

/** Untried mail of broadcasts: the counts of their ledgers, minus what was counted individually. */
function untriedOf(ledgers: readonly WaitingBroadcasts[], counted: readonly WaitingMessages[]): WaitingMail[] {
  const tried = (reasons: readonly string[]) =>
    counted.reduce((sum, { state, reason, ofBroadcasts }) => sum + (state !== 'sent' && reasons.includes(reason) ? ofBroadcasts : 0), 0);
  const known = { broadcast: tried(['retry', 'delivering']), paused: tried(['held']), suspended: tried(['suspended']) };
  return ledgers
    .map(({ reason, count }) => ({ state: 'queued', reason, count: Math.max(0, count - known[reason]), oldestMs: null }))
    .filter(({ count }) => count > 0);
}

/** Adds up what has the same state and reason. */
function joinMail(mail: readonly WaitingMail[]): WaitingMail[] {
  const groups = Map.groupBy(mail, ({ state, reason }) => `${state} ${reason}`).values();
  return [...groups].flatMap(([first, ...others]) => {
    if (first === undefined) return [];
    const ages = [first, ...others].flatMap(({ oldestMs }) => oldestMs ?? []);
    const count = others.reduce((sum, other) => sum + other.count, first.count);
    return [{ ...first, count, oldestMs: ages.length === 0 ? null : Math.max(...ages) }];
  });
}

export interface BacklogParts {
  readonly app: Pick<AppContext, 'db' | 'clock' | 'config'>;
  readonly queue: Pick<Queue, 'depths'>;
  /** The latest time that this process has seen, in epoch milliseconds; 0 by default. */
  readonly latest?: number;
}

/** Where a pace is kept, mail of broadcasts waits for its turn. */
const withPace = (row: WaitingMail): WaitingMail => (row.reason === 'broadcast' ? { ...row, reason: 'pace' } : row);

async function readMail(db: Kysely<Schema>, { now, paced }: { now: number; paced: boolean }): Promise<WaitingMail[]> {
  const counted = await countWaiting(db, [heldBroadcasts()]);
  const ledgers = await countWaitingOfBroadcasts(db);
  const untried = untriedOf(ledgers, counted);
  return joinMail([...counted.map((row) => toMail(row, now)), ...(paced ? untried.map(withPace) : untried)]);
}

/** Reads what is still to be done, by scans of indexes of open work alone, one after another. */
export async function readBacklog({ app, queue, latest = 0 }: BacklogParts): Promise<Backlog> {
  const db = app.db.scan(OPERATOR);
  const now = app.clock.now();
  const paced = app.config.BROADCAST_RATE > 0;
  const mail = await readMail(db, { now, paced });
  const webhooks = await countWaitingDeliveries(db);
  const inbound = await countSpooled(db);
  return {
    mail,
    webhooks: webhooks.map((row) => toWaiting(row, now)),
    inbound: inbound.map((row) => toWaiting(row, now)),
    queues: await queue.depths(),
    turnsAheadMs: paced ? Math.max(0, (await findLastTurn(db)) - now) : 0,
    recordedAheadMs:
      app.config.CLOCK === 'virtual'
        ? 0
        : Math.max(0, latest - app.db.clock.now(), ((await findLastRecorded(db)) ?? 0) - app.db.clock.now()),
    inDoubt: await countDoubted(db, now - DAY_MS),
    storageChanges: await countChanges(db, MOST_CHANGES),
  };
}

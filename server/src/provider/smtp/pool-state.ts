import type { ConnectionOptions, Opening, SmtpTimeouts } from './open-connection.ts';
import type { Session } from './session.ts';
import type { Transfer } from './transfer.ts';

export interface PoolOptions extends ConnectionOptions {
  readonly timeouts: SmtpTimeouts;
}

/** Which mails wait, and where the others are. */
export interface PoolState {
  readonly options: PoolOptions;
  readonly queue: Transfer[];
  /** Connections being opened, each for a mail. */
  readonly openings: Map<Transfer, Opening>;
  /** Mails that wait a moment before another connection is opened for them. */
  readonly pauses: Map<Transfer, NodeJS.Timeout>;
  readonly sessions: Set<Session>;
  readonly free: Session[];
  /** Sessions whose last mail is bulk mail; one more makes no difference to them. */
  readonly bulkSessions: Set<Session>;
  /** The session of each mail that has begun. */
  readonly places: WeakMap<Transfer, Session>;
  isClosed: boolean;
}

/** Share of the connections that bulk mail may use at a time: other mail finds one free however slowly bulk mail is accepted. */
const BULK_SHARE = 0.75;

const isBulk = ({ mail }: Transfer) => mail.bulk === true;

export const createPoolState = (options: PoolOptions): PoolState => ({
  options,
  queue: [],
  openings: new Map(),
  pauses: new Map(),
  sessions: new Set(),
  free: [],
  bulkSessions: new Set(),
  places: new WeakMap(),
  isClosed: false,
});

/** Returns whether a mail could be sent at once, on a connection that is free or yet to be opened. */
export const hasRoom = ({ isClosed, free, sessions, openings, options }: PoolState): boolean =>
  !isClosed && (free.length > 0 || sessions.size + openings.size < options.settings.pool);

function mayTakeBulk({ options, openings, bulkSessions }: PoolState, along: Session | undefined): boolean {
  const most = Math.max(1, Math.floor(options.settings.pool * BULK_SHARE));
  const bulkOpenings = [...openings.keys()].filter(isBulk).length;
  return bulkSessions.size + bulkOpenings < most || (along !== undefined && bulkSessions.has(along));
}

/** Takes the first mail out of the queue that may be sent now, pipelined on a session or alone. */
export function takeNext(state: PoolState, along?: Session): Transfer | undefined {
  const { queue } = state;
  const index = mayTakeBulk(state, along) ? 0 : queue.findIndex((transfer) => !isBulk(transfer));
  return index < 0 ? undefined : queue.splice(index, 1)[0];
}

/** Records which session a mail is on. */
export function place({ places, bulkSessions }: PoolState, transfer: Transfer, session: Session): void {
  places.set(transfer, session);
  if (isBulk(transfer)) bulkSessions.add(session);
}

/** Records that a session is idle. */
export function setFree({ bulkSessions, free }: PoolState, session: Session): void {
  bulkSessions.delete(session);
  free.push(session);
}

/** Forgets a session that has ended. */
export function forget({ sessions, bulkSessions, free }: PoolState, session: Session): void {
  sessions.delete(session);
  bulkSessions.delete(session);
  if (free.includes(session)) free.splice(free.indexOf(session), 1);
}

import pTimeout from 'p-timeout';
import { systemClock } from '../clock.ts';
import { createYieldPoint, yieldTurns } from './event-loop.ts';

/** A mail alone is accepted and handed over in less. */
const HEAD_START_MS = 50;
/** From the end of one stretch of work on a mail to the beginning of the next. */
const GAP_MS = 5;
/** Of a turn, for pieces of work that can wait while nothing else is under way: those that begin together share their commits. */
const TURN_MS = 2;

/** Work that somebody waits for, and work that can wait, in one process. */
export interface Priority {
  /** Runs work that goes first. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when work that can wait may go on. */
  wait(): Promise<void>;
  /** Resolves when a piece of such work may begin, in order: in a turn of the event loop of its own beside what goes first, otherwise with a few. */
  turn(): Promise<void>;
}

/**
 * What goes first gets a head start: while it is under way nothing else begins, for so long. After that, pieces begin one in each
 * turn of the event loop, so that it is never more than a piece behind. While nothing goes first, pieces have 2 ms of each turn.
 */
export function createPriority(): Priority {
  const yieldIfBusy = createYieldPoint(TURN_MS);
  let underWay = 0;
  let since = 0;
  let ended = Promise.withResolvers<void>();
  let last = Promise.resolve();

  function end(): void {
    underWay -= 1;
    if (underWay === 0) ended.resolve();
  }

  async function wait(): Promise<void> {
    const left = since + HEAD_START_MS - systemClock.monotonic();
    if (underWay === 0 || left <= 0) return;
    await pTimeout(ended.promise, { milliseconds: left, message: false });
  }

  async function next(): Promise<void> {
    await wait();
    await (underWay === 0 ? yieldIfBusy() : yieldTurns(1));
  }

  return {
    first: async (work) => {
      if (underWay === 0) {
        since = systemClock.monotonic();
        ended = Promise.withResolvers();
      }
      underWay += 1;
      try {
        return await work();
      } finally {
        setTimeout(end, GAP_MS);
      }
    },
    wait,
    turn: () => {
      last = last.then(next);
      return last;
    },
  };
}

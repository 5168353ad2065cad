import pTimeout from 'p-timeout';
import { systemClock } from '../clock.ts';
import { createYieldPoint, yieldTurns } from './event-loop.ts';

/** Head start of work that goes first, milliseconds: a mail alone is accepted and handed over in less. */
const HEAD_START_MS = 50;
/** Milliseconds from the end of one stretch of work on a mail to the beginning of the next. */
const GAP_MS = 5;
/** Milliseconds of a turn for pieces of work that can wait, while nothing else is under way: those that begin together share their commits. */
const TURN_MS = 2;

/** Gives work that somebody waits for precedence over work that can wait, within one process. */
export interface Priority {
  /** Runs work that goes first, and returns its result. */
  first<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when work that can wait may go on. */
  wait(): Promise<void>;
  /** Resolves when a piece of such work may begin, in the order of the calls: one in each turn of the event loop while anything goes first, otherwise a few. */
  turn(): Promise<void>;
}

/**
 * Creates a priority. Work that goes first gets a head start of 50 ms, in which nothing else begins while it is under way. After that,
 * one piece begins in each turn of the event loop, so that it is never more than a piece behind. While nothing goes first, pieces have
 * 2 ms of each turn.
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

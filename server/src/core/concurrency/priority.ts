import pTimeout from 'p-timeout';
import { systemClock } from '../clock.ts';
import { createYieldPoint, yieldTurns } from './event-loop.ts';

/** Milliseconds that background work waits for foreground work at a stretch: a single mail is accepted and handed over in less. */
const HEAD_START_MS = 50;
/** Milliseconds from the end of one stretch of work on a mail to the beginning of the next. */
const GAP_MS = 5;
/** Milliseconds of a turn of the event loop in which background work may begin while there is no foreground work: mails that begin together share their commits. */
const TURN_MS = 2;

/** Schedules foreground work, for which somebody waits, ahead of background work, within one process. */
export interface Priority {
  /** Runs foreground work, and returns its result. Any amount of it runs at once. */
  runForeground<T>(work: () => Promise<T>): Promise<T>;
  /** Resolves when background work may continue: at once, or after foreground work, for which it waits 50 ms at most. */
  yieldToForeground(): Promise<void>;
  /** Resolves when a piece of background work may begin, in the order of the calls: one in each turn of the event loop while there is foreground work, otherwise as many as begin in 2 ms. */
  awaitBackgroundTurn(): Promise<void>;
}

/**
 * Creates the scheduling of a process. Foreground work has a head start of 50 ms, in which no background work begins. After that, one
 * piece of it begins in each turn of the event loop, so that foreground work is never more than a piece behind.
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

  async function yieldToForeground(): Promise<void> {
    const left = since + HEAD_START_MS - systemClock.monotonic();
    if (underWay === 0 || left <= 0) return;
    await pTimeout(ended.promise, { milliseconds: left, message: false });
  }

  async function next(): Promise<void> {
    await yieldToForeground();
    await (underWay === 0 ? yieldIfBusy() : yieldTurns(1));
  }

  return {
    runForeground: async (work) => {
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
    yieldToForeground,
    awaitBackgroundTurn: () => {
      last = last.then(next);
      return last;
    },
  };
}

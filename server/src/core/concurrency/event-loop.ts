import { systemClock } from '../clock.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Yields so many turns of the event loop to everything else of the process: next to no time while it is idle. */
export async function yieldTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/**
 * Returns what to await before a piece of work that does not wait for anything itself. It yields turns of the event loop while
 * such pieces have held this turn for longer than `mostMs`: of those that wait for a turn, only as many go on in it, in order.
 */
export function createYieldPoint(mostMs: number): () => Promise<void> {
  let since: number | undefined;
  let waiting = 0;
  const isOver = () => since !== undefined && systemClock.monotonic() - since > mostMs;
  return async () => {
    // Behind those that wait: what comes with each turn's input would otherwise always be before them.
    if (waiting > 0 || isOver()) {
      waiting += 1;
      do await nextTurn();
      while (isOver());
      waiting -= 1;
    }
    if (since !== undefined) return;
    since = systemClock.monotonic();
    setImmediate(() => {
      since = undefined;
    });
  };
}

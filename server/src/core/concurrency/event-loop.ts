import { systemClock } from '../clock.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Yields so many turns of the event loop to everything else of the process: next to no time while it is idle. */
export async function yieldTurns(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/**
 * Returns a function to await before each piece of work that does not wait for anything itself. Once such pieces have held a turn of the
 * event loop for longer than `mostMs`, the next ones wait for later turns, in the order in which they came; each turn takes as many as
 * fit.
 */
export const createYieldPoint = (mostMs: number): (() => Promise<void>) => createLine(mostMs, (isHeld) => isHeld);

/**
 * Like `createYieldPoint`, for pieces that one event releases together: each continues once the previous one has ended, or waits for
 * something itself.
 */
export const createYieldLine = (mostMs: number): (() => Promise<void>) => createLine(mostMs, () => true);

function createLine(mostMs: number, mustWait: (isHeld: boolean) => boolean): () => Promise<void> {
  const waiting: (() => void)[] = [];
  let since: number | undefined;
  const isOver = () => since !== undefined && systemClock.monotonic() - since > mostMs;

  function holdTurn(): void {
    if (since !== undefined) return;
    since = systemClock.monotonic();
    setImmediate(() => {
      since = undefined;
    });
  }

  function goOn(): void {
    if (isOver()) return void setImmediate(goOn);
    waiting.shift()?.();
    // A tick asked for by a microtask comes after the piece that went on just now.
    if (waiting.length > 0) queueMicrotask(() => process.nextTick(goOn));
  }

  return async () => {
    // Behind those that wait, or a loop of pieces would pass them in every turn.
    if (mustWait(waiting.length > 0 || isOver())) {
      await new Promise<void>((resolve) => {
        if (waiting.push(resolve) === 1) isOver() ? setImmediate(goOn) : process.nextTick(goOn);
      });
    }
    holdTurn();
  };
}

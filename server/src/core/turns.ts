import { machine } from './clock.ts';

const nextTurn = () => new Promise<void>((resolve) => setImmediate(resolve));

/** Lets everything else of the process have so many turns: next to no time while it is idle. */
export async function giveWay(count: number): Promise<void> {
  for (let turn = 0; turn < count; turn += 1) await nextTurn();
}

/**
 * Answers what to await before a piece of work that does not wait for anything itself: a turn of the event loop, once such
 * pieces have kept it to themselves for so long.
 */
export function breather(mostMs: number): () => Promise<void> {
  let since: number | undefined;
  return async () => {
    if (since === undefined) {
      since = machine.monotonic();
      setImmediate(() => {
        since = undefined;
      });
    } else if (machine.monotonic() - since > mostMs) await nextTurn();
  };
}

import { systemClock } from '../clock.ts';
import type { BusyKeys, GroupItem } from './group-queue.ts';

/** How long an item waits for a group under way with its key; once both have lasted that long, it leaves the line with this result, and is not committed. */
export interface Patience<O> {
  readonly ms: number;
  readonly result: O;
}

interface PatienceParts<I, O> {
  readonly busy: BusyKeys<I>;
  /** Takes an item out of the line. */
  readonly leave: (one: GroupItem<I, O>) => void;
}

/** Creates the patience of the items of a line. */
export function createPatience<I, O>({ ms, result }: Patience<O>, { busy, leave }: PatienceParts<I, O>) {
  const timers = new Map<GroupItem<I, O>, NodeJS.Timeout>();

  function look(one: GroupItem<I, O>): void {
    const since = busy.since(one.item) ?? systemClock.monotonic();
    const left = since + ms - systemClock.monotonic();
    if (left > 0) wait(one, left);
    else {
      timers.delete(one);
      leave(one);
      one.resolve(result);
    }
  }

  function wait(one: GroupItem<I, O>, forMs: number): void {
    timers.set(one, setTimeout(look, forMs, one).unref());
  }

  return {
    begin: (one: GroupItem<I, O>) => wait(one, ms),
    end(group: readonly GroupItem<I, O>[]): void {
      for (const one of group) {
        clearTimeout(timers.get(one));
        timers.delete(one);
      }
    },
  };
}

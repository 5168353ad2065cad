import { systemClock } from '../clock.ts';

/** An item that waits for a group commit, with the promise of its result. */
export interface GroupItem<I, O> {
  readonly item: I;
  /** When it waits no longer for others to join its group, in monotonic milliseconds. */
  readonly until: number;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/** The keys of items in groups that are under way. */
export interface BusyKeys<I> {
  /** Returns when the group with the key of an item began, in monotonic milliseconds; undefined where none is under way. */
  since(item: I): number | undefined;
  add(items: readonly I[]): void;
  delete(items: readonly I[]): void;
}

/** Creates the busy keys of items; without `keyOf`, items have none and never wait for each other. */
export function createBusyKeys<I>(keyOf: ((item: I) => string) | undefined): BusyKeys<I> {
  if (keyOf === undefined) return { since: () => undefined, add: () => undefined, delete: () => undefined };
  const busy = new Map<string, number>();
  return {
    since: (item) => (busy.size > 0 ? busy.get(keyOf(item)) : undefined),
    add(items) {
      const now = systemClock.monotonic();
      for (const item of items) busy.set(keyOf(item), now);
    },
    delete(items) {
      for (const item of items) busy.delete(keyOf(item));
    },
  };
}

export interface GroupQueueOptions<I> {
  /** Total weight of a group, at most; the first item goes whatever it weighs. */
  readonly most: number;
  readonly weightOf: (item: I) => number;
  /** May be shared with other queues. */
  readonly busy: BusyKeys<I>;
}

/** Creates a queue of items for group commits, in order. Items whose key is in a running group wait for its end; light items pass those that are too heavy for a group. */
export function createGroupQueue<I, O>({ most, weightOf, busy }: GroupQueueOptions<I>) {
  let waiting: GroupItem<I, O>[] = [];
  const free = () => waiting.filter(({ item }) => busy.since(item) === undefined);
  const itemsOf = (group: readonly GroupItem<I, O>[]) => group.map(({ item }) => item);
  function chooseLight(candidates: readonly GroupItem<I, O>[]): GroupItem<I, O>[] {
    const group: GroupItem<I, O>[] = [];
    let weight = 0;
    for (const one of candidates) {
      const more = weightOf(one.item);
      if (group.length > 0 && weight + more > most) continue;
      weight += more;
      group.push(one);
      if (weight >= most) break;
    }
    return group;
  }
  return {
    add: (one: GroupItem<I, O>) => void waiting.push(one),
    leave(one: GroupItem<I, O>): void {
      waiting = waiting.filter((other) => other !== one);
    },
    first: () => waiting[0],
    /** Returns how many items could be taken. */
    free: () => free().length,
    /** Takes the next group; empty where no item can be taken. */
    take(): readonly GroupItem<I, O>[] {
      const group = chooseLight(free());
      const taken = new Set(group);
      waiting = waiting.filter((one) => !taken.has(one));
      busy.add(itemsOf(group));
      return group;
    },
    release: (group: readonly GroupItem<I, O>[]) => busy.delete(itemsOf(group)),
  };
}

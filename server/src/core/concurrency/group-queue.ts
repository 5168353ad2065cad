/** An item that waits for a group commit, with the promise of its result. */
export interface GroupItem<I, O> {
  readonly item: I;
  /** When it waits no longer for others to join its group, in monotonic milliseconds. */
  readonly until: number;
  resolve(result: O): void;
  reject(error: unknown): void;
}

export interface GroupQueueOptions<I> {
  /** Total weight of a group, at most; the first item goes whatever it weighs. */
  readonly most: number;
  readonly weightOf: (item: I) => number;
  /** Items of one key are never in two groups that are under way. */
  readonly keyOf?: ((item: I) => string) | undefined;
}

/** Creates a queue of items for group commits, in order. Items whose key is in a running group wait for its end; light items pass those that are too heavy for a group. */
export function createGroupQueue<I, O>({ most, weightOf, keyOf }: GroupQueueOptions<I>) {
  let waiting: GroupItem<I, O>[] = [];
  const busy = new Set<string>();
  const isBusy = ({ item }: GroupItem<I, O>) => keyOf !== undefined && busy.has(keyOf(item));
  const free = () => (busy.size === 0 ? waiting : waiting.filter((one) => !isBusy(one)));
  const keysOf = (group: readonly GroupItem<I, O>[]) => (keyOf === undefined ? [] : group.map(({ item }) => keyOf(item)));
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
    first: () => waiting[0],
    /** Returns how many items could be taken. */
    free: () => free().length,
    /** Takes the next group; empty where no item can be taken. */
    take(): readonly GroupItem<I, O>[] {
      const group = chooseLight(free());
      const taken = new Set(group);
      waiting = waiting.filter((one) => !taken.has(one));
      for (const key of keysOf(group)) busy.add(key);
      return group;
    },
    release(group: readonly GroupItem<I, O>[]): void {
      for (const key of keysOf(group)) busy.delete(key);
    },
  };
}

/** An item of a group commit, and whoever waits for its result. */
export interface Waiting<I, O> {
  readonly item: I;
  /** When it waits for no more company, in monotonic machine time. */
  readonly until: number;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/** Items that wait, in order; those whose key a group has that is under way stay until it has ended. */
export function createGroupLine<I, O>(keyOf: ((item: I) => string) | undefined) {
  let waiting: Waiting<I, O>[] = [];
  const busy = new Set<string>();
  const isBusy = ({ item }: Waiting<I, O>) => keyOf !== undefined && busy.has(keyOf(item));
  const free = () => (busy.size === 0 ? waiting : waiting.filter((one) => !isBusy(one)));
  const keysOf = (group: readonly Waiting<I, O>[]) => (keyOf === undefined ? [] : group.map(({ item }) => keyOf(item)));
  return {
    add: (one: Waiting<I, O>) => void waiting.push(one),
    first: () => waiting[0],
    /** How many could go. */
    free: () => free().length,
    /** Returns the next group, empty where nobody can go. */
    take(most: number): readonly Waiting<I, O>[] {
      const group = free().slice(0, most);
      const taken = new Set(group);
      waiting = waiting.filter((one) => !taken.has(one));
      for (const key of keysOf(group)) busy.add(key);
      return group;
    },
    release(group: readonly Waiting<I, O>[]): void {
      for (const key of keysOf(group)) busy.delete(key);
    },
  };
}

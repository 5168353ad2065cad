/** An item of a group commit, and whoever waits for its result. */
export interface Waiting<I, O> {
  readonly item: I;
  /** When it waits for no more company, in monotonic machine time. */
  readonly until: number;
  resolve(result: O): void;
  reject(error: unknown): void;
}

export interface GroupLineOptions<I> {
  /** What all items of a group weigh, at most; whoever is first goes, whatever it weighs. */
  readonly most: number;
  readonly weightOf: (item: I) => number;
  /** Items of one key are never in two groups that are under way. */
  readonly keyOf?: ((item: I) => string) | undefined;
}

/** Items that wait, in order; those whose key a group has that is under way stay until it has ended, and light ones pass what is too heavy for a group. */
export function createGroupLine<I, O>({ most, weightOf, keyOf }: GroupLineOptions<I>) {
  let waiting: Waiting<I, O>[] = [];
  const busy = new Set<string>();
  const isBusy = ({ item }: Waiting<I, O>) => keyOf !== undefined && busy.has(keyOf(item));
  const free = () => (busy.size === 0 ? waiting : waiting.filter((one) => !isBusy(one)));
  const keysOf = (group: readonly Waiting<I, O>[]) => (keyOf === undefined ? [] : group.map(({ item }) => keyOf(item)));
  function chooseLight(candidates: readonly Waiting<I, O>[]): Waiting<I, O>[] {
    const group: Waiting<I, O>[] = [];
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
    add: (one: Waiting<I, O>) => void waiting.push(one),
    first: () => waiting[0],
    /** How many could go. */
    free: () => free().length,
    /** Returns the next group, empty where nobody can go. */
    take(): readonly Waiting<I, O>[] {
      const group = chooseLight(free());
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

/** A queue in which owners take turns, and none has more than its share under way. */
export interface FairQueue<T> {
  add(owner: string, item: T): void;
  /** Returns the next item whose owner has room, which counts as under way until `done`; undefined where there is none. */
  take(): T | undefined;
  /** An item of the owner is no longer under way. */
  done(owner: string): void;
  /** Returns how many items wait. */
  size(): number;
  /** Removes and returns everything that waits. */
  drain(): T[];
}

/** Creates a queue in which each owner has at most `mostPerOwner` items under way. */
export function createFairQueue<T>(mostPerOwner: number): FairQueue<T> {
  const waiting = new Map<string, T[]>();
  const underWay = new Map<string, number>();
  return {
    add(owner, item) {
      const items = waiting.get(owner);
      if (items === undefined) waiting.set(owner, [item]);
      else items.push(item);
    },
    take() {
      for (const [owner, items] of waiting) {
        const running = underWay.get(owner) ?? 0;
        if (running >= mostPerOwner) continue;
        const item = items.shift();
        // To the end of the line, where anything is left.
        waiting.delete(owner);
        if (items.length > 0) waiting.set(owner, items);
        underWay.set(owner, running + 1);
        return item;
      }
      return undefined;
    },
    done(owner) {
      const left = (underWay.get(owner) ?? 0) - 1;
      if (left > 0) underWay.set(owner, left);
      else underWay.delete(owner);
    },
    size: () => [...waiting.values()].reduce((sum, items) => sum + items.length, 0),
    drain() {
      const items = [...waiting.values()].flat();
      waiting.clear();
      return items;
    },
  };
}

import { useMemo, useRef, useState } from 'react';

/** The selected rows of a list, by key. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isAll: boolean;
  /** `isRange`: everything since the last toggled row gets the same state. */
  toggle(key: string, isRange: boolean): void;
  /** Selects all rows shown, or none if all are selected. */
  toggleAll(): void;
  choose(keys: readonly string[]): void;
}

/** Returns the keys from one to another, in either order. */
export function rangeOf(keys: readonly string[], from: string, to: string): readonly string[] {
  const [start = 0, end = 0] = [keys.indexOf(from), keys.indexOf(to)].sort((a, b) => a - b);
  return start === -1 ? [to] : keys.slice(start, end + 1);
}

/** Selected rows among those shown; a row that leaves the list is no longer selected. */
export function useSelection(keys: readonly string[]): Selection {
  const [kept, setKept] = useState<ReadonlySet<string>>(new Set());
  const last = useRef<string>(undefined);
  const chosen = useMemo(() => new Set(keys.filter((key) => kept.has(key))), [keys, kept]);
  return {
    chosen,
    isAll: chosen.size === keys.length,
    toggle(key, isRange) {
      const isChosen = chosen.has(key);
      const others = isRange && last.current !== undefined ? rangeOf(keys, last.current, key) : [key];
      last.current = key;
      setKept(isChosen ? chosen.difference(new Set(others)) : chosen.union(new Set(others)));
    },
    toggleAll: () => setKept(chosen.size === keys.length ? new Set() : new Set(keys)),
    choose: (given) => setKept(new Set(given)),
  };
}

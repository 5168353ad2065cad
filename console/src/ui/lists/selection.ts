import { useMemo, useRef, useState } from 'react';

/** What is chosen of a list, by key. */
export interface Selection {
  readonly chosen: ReadonlySet<string>;
  readonly isAll: boolean;
  /** `isRange`: everything from the one that was toggled last becomes as this one becomes. */
  toggle(key: string, isRange: boolean): void;
  /** All that are shown, or none where all are chosen. */
  toggleAll(): void;
  choose(keys: readonly string[]): void;
}

/** Returns the keys from one to another, whichever comes first. */
export function rangeOf(keys: readonly string[], from: string, to: string): readonly string[] {
  const [start = 0, end = 0] = [keys.indexOf(from), keys.indexOf(to)].sort((a, b) => a - b);
  return start === -1 ? [to] : keys.slice(start, end + 1);
}

/** Chosen rows of those that are shown; what leaves the list is no longer chosen. */
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

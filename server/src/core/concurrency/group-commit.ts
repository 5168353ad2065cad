import type { Commit } from './commit-items.ts';
import { createGroupLane, type GroupLane } from './group-lane.ts';
import type { Patience } from './group-patience.ts';
import { createBusyKeys } from './group-queue.ts';

/** How items are grouped and committed. */
export interface GroupCommitOptions<I, O> {
  /** Groups of a lane under way at once. */
  readonly inFlight: number;
  /** Total weight of a group, at most; without `weightOf`, the number of its items. */
  readonly most: number;
  readonly weightOf?: (item: I) => number;
  /** Milliseconds that an item waits for others to join its group; 0 by default. */
  readonly lingerMs?: number;
  /** Items of one key are never in two groups that are under way. */
  readonly keyOf?: (item: I) => string;
  /** Items of different lanes are in different groups, and wait for each other only where they have one key. By default there is one lane. */
  readonly laneOf?: (item: I) => string;
  /** By default an item waits for a group with its key however long that takes. */
  readonly patience?: Patience<O>;
  readonly commit: Commit<I, O>;
}

/** Commits items in groups. */
export interface GroupCommit<I, O> {
  /** Resolves with the result of an item once its group is committed; rejects with the error of its own try. */
  add(item: I): Promise<O>;
}

/**
 * Creates a group commit: items that arrive while a commit is under way share the next one. A group that fails is run again one item at
 * a time, so that only the item at fault fails, and a commit whose reply was lost is found. Once one of these tries throws Unavailable,
 * the items after it are rejected with that.
 */
export function createGroupCommit<I, O>({
  weightOf = () => 1,
  lingerMs = 0,
  keyOf,
  laneOf = () => 'all',
  ...options
}: GroupCommitOptions<I, O>): GroupCommit<I, O> {
  const busy = createBusyKeys(keyOf);
  const lanes = new Map<string, GroupLane<I, O>>();
  const onEnd = () => {
    for (const lane of lanes.values()) lane.pumpNext();
  };

  function openLane(name: string): GroupLane<I, O> {
    const lane = createGroupLane({ ...options, weightOf, lingerMs, busy, onEnd });
    lanes.set(name, lane);
    return lane;
  }

  return {
    add(item) {
      const name = laneOf(item);
      return (lanes.get(name) ?? openLane(name)).add(item);
    },
  };
}

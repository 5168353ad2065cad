import { systemClock } from '../clock.ts';
import { type Commit, commitItems } from './commit-items.ts';
import { createGroupQueue, type GroupItem } from './group-queue.ts';

/** How items are grouped and committed. */
export interface GroupCommitOptions<I, O> {
  /** Groups under way at once. */
  readonly inFlight: number;
  /** Total weight of a group, at most; without `weightOf`, the number of its items. */
  readonly most: number;
  readonly weightOf?: (item: I) => number;
  /** Milliseconds that an item waits for others to join its group; 0 by default. */
  readonly lingerMs?: number;
  /** Items of one key are never in two groups that are under way. */
  readonly keyOf?: (item: I) => string;
  readonly commit: Commit<I, O>;
}

/** Groups that may start another one early, at most: each uses a connection. */
const MOST_ENDING = 2;
/** Share of the previous group that has to wait for another one to start early: small groups cost more than they gain. */
const COMPANY = 0.75;

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
  inFlight,
  most,
  weightOf = () => 1,
  lingerMs = 0,
  keyOf,
  commit,
}: GroupCommitOptions<I, O>): GroupCommit<I, O> {
  const line = createGroupQueue<I, O>({ most, weightOf, keyOf });
  let running = 0;
  let ending = 0;
  let turn = false;
  let cancel: (() => void) | undefined;

  function start(group: readonly GroupItem<I, O>[]): void {
    let isEnding = false;
    const releaseNext = () => {
      if (isEnding || ending === MOST_ENDING || line.free() < group.length * COMPANY) return;
      isEnding = true;
      ending += 1;
      running -= 1;
      pumpNext();
    };
    running += 1;
    void commitItems(commit, group, releaseNext).finally(() => {
      if (isEnding) ending -= 1;
      else running -= 1;
      line.release(group);
      pumpNext();
    });
  }

  function pump(): void {
    cancel?.();
    cancel = undefined;
    while (running < inFlight) {
      const group = line.take();
      if (group.length === 0) return;
      start(group);
    }
  }

  /** Items that arrived during a commit no longer wait for it, but perhaps for others to join. */
  function pumpNext(): void {
    const first = line.first();
    if (first === undefined) return;
    if (first.until <= systemClock.monotonic()) pump();
    else pumpAt(first.until);
  }

  function pumpThisTurn(): void {
    if (turn) return;
    turn = true;
    setImmediate(() => {
      turn = false;
      pump();
    });
  }

  function pumpAt(time: number): void {
    cancel?.();
    const timer = setTimeout(pump, Math.max(0, time - systemClock.monotonic()));
    cancel = () => clearTimeout(timer);
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        const until = systemClock.monotonic() + lingerMs;
        line.add({ item, until, resolve, reject });
        if (running >= inFlight) return;
        // Requests of the same turn of the loop share the group.
        if (lingerMs === 0) pumpThisTurn();
        else if (cancel === undefined) pumpAt(until);
      }),
  };
}

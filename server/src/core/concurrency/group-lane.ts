import { systemClock } from '../clock.ts';
import { type Commit, commitItems } from './commit-items.ts';
import { createPatience, type Patience } from './group-patience.ts';
import { type BusyKeys, createGroupQueue, type GroupItem } from './group-queue.ts';

/** Groups that may start another one early, at most: each uses a connection. */
const MOST_ENDING = 2;
/** Share of the previous group that has to wait for another one to start early: small groups cost more than they gain. */
const COMPANY = 0.75;

export interface GroupLaneOptions<I, O> {
  readonly inFlight: number;
  readonly most: number;
  readonly weightOf: (item: I) => number;
  readonly lingerMs: number;
  readonly busy: BusyKeys<I>;
  readonly patience?: Patience<O> | undefined;
  readonly commit: Commit<I, O>;
  /** Called when a group has ended, whose keys others may have waited for. */
  readonly onEnd: () => void;
}

/** The items of a group commit that share groups. */
export interface GroupLane<I, O> {
  add(item: I): Promise<O>;
  /** Starts what can start now. */
  pumpNext(): void;
}

/** Creates a lane of a group commit, with groups of its own. */
export function createGroupLane<I, O>({
  inFlight,
  most,
  weightOf,
  lingerMs,
  busy,
  patience,
  commit,
  onEnd,
}: GroupLaneOptions<I, O>): GroupLane<I, O> {
  const line = createGroupQueue<I, O>({ most, weightOf, busy });
  const waits = patience === undefined ? undefined : createPatience<I, O>(patience, { busy, leave: line.leave });
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
    waits?.end(group);
    void commitItems(commit, group, releaseNext).finally(() => {
      if (isEnding) ending -= 1;
      else running -= 1;
      line.release(group);
      onEnd();
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
        const one = { item, until, resolve, reject };
        line.add(one);
        waits?.begin(one);
        if (running >= inFlight) return;
        // Requests of the same turn of the loop share the group.
        if (lingerMs === 0) pumpThisTurn();
        else if (cancel === undefined) pumpAt(until);
      }),
    pumpNext,
  };
}

import { systemClock } from '../clock.ts';
import { Unavailable } from '../unavailable.ts';

export interface GroupCommitOptions<I, O> {
  /** Groups under way at once. */
  readonly inFlight: number;
  /** Most items in a group. */
  readonly most: number;
  /** How long an item may wait for others to come. None unless given. */
  readonly lingerMs?: number;
  /**
   * Commits the items together; returns one result for each, in order. `again`: an earlier try failed,
   * which may have been after its commit.
   */
  readonly commit: (items: readonly I[], again: boolean) => Promise<readonly O[]>;
}

export interface GroupCommit<I, O> {
  /** Resolves once the item's group is committed. */
  add(item: I): Promise<O>;
}

interface Waiting<I, O> {
  readonly item: I;
  /** When it waits for no more company, in monotonic machine time. */
  readonly until: number;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/**
 * Lets items that arrive while a commit is under way share the next one. A group that fails is run
 * again one item at a time, so that only the item at fault fails, and one whose commit was lost on its way
 * back is found to be there; where no item can be committed at all, the first try of them says so for the rest.
 */
export function createGroupCommit<I, O>({ inFlight, most, lingerMs = 0, commit }: GroupCommitOptions<I, O>): GroupCommit<I, O> {
  const waiting: Waiting<I, O>[] = [];
  let running = 0;
  let turn = false;
  let cancel: (() => void) | undefined;

  async function runOne(group: readonly Waiting<I, O>[], again: boolean): Promise<void> {
    const results = await commit(
      group.map(({ item }) => item),
      again,
    );
    for (const [index, member] of group.entries()) member.resolve(results[index] as O);
  }

  async function runEach(group: readonly Waiting<I, O>[]): Promise<void> {
    let away: Unavailable | undefined;
    for (const member of group) {
      if (away !== undefined) member.reject(away);
      else
        await runOne([member], true).catch((error: unknown) => {
          if (error instanceof Unavailable) away = error;
          member.reject(error);
        });
    }
  }

  async function run(group: readonly Waiting<I, O>[]): Promise<void> {
    try {
      await runOne(group, false);
    } catch {
      await runEach(group);
    }
  }

  function pump(): void {
    cancel?.();
    cancel = undefined;
    while (running < inFlight && waiting.length > 0) {
      running += 1;
      void run(waiting.splice(0, most)).finally(() => {
        running -= 1;
        pumpNext();
      });
    }
  }

  /** What came during a commit waits no longer for it, but perhaps for more. */
  function pumpNext(): void {
    const [first] = waiting;
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
        waiting.push({ item, until, resolve, reject });
        if (running >= inFlight) return;
        // Requests of the same turn of the loop share the group.
        if (lingerMs === 0) pumpThisTurn();
        else if (cancel === undefined) pumpAt(until);
      }),
  };
}

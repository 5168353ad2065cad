import { Unavailable } from './unavailable.ts';

export interface GroupCommitOptions<I, O> {
  /** Groups under way at once. */
  readonly inFlight: number;
  /** Most items in a group. */
  readonly most: number;
  /** Commits the items together; answers one result for each, in order. */
  readonly commit: (items: readonly I[]) => Promise<readonly O[]>;
}

export interface GroupCommit<I, O> {
  /** Resolves once the item's group is committed. */
  add(item: I): Promise<O>;
}

interface Waiting<I, O> {
  readonly item: I;
  resolve(result: O): void;
  reject(error: unknown): void;
}

/**
 * Lets items that arrive while a commit is under way share the next one. A group that fails is run
 * again one item at a time, so that only the item at fault fails; not so when no item can be.
 */
export function groupCommit<I, O>({ inFlight, most, commit }: GroupCommitOptions<I, O>): GroupCommit<I, O> {
  const waiting: Waiting<I, O>[] = [];
  let running = 0;

  async function runOne(group: readonly Waiting<I, O>[]): Promise<void> {
    const results = await commit(group.map(({ item }) => item));
    for (const [index, member] of group.entries()) member.resolve(results[index] as O);
  }

  async function run(group: readonly Waiting<I, O>[]): Promise<void> {
    try {
      await runOne(group);
    } catch (error) {
      // No item is at fault when the database is away; and the commit may have come through before it was lost.
      if (group.length === 1 || error instanceof Unavailable) for (const member of group) member.reject(error);
      else for (const member of group) await runOne([member]).catch(member.reject);
    }
  }

  function pump(): void {
    while (running < inFlight && waiting.length > 0) {
      running += 1;
      void run(waiting.splice(0, most)).finally(() => {
        running -= 1;
        pump();
      });
    }
  }

  return {
    add: (item) =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject });
        // Requests of the same turn of the loop share the group.
        if (waiting.length === 1) setImmediate(pump);
      }),
  };
}

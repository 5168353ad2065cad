import { Semaphore, withTimeout } from 'async-mutex';

/** Bounds what each owner has under way; more waits in line. */
export interface Turns {
  /** Runs the work in its owner's turn, in the order of the calls; throws what was given once it has waited too long. */
  run<T>(owner: string, work: () => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Under way at once, of one owner. */
  readonly most: number;
  readonly waitMs: number;
  readonly tooLong: Error;
}

export function createTurns({ most, waitMs, tooLong }: TurnsOptions): Turns {
  const lines = new Map<string, { readonly semaphore: Semaphore; works: number }>();
  return {
    async run(owner, work) {
      const line = lines.get(owner) ?? { semaphore: new Semaphore(most), works: 0 };
      lines.set(owner, line);
      line.works += 1;
      try {
        // A clock for each that must wait, and none for those that need not.
        const { semaphore } = line;
        return await (semaphore.isLocked() ? withTimeout(semaphore, waitMs, tooLong) : semaphore).runExclusive(work);
      } finally {
        line.works -= 1;
        if (line.works === 0) lines.delete(owner);
      }
    },
  };
}

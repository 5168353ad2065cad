import { E_TIMEOUT, Semaphore, withTimeout } from 'async-mutex';

/** Releases the owner's permit while something is awaited, and acquires one again before the work continues. */
export type WithoutPermit = <T>(wait: () => Promise<T>) => Promise<T>;

/** The permit that work holds of its owner's semaphore. */
export interface Permit {
  readonly withoutPermit: WithoutPermit;
  /** Releases the permit for good, where the work is bounded by something else from now on. */
  releasePermit(): void;
}

/** Bounds the concurrent work of each owner by a semaphore; what is more waits in line. */
export interface OwnerSemaphores {
  /**
   * Runs the work with a permit of its owner's, in the order of the calls. Throws `tooLong()` once it has waited for `waitMs`, also for
   * the permit after `withoutPermit`.
   */
  run<T>(owner: string, work: (permit: Permit) => Promise<T>): Promise<T>;
}

/** Limits of the work of each owner. */
export interface OwnerSemaphoreOptions {
  /** Permits of each owner. */
  readonly most: number;
  /** Milliseconds that work may wait for a permit. */
  readonly waitMs: number;
  /** Makes the error for one work that has waited too long. */
  readonly tooLong: () => Error;
}

/** Creates the semaphores of one process. */
export function createOwnerSemaphores({ most, waitMs, tooLong }: OwnerSemaphoreOptions): OwnerSemaphores {
  const owners = new Map<string, { readonly semaphore: Semaphore; works: number }>();

  // A clock for each that must wait, and none for those that need not.
  const acquire = async (semaphore: Semaphore, priority = 0) => {
    try {
      const [, release] = await (semaphore.isLocked() ? withTimeout(semaphore, waitMs) : semaphore).acquire(1, priority);
      return release;
    } catch (error) {
      throw error === E_TIMEOUT ? tooLong() : error;
    }
  };

  async function withPermit<T>(semaphore: Semaphore, work: (permit: Permit) => Promise<T>): Promise<T> {
    let release = await acquire(semaphore);
    const withoutPermit: WithoutPermit = async (wait) => {
      release();
      try {
        return await wait();
      } finally {
        // Before those who have not begun: it has waited already.
        release = await acquire(semaphore, 1);
      }
    };
    try {
      return await work({ withoutPermit, releasePermit: () => release() });
    } finally {
      // Once more is nothing: the permit may have been released before, and none acquired since.
      release();
    }
  }
  return {
    async run(owner, work) {
      const own = owners.get(owner) ?? { semaphore: new Semaphore(most), works: 0 };
      owners.set(owner, own);
      own.works += 1;
      try {
        return await withPermit(own.semaphore, work);
      } finally {
        own.works -= 1;
        if (own.works === 0) owners.delete(owner);
      }
    },
  };
}

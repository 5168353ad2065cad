import { Semaphore, withTimeout } from 'async-mutex';

/** Gives the owner's turn to others while something is awaited, and takes one again before the work goes on. */
export type WithoutTurn = <T>(wait: () => Promise<T>) => Promise<T>;

/** The turn of an owner that a work goes on in. */
export interface Turn {
  readonly withoutTurn: WithoutTurn;
  /** Gives the turn to others for good, of a work that is bounded by something else from now on. */
  endTurn(): void;
}

/** Bounds what each owner has under way; more waits in line. */
export interface Turns {
  /**
   * Runs the work in its owner's turn, in the order of the calls; throws what was given once it has waited too long, also for the
   * turn after `withoutTurn`.
   */
  run<T>(owner: string, work: (turn: Turn) => Promise<T>): Promise<T>;
}

export interface TurnsOptions {
  /** Under way at once, of one owner. */
  readonly most: number;
  readonly waitMs: number;
  readonly tooLong: Error;
}

export function createTurns({ most, waitMs, tooLong }: TurnsOptions): Turns {
  const lines = new Map<string, { readonly semaphore: Semaphore; works: number }>();

  // A clock for each that must wait, and none for those that need not.
  const enter = async (semaphore: Semaphore, priority = 0) => {
    const [, leave] = await (semaphore.isLocked() ? withTimeout(semaphore, waitMs, tooLong) : semaphore).acquire(1, priority);
    return leave;
  };

  async function inTurnOf<T>(semaphore: Semaphore, work: (turn: Turn) => Promise<T>): Promise<T> {
    let leave = await enter(semaphore);
    const withoutTurn: WithoutTurn = async (wait) => {
      leave();
      try {
        return await wait();
      } finally {
        // Before those who have not begun: it has waited already.
        leave = await enter(semaphore, 1);
      }
    };
    try {
      return await work({ withoutTurn, endTurn: () => leave() });
    } finally {
      // Once more is nothing: the turn may have been let go, or ended, and none come since.
      leave();
    }
  }
  return {
    async run(owner, work) {
      const line = lines.get(owner) ?? { semaphore: new Semaphore(most), works: 0 };
      lines.set(owner, line);
      line.works += 1;
      try {
        return await inTurnOf(line.semaphore, work);
      } finally {
        line.works -= 1;
        if (line.works === 0) lines.delete(owner);
      }
    },
  };
}

import { createFairQueue } from './fair-queue.ts';
import type { TaskLoad } from './task-load.ts';

/** Limits by count. */
export interface FairLimiterOptions {
  /** Admitted at once: of all owners, and of one. */
  readonly atOnce: number;
  readonly mostPerOwner: number;
  /** Waiting at once, of one owner; more are rejected with `tooMany`. */
  readonly mostWaiting: number;
  readonly tooMany: () => Error;
}

/** Bounds what runs at once; owners that wait take turns. */
export interface FairLimiter {
  /** Resolves, once admitted, with a function that ends it. Stays pending where the signal aborts while it waits. */
  enter(owner: string, signal?: AbortSignal): Promise<() => void>;
  load(): TaskLoad;
}

interface Waiter {
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
  admit(leave: () => void): void;
}

export function createFairLimiter({ atOnce, mostPerOwner, mostWaiting, tooMany }: FairLimiterOptions): FairLimiter {
  const queue = createFairQueue<Waiter>(mostPerOwner);
  const waiting = new Map<string, number>();
  let inside = 0;

  function count(owner: string, by: number): void {
    const left = (waiting.get(owner) ?? 0) + by;
    if (left > 0) waiting.set(owner, left);
    else waiting.delete(owner);
  }

  function pump(): void {
    for (let next = inside < atOnce ? queue.take() : undefined; next !== undefined; next = inside < atOnce ? queue.take() : undefined) {
      const { owner, signal, admit } = next;
      count(owner, -1);
      if (signal?.aborted) {
        queue.done(owner);
        continue;
      }
      inside += 1;
      admit(() => {
        inside -= 1;
        queue.done(owner);
        pump();
      });
    }
  }

  return {
    load: () => ({ queued: queue.size(), running: inside }),
    enter(owner, signal) {
      if ((waiting.get(owner) ?? 0) >= mostWaiting) return Promise.reject(tooMany());
      return new Promise((admit) => {
        count(owner, 1);
        queue.add(owner, { owner, signal, admit });
        pump();
      });
    },
  };
}

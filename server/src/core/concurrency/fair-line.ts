import { createFairQueue } from './fair-queue.ts';
import type { TaskLoad } from './task-load.ts';

export interface FairLineOptions {
  /** Inside at once, of all owners and of one. */
  readonly atOnce: number;
  readonly mostPerOwner: number;
  /** Of one owner, waiting; whoever comes then is told `tooMany`. */
  readonly mostWaiting: number;
  readonly tooMany: () => Error;
}

/** A line in which owners take turns. */
export interface FairLine {
  /** Resolves in the owner's turn to what ends it. One who is given up while waiting never gets in. */
  enter(owner: string, signal?: AbortSignal): Promise<() => void>;
  load(): TaskLoad;
}

interface Waiting {
  readonly owner: string;
  readonly signal: AbortSignal | undefined;
  admit(leave: () => void): void;
}

export function createFairLine({ atOnce, mostPerOwner, mostWaiting, tooMany }: FairLineOptions): FairLine {
  const queue = createFairQueue<Waiting>(mostPerOwner);
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

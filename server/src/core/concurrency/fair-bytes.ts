/** Bounds the bytes that the concurrent work of many owners uses. Waiting owners take turns. */
export interface FairBytes {
  /**
   * Resolves, in the owner's turn, with a function that gives the bytes back. Rejects with `tooLong()` after `waitMs`, and with the
   * signal's reason once that aborts.
   */
  take(owner: string, bytes: number, signal?: AbortSignal): Promise<() => void>;
}

/** Limits in bytes. */
export interface FairBytesOptions {
  /** Bytes at once: of all owners, and of one. Work that is larger is admitted where nothing else is under way: of all, or of the owner. */
  readonly most: number;
  readonly mostPerOwner: number;
  readonly waitMs: number;
  readonly tooLong: () => Error;
}

interface Waiter {
  readonly owner: string;
  readonly bytes: number;
  admit(): void;
}

/** Creates a bound for the work of one process. */
export function createFairBytes({ most, mostPerOwner, waitMs, tooLong }: FairBytesOptions): FairBytes {
  const waiting = new Map<string, Waiter[]>();
  const held = new Map<string, number>();
  let used = 0;

  function hold({ owner, bytes }: Waiter, sign: 1 | -1): void {
    const mine = (held.get(owner) ?? 0) + sign * bytes;
    if (mine > 0) held.set(owner, mine);
    else held.delete(owner);
    used += sign * bytes;
  }

  /** Returns the next work of an owner whose share has room. */
  function next(): Waiter | undefined {
    for (const [owner, [first]] of waiting) {
      const mine = held.get(owner) ?? 0;
      if (first !== undefined && (mine === 0 || mine + first.bytes <= mostPerOwner)) return first;
    }
    return undefined;
  }

  function leave(waiter: Waiter): void {
    const left = (waiting.get(waiter.owner) ?? []).filter((other) => other !== waiter);
    // To the end of the line, where anything is left.
    waiting.delete(waiter.owner);
    if (left.length > 0) waiting.set(waiter.owner, left);
  }

  /** The owner whose turn it is goes first, however large its work: otherwise smaller work would starve it. */
  function pump(): void {
    for (let waiter = next(); waiter !== undefined && used + waiter.bytes <= most; waiter = next()) {
      leave(waiter);
      hold(waiter, 1);
      waiter.admit();
    }
  }

  function giver(waiter: Waiter): () => void {
    let isGiven = false;
    return () => {
      if (isGiven) return;
      isGiven = true;
      hold(waiter, -1);
      pump();
    };
  }

  return {
    take: (owner, given, signal) =>
      new Promise((resolve, reject) => {
        const end = () => {
          clearTimeout(timer);
          signal?.removeEventListener('abort', abort);
        };
        const admit = () => {
          end();
          resolve(giver(waiter));
        };
        const waiter: Waiter = { owner, bytes: Math.min(given, most), admit };
        const giveUp = (why: unknown) => {
          end();
          leave(waiter);
          reject(why);
          pump();
        };
        const abort = () => giveUp(signal?.reason);
        const timer = setTimeout(() => giveUp(tooLong()), waitMs).unref();
        signal?.addEventListener('abort', abort);
        waiting.set(owner, [...(waiting.get(owner) ?? []), waiter]);
        if (signal?.aborted) abort();
        else pump();
      }),
  };
}

import { systemClock } from '../clock.ts';

/** How slowly a client may send. */
export interface Pace {
  /** How long it may think first. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  /** What is thrown once it is behind. */
  readonly tooSlow: () => Error;
}

/** Bytes of which so many have to be there by a time; what this process takes for itself does not count. */
export interface PacedBytes {
  /** Waits for a piece, as long as it may take. */
  wait<T>(piece: Promise<T>): Promise<T>;
  /** Counts what has come. */
  came(bytes: number): void;
}

export function paceBytes({ graceMs, bytesPerSecond, tooSlow }: Pace): PacedBytes {
  let received = 0;
  let waitedMs = 0;
  return {
    async wait(piece) {
      const since = systemClock.monotonic();
      const late = Promise.withResolvers<never>();
      // What came while this process was busy is seen first.
      const refuse = () => void setImmediate(() => late.reject(tooSlow()));
      const timer = setTimeout(refuse, Math.max(graceMs + (received * 1000) / bytesPerSecond - waitedMs, 0));
      try {
        return await Promise.race([piece, late.promise]);
      } finally {
        clearTimeout(timer);
        waitedMs += systemClock.monotonic() - since;
      }
    },
    came(bytes) {
      received += bytes;
    },
  };
}

/** Hands bytes on while they keep their pace. */
export async function* withinPace<B extends Uint8Array>(source: AsyncIterable<B>, pace: Pace): AsyncGenerator<B> {
  const paced = paceBytes(pace);
  const pieces = source[Symbol.asyncIterator]();
  try {
    for (let piece = await paced.wait(pieces.next()); piece.done !== true; piece = await paced.wait(pieces.next())) {
      paced.came(piece.value.byteLength);
      yield piece.value;
    }
  } finally {
    // Nobody waits for it: it ends only with the piece that does not come.
    void pieces.return?.().catch(() => undefined);
  }
}

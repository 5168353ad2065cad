import { systemClock } from '../clock.ts';

/** The lowest rate at which a client may send, averaged from its first byte on. */
export interface MinDataRate {
  /** Milliseconds by which the client may lag behind the rate. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
  /** Makes the error that is thrown once it is further behind. */
  readonly tooSlow: () => Error;
}

/** Measures the rate of one sender. Only time spent waiting for it counts. */
export interface DataRateMonitor {
  /** Resolves with the chunk; rejects with `tooSlow` once the sender is too far behind. */
  wait<T>(piece: Promise<T>): Promise<T>;
  /** Counts bytes that were received. */
  received(bytes: number): void;
}

/** Begins to measure the rate of a sender. */
export function monitorDataRate({ graceMs, bytesPerSecond, tooSlow }: MinDataRate): DataRateMonitor {
  let total = 0;
  let waitedMs = 0;
  return {
    async wait(piece) {
      const since = systemClock.monotonic();
      const late = Promise.withResolvers<never>();
      // Bytes that arrived while this process was busy are read first.
      const refuse = () => void setImmediate(() => late.reject(tooSlow()));
      const timer = setTimeout(refuse, Math.max(graceMs + (total * 1000) / bytesPerSecond - waitedMs, 0));
      try {
        return await Promise.race([piece, late.promise]);
      } finally {
        clearTimeout(timer);
        waitedMs += systemClock.monotonic() - since;
      }
    },
    received(bytes) {
      total += bytes;
    },
  };
}

/** Yields the chunks of a source; throws `tooSlow` once it falls behind the rate. */
export async function* enforceDataRate<B extends Uint8Array>(source: AsyncIterable<B>, minRate: MinDataRate): AsyncGenerator<B> {
  const monitor = monitorDataRate(minRate);
  const pieces = source[Symbol.asyncIterator]();
  try {
    for (let piece = await monitor.wait(pieces.next()); piece.done !== true; piece = await monitor.wait(pieces.next())) {
      monitor.received(piece.value.byteLength);
      yield piece.value;
    }
  } finally {
    // Not awaited: it settles only with the chunk that does not arrive.
    void pieces.return?.().catch(() => undefined);
  }
}

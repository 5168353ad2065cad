import { ApiError } from '../core/api-error.ts';
import { systemClock } from '../core/clock.ts';

/** How slowly a body may come. */
export interface Pace {
  /** How long a client may think first. */
  readonly graceMs: number;
  readonly bytesPerSecond: number;
}

/** A fortieth of what a bad mobile connection has; and yet a client that dawdles keeps nothing of ours for long. */
export const SLOWEST: Pace = { graceMs: 10_000, bytesPerSecond: 8 * 1024 };

/** The rest of the body is of no interest: the connection ends with the answer. */
const tooSlow = () => new ApiError('request_timeout', {}, { headers: { Connection: 'close' } });

/** A body of which so much has to be there by a time; what this process takes for itself does not count. */
export interface PacedBody {
  /** Waits for a piece; throws request_timeout once the body is behind its pace. */
  wait<T>(piece: Promise<T>): Promise<T>;
  /** Counts what has come. */
  came(bytes: number): void;
}

export function paceBody({ graceMs, bytesPerSecond }: Pace): PacedBody {
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

/** Hands a body on while it keeps its pace, and throws request_timeout once it does not. */
export async function* withinPace(body: AsyncIterable<Uint8Array>, pace: Pace): AsyncGenerator<Uint8Array> {
  const paced = paceBody(pace);
  const pieces = body[Symbol.asyncIterator]();
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

import type { Socket } from 'node:net';
import type { TrackedResponse } from './tracked-response.ts';

/** Bytes of responses that may wait in memory for their clients. */
const MOST_BYTES = 128 * 1024 * 1024;
const LOOK_MS = 250;

/** A response that its client has not read to the end. */
interface Unread {
  readonly socket: Socket;
  readonly bytes: number;
}

const bytesOf = (answers: readonly Unread[]): number => answers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns the largest share with which all sizes, each cut to it, come to no more than `most` (max-min fairness). */
function shareOf(sizes: readonly number[], most: number): number {
  let left = most;
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns the responses to drop so that the others total at most `most` bytes: the oldest ones of the addresses with the most. */
function chooseDropped(answers: readonly Unread[], most: number): Unread[] {
  const lines = [...Map.groupBy(answers, ({ socket }) => socket.remoteAddress ?? '').values()];
  const share = shareOf(lines.map(bytesOf), most);
  return lines.flatMap((line) => {
    let over = bytesOf(line) - share;
    return line.filter(({ bytes }) => {
      const isLost = over > 0;
      over -= bytes;
      return isLost;
    });
  });
}

export interface UnreadLimits {
  /** Bytes that may wait. */
  readonly most?: number;
  /** Called with the number of responses that were dropped. */
  readonly onDropped?: (answers: number) => void;
}

export interface UnreadResponseLimiter {
  /** Counts a response until it is read, or its connection ends. */
  watch(response: TrackedResponse): void;
  close(): void;
}

/**
 * Bounds the memory of responses that clients do not read, by ending connections: a page may have megabytes, and a client thousands of
 * connections.
 */
export function createUnreadResponseLimiter({ most = MOST_BYTES, onDropped = () => undefined }: UnreadLimits = {}): UnreadResponseLimiter {
  const watched = new Set<TrackedResponse>();

  function look(): void {
    const unread = [...watched].map((response) => ({
      socket: response.req.socket,
      bytes: response.writableLength + response.retainedBytes,
    }));
    const answers = unread.filter(({ bytes }) => bytes > 0);
    const lost = chooseDropped(answers, most);
    for (const { socket } of lost) socket.destroy();
    if (lost.length > 0) onDropped(lost.length);
    for (const response of watched) if (response.req.socket.destroyed) watched.delete(response);
  }

  const timer = setInterval(look, LOOK_MS);
  timer.unref();
  return {
    watch(response) {
      watched.add(response);
      response.once('close', () => watched.delete(response));
    },
    close: () => clearInterval(timer),
  };
}

import type { Socket } from 'node:net';
import type { HeldResponse } from './held-response.ts';

/** Bytes of answers that may wait in memory until their clients read them. */
const MOST_BYTES = 128 * 1024 * 1024;
const LOOK_MS = 250;

/** An answer that is not read to its end yet. */
interface Unread {
  readonly socket: Socket;
  readonly bytes: number;
}

const bytesOf = (answers: readonly Unread[]): number => answers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns how much each may have, so that all have no more than `most`: who has less than that keeps it. */
function shareOf(sizes: readonly number[], most: number): number {
  let left = most;
  for (const [index, size] of sizes.toSorted((one, other) => one - other).entries()) {
    const share = left / (sizes.length - index);
    if (size > share) return share;
    left -= size;
  }
  return Number.POSITIVE_INFINITY;
}

/** Returns which of the answers to give up, so that the others come to no more than `most`: of the addresses that leave the most, the oldest. */
function chooseLost(answers: readonly Unread[], most: number): Unread[] {
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
  /** Told how many answers were given up. */
  readonly onLost?: (answers: number) => void;
}

export interface UnreadAnswers {
  /** Counts an answer until it is read, or its connection ends. */
  watch(response: HeldResponse): void;
  close(): void;
}

/** Bounds what clients that do not read leave in memory: a page may have megabytes, and whoever asks for it a thousand connections. */
export function createUnreadAnswers({ most = MOST_BYTES, onLost = () => undefined }: UnreadLimits = {}): UnreadAnswers {
  const watched = new Set<HeldResponse>();

  function look(): void {
    const unread = [...watched].map((response) => ({ socket: response.req.socket, bytes: response.writableLength + response.heldBytes }));
    const answers = unread.filter(({ bytes }) => bytes > 0);
    const lost = chooseLost(answers, most);
    for (const { socket } of lost) socket.destroy();
    if (lost.length > 0) onLost(lost.length);
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

import type { ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Bytes of answers that may wait in memory until their clients read them. */
const MOST_BYTES = 128 * 1024 * 1024;
const LOOK_MS = 250;

/** An answer that is not read to its end yet. */
interface Unread {
  readonly socket: Socket;
  readonly bytes: number;
}

const bytesOf = (answers: readonly Unread[]): number => answers.reduce((sum, { bytes }) => sum + bytes, 0);

/** Returns which of the answers to give up, so that the others come to no more than `most`: of the address that leaves the most, the oldest. */
function chooseLost(answers: readonly Unread[], most: number): Unread[] {
  const lines = [...Map.groupBy(answers, ({ socket }) => socket.remoteAddress ?? '').values()];
  const lost: Unread[] = [];
  for (let over = bytesOf(answers) - most; over > 0; ) {
    const fullest = lines.reduce((one, other) => (bytesOf(other) > bytesOf(one) ? other : one));
    const oldest = fullest.shift();
    if (oldest === undefined) break;
    lost.push(oldest);
    over -= oldest.bytes;
  }
  return lost;
}

export interface UnreadAnswers {
  /** Counts an answer until it is read, or its connection ends. */
  watch(response: ServerResponse): void;
  close(): void;
}

/** Bounds what clients that do not read leave in memory: a page may have megabytes, and whoever asks for it a thousand connections. */
export function createUnreadAnswers(most = MOST_BYTES): UnreadAnswers {
  const watched = new Set<ServerResponse>();

  function look(): void {
    // With what waits behind another answer of the same connection.
    const unread = [...watched].map((response) => ({ socket: response.req.socket, bytes: response.writableLength }));
    const answers = unread.filter(({ bytes }) => bytes > 0);
    for (const { socket } of bytesOf(answers) > most ? chooseLost(answers, most) : []) socket.destroy();
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

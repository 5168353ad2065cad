import type { Socket } from 'node:net';
import { systemClock } from '../../core/clock.ts';

/** For how much longer than an answer its client is read, and how much of it: as nginx does with `lingering_time` and `lingering_timeout`. */
export interface DropLimits {
  /** Milliseconds in all. */
  readonly mostMs: number;
  /** Milliseconds in which nothing comes. */
  readonly idleMs: number;
  readonly mostBytes: number;
}

export const DROP_LIMITS: DropLimits = { mostMs: 30_000, idleMs: 5000, mostBytes: 256 * 1024 * 1024 };

/**
 * Ends a connection for our part (RFC 9112, section 9.6), and destroys it once the other side has ended it too, or what still comes exceeds
 * the limits. It is dropped without being parsed, so that none of it is taken for a request.
 */
export function closeLingering(socket: Socket, { mostMs, idleMs, mostBytes } = DROP_LIMITS): void {
  const until = systemClock.monotonic() + mostMs;
  let bytes = 0;
  const giveUp = () => void socket.destroy();
  const timer = setTimeout(giveUp, idleMs).unref();
  // The parser's. It reads from the handle, past the stream, until somebody else listens.
  socket.removeAllListeners('data');
  socket.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes || systemClock.monotonic() >= until) giveUp();
    else timer.refresh();
  });
  socket.once('end', giveUp);
  socket.once('close', () => clearTimeout(timer));
  socket.end();
  socket.resume();
  // Node may have stopped reading for its parser, which the stream does not know.
  socket._read(0);
}

/**
 * Parses nothing more of a connection. It ends with the answer that says so: what still comes is read and dropped then, within the limits of
 * a body, since the system throws away what is on its way to a client when a connection is closed with bytes that nobody has read.
 */
export function linger(socket: Socket): void {
  const hold = () => {
    if (socket.writable) socket.pause();
  };
  // Node resumes the socket when a request is complete, after everything else of this tick.
  process.nextTick(() => {
    // The parser's, as above.
    socket.removeAllListeners('data');
    socket.on('data', () => undefined);
    socket.on('resume', hold);
    socket.pause();
  });
  // Called once the last answer is written.
  socket.destroySoon = () => closeLingering(socket);
}

import type { Socket } from 'node:net';
import { systemClock } from '../../core/clock.ts';

/** For how long after a response the client is still read, and how much of it: like `lingering_time` and `lingering_timeout` of nginx. */
export interface DropLimits {
  /** Milliseconds in total. */
  readonly mostMs: number;
  /** Milliseconds without data. */
  readonly idleMs: number;
  readonly mostBytes: number;
}

export const DROP_LIMITS: DropLimits = { mostMs: 30_000, idleMs: 5000, mostBytes: 256 * 1024 * 1024 };

/**
 * Ends our side of a connection (RFC 9112, section 9.6), and destroys it once the other side has ended too, or what still arrives exceeds
 * the limits. That data is dropped unparsed, so that none of it is taken for a request.
 */
export function closeLingering(socket: Socket, { mostMs, idleMs, mostBytes } = DROP_LIMITS): void {
  const until = systemClock.monotonic() + mostMs;
  let bytes = 0;
  const giveUp = () => void socket.destroy();
  const timer = setTimeout(giveUp, idleMs).unref();
  // The parser's listener. It reads from the handle, bypassing the stream, until another listener is added.
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
  // Node may have paused the socket for its parser, which the stream does not know.
  socket._read(0);
}

/**
 * Stops parsing a connection. It ends with the response that says so; what still arrives is read and dropped within the limits of a body,
 * since the system discards data on its way to a client if a connection is closed with unread bytes.
 */
export function linger(socket: Socket): void {
  const hold = () => {
    if (socket.writable) socket.pause();
  };
  // Node resumes the socket when a request is complete, after everything else of this tick.
  process.nextTick(() => {
    // The parser's listener, as above.
    socket.removeAllListeners('data');
    socket.on('data', () => undefined);
    socket.on('resume', hold);
    socket.pause();
  });
  // Called once the last response is written.
  socket.destroySoon = () => closeLingering(socket);
}

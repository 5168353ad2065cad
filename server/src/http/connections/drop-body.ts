import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '../../core/clock.ts';

/** For how much longer than its answer a body is read, and how much of it: as nginx does with `lingering_time` and `lingering_timeout`. */
export interface DropLimits {
  /** Milliseconds in all. */
  readonly mostMs: number;
  /** Milliseconds in which nothing comes. */
  readonly idleMs: number;
  readonly mostBytes: number;
}

export const DROP_LIMITS: DropLimits = { mostMs: 30_000, idleMs: 5000, mostBytes: 256 * 1024 * 1024 };

const hasBody = ({ headers }: IncomingMessage) => headers['transfer-encoding'] !== undefined || Number(headers['content-length'] ?? 0) > 0;

function drop(request: IncomingMessage, { mostMs, idleMs, mostBytes }: DropLimits): void {
  const until = systemClock.monotonic() + mostMs;
  let bytes = 0;
  const giveUp = () => {
    stop();
    request.socket.destroySoon();
  };
  const timer = setTimeout(giveUp, Math.min(idleMs, mostMs)).unref();
  const onData = (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > mostBytes || systemClock.monotonic() >= until) giveUp();
    else timer.refresh();
  };
  function stop(): void {
    clearTimeout(timer);
    request.off('data', onData);
    for (const event of ['end', 'error', 'close']) request.off(event, stop);
  }
  for (const event of ['end', 'error', 'close']) request.on(event, stop);
  request.on('data', onData);
  request.resume();
}

/**
 * Has what is left of a body read and dropped once its request is answered. Many clients send all of it before they read the answer: a
 * connection that ends under them takes the answer along, as the system throws it away with what was not read.
 */
export function dropBodyOnceAnswered(request: IncomingMessage, response: ServerResponse, limits: DropLimits = DROP_LIMITS): void {
  if (!hasBody(request)) return;
  // What nobody has begun to read when it is answered, Node would drop uncounted.
  request.read(0);
  response.once('finish', () => {
    // In a later turn, for whoever is about to end of reading it.
    setImmediate(() => {
      if (!request.readableEnded && !request.destroyed && !request.socket.destroyed) drop(request, limits);
    });
  });
}

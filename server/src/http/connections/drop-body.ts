import type { IncomingMessage, ServerResponse } from 'node:http';
import { systemClock } from '../../core/clock.ts';
import type { ChunkedRequest } from './chunked-request.ts';
import { closeLingering, DROP_LIMITS, type DropLimits } from './linger.ts';

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

/** Has a connection that ends with an answer, which comes before the body has, end once the rest has been dropped. */
function lingerAtEnd(request: ChunkedRequest, response: ServerResponse, limits: DropLimits): void {
  const { socket } = request;
  const { destroySoon } = socket;
  const end = () => {
    if (request.complete && !request.hasTooManyChunks) destroySoon.call(socket);
    else closeLingering(socket, limits);
  };
  // Called once the last answer is written.
  socket.destroySoon = end;
  response.once('close', () => {
    if (socket.destroySoon === end) socket.destroySoon = destroySoon;
  });
}

/**
 * Has what is left of a body read and dropped once its request is answered. Many clients send all of it before they read the answer: a
 * connection that ends under them takes the answer along, as the system throws it away with what was not read.
 */
export function dropBodyOnceAnswered(request: ChunkedRequest, response: ServerResponse, limits: DropLimits = DROP_LIMITS): void {
  if (!hasBody(request)) return;
  // What nobody has begun to read when it is answered, Node would drop uncounted.
  request.read(0);
  lingerAtEnd(request, response, limits);
  response.once('finish', () => {
    // In a later turn, for whoever is about to end of reading it.
    setImmediate(() => {
      if (!request.readableEnded && !request.destroyed && request.socket.writable) drop(request, limits);
    });
  });
}

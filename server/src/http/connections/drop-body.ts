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

/** Ends the connection after a response that was sent before the body had arrived, once the rest of the body has been dropped. */
function lingerAtEnd(request: ChunkedRequest, response: ServerResponse, limits: DropLimits): void {
  const { socket } = request;
  const { destroySoon } = socket;
  const end = () => {
    if (request.complete && !request.hasTooManyChunks) destroySoon.call(socket);
    else closeLingering(socket, limits);
  };
  // Called once the last response is written.
  socket.destroySoon = end;
  response.once('close', () => {
    if (socket.destroySoon === end) socket.destroySoon = destroySoon;
  });
}

/**
 * Reads and drops the rest of a body once its request is answered. Many clients send all of it before they read the response: if the
 * connection is closed while data is unread, the system discards the response too.
 */
export function dropBodyOnceAnswered(request: ChunkedRequest, response: ServerResponse, limits: DropLimits = DROP_LIMITS): void {
  if (!hasBody(request)) return;
  // Node would drop a body that nobody has begun to read when the response is sent, without counting it.
  request.read(0);
  lingerAtEnd(request, response, limits);
  response.once('finish', () => {
    // In a later turn of the event loop, as a reader may be about to finish.
    setImmediate(() => {
      if (!request.readableEnded && !request.destroyed && request.socket.writable) drop(request, limits);
    });
  });
}

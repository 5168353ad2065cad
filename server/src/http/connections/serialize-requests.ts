import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { linger } from './linger.ts';

/** Pipelined requests that may wait behind the one being served. */
const MOST_WAITING = 31;

interface QueuedRequest {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Line {
  readonly waiting: QueuedRequest[];
  /** Whether the connection ends with the last waiting request. */
  isClosed: boolean;
}

/**
 * Returns a listener that serves the requests of each connection one at a time: Node starts all that have arrived, and a client that
 * pipelines (RFC 9112, section 9.3.2) may send thousands. Beyond 31 waiting requests the connection ends with the last of these
 * (`Connection: close`), and `onTooMany` is called; the client repeats the unanswered ones.
 */
export function serializeRequests<R extends typeof IncomingMessage, A extends typeof ServerResponse<InstanceType<R>>>(
  serve: RequestListener<R, A>,
  onTooMany: () => void = () => undefined,
): RequestListener<R, A> {
  const lines = new WeakMap<Socket, Line>();

  function serveNext(socket: Socket): void {
    if (!socket.writable) return;
    const next = lines.get(socket)?.waiting.shift();
    if (next === undefined) lines.delete(socket);
    else next.begin();
  }

  function close(line: Line, socket: Socket): void {
    line.isClosed = true;
    onTooMany();
    line.waiting.at(-1)?.response.setHeader('Connection', 'close');
    linger(socket);
  }

  return (request, response) => {
    const { socket } = request;
    // Requests after the last response of a connection could not be answered.
    if (!socket.writable) return;
    const begin = () => {
      // In a later turn of the event loop, so that other connections are served in between.
      response.once('close', () => setImmediate(serveNext, socket));
      serve(request, response);
    };
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { waiting: [], isClosed: false });
      begin();
    } else if (line.waiting.length < MOST_WAITING && !line.isClosed) {
      line.waiting.push({ response, begin });
    } else if (!line.isClosed) {
      close(line, socket);
    }
  };
}

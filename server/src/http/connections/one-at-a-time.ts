import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';

/** Requests of a connection that may wait behind the one under way. */
const MOST_WAITING = 31;

interface Waiting {
  readonly response: ServerResponse;
  readonly begin: () => void;
}

interface Line {
  readonly waiting: Waiting[];
  /** Whether the connection ends with the last that waits. */
  isClosed: boolean;
}

function join({ waiting }: Line, next: Waiting): boolean {
  if (waiting.length === MOST_WAITING) return false;
  waiting.push(next);
  return true;
}

/**
 * Serves the requests of each connection one after the other, with those of others in between. Node begins all that have
 * come, and whoever pipelines (RFC 9112, section 9.3.2) sends two thousand at once. Where more come than may wait, the
 * connection ends with the last of these (`Connection: close`); its client asks again for what was not answered.
 */
export function oneAtATime<R extends typeof IncomingMessage>(serve: RequestListener<R>): RequestListener<R> {
  const lines = new WeakMap<Socket, Line>();

  function goOn(socket: Socket): void {
    const next = lines.get(socket)?.waiting.shift();
    if (next === undefined) lines.delete(socket);
    else if (!socket.destroyed) setImmediate(next.begin);
  }

  return (request, response) => {
    const { socket } = request;
    const begin = () => {
      response.once('close', () => goOn(socket));
      serve(request, response);
    };
    const line = lines.get(socket);
    if (line === undefined) {
      lines.set(socket, { waiting: [], isClosed: false });
      begin();
      return;
    }
    if (!line.isClosed) {
      if (join(line, { response, begin })) return;
      line.isClosed = true;
      line.waiting.at(-1)?.response.setHeader('Connection', 'close');
    }
    // Node reads on after each request that is complete.
    process.nextTick(() => socket.pause());
  };
}

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

/**
 * Serves the requests of each connection one after the other, with those of others in between. Node begins all that have
 * come, and whoever pipelines (RFC 9112, section 9.3.2) sends two thousand at once. Where more come than may wait, the
 * connection ends with the last of these (`Connection: close`), and `onTooMany` is called; its client asks again for what was not
 * answered.
 */
export function oneAtATime<R extends typeof IncomingMessage, A extends typeof ServerResponse<InstanceType<R>>>(
  serve: RequestListener<R, A>,
  onTooMany: () => void = () => undefined,
): RequestListener<R, A> {
  const lines = new WeakMap<Socket, Line>();

  function goOn(socket: Socket): void {
    if (!socket.writable) return;
    const next = lines.get(socket)?.waiting.shift();
    if (next === undefined) lines.delete(socket);
    else next.begin();
  }

  function close(line: Line, socket: Socket): void {
    line.isClosed = true;
    onTooMany();
    line.waiting.at(-1)?.response.setHeader('Connection', 'close');
    // Node reads on once a request is complete, after all that can be done meanwhile.
    socket.on('resume', () => socket.pause());
    process.nextTick(() => socket.pause());
  }

  return (request, response) => {
    const { socket } = request;
    // What comes behind the last answer of a connection is not begun: nobody would hear of it.
    if (!socket.writable) return;
    const begin = () => {
      // The line stays until others had their turn, also where an answer takes none.
      response.once('close', () => setImmediate(goOn, socket));
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

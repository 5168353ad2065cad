import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { getRequestListener, type HttpBindings } from '@hono/node-server';
import { ConfigError } from './config/config-error.ts';
import { ChunkedRequest } from './http/connections/chunked-request.ts';
import { dropBodyOnceAnswered } from './http/connections/drop-body.ts';
import type { DropLimits } from './http/connections/linger.ts';
import { normalizeEscapes } from './http/connections/percent-encoding.ts';
import { serializeRequests } from './http/connections/serialize-requests.ts';
import { TrackedResponse } from './http/connections/tracked-response.ts';
import { createUnreadResponseLimiter, type UnreadLimits } from './http/connections/unread-responses.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  EADDRNOTAVAIL: 'HOST',
  EINVAL: 'HOST',
  EAFNOSUPPORT: 'HOST',
  ENOTFOUND: 'HOST',
  EAI_AGAIN: 'HOST',
};

/** Where to listen. */
export interface Place {
  readonly host: string;
  readonly port: number;
  /** The setting of the port, `PORT` by default. */
  readonly setting?: 'PORT' | 'WORKER_PORT';
}

/** Names the setting at fault, if there is one. */
function toConfigError(error: NodeJS.ErrnoException, { port, setting: ofPort = 'PORT' }: Place): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`${ofPort}: ${port} is taken by another program; set one that is free`);
  const setting = error.code === 'EACCES' ? ofPort : SETTINGS[error.code ?? ''];
  return setting === undefined ? error : new ConfigError(`${setting}: cannot listen: ${error.message}`);
}

/** How long running requests may take to be answered. */
const GRACE_MS = 3000;
/** Longer than proxies keep an idle connection (60 s for most): one that the service ends first could end during a request. */
const KEEP_ALIVE_MS = 75_000;

export interface HttpListener {
  readonly host: string;
  readonly port: number;
  /** Accepts no further connections, and resolves when the running requests are answered, or cut off after 3 s. */
  close(): Promise<void>;
}

export interface ServeOptions extends UnreadLimits {
  /** Limits for reading the rest of a body once its request is answered; those of nginx by default. */
  readonly dropLimits?: DropLimits;
  /** Called when a connection was ended because too many requests waited on it. */
  readonly onTooMany?: () => void;
}

/** Starts listening; port 0 picks any free one. Throws ConfigError if it cannot. */
export async function serveHttp(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  at: Place,
  options: ServeOptions = {},
): Promise<HttpListener> {
  const unread = createUnreadResponseLimiter(options);
  let closing = false;
  // Safe because the listener passes on the objects of the server, which speaks no other protocol.
  const answer = (request: Request, bindings: unknown) => fetch(request, bindings as HttpBindings);
  const serve = getRequestListener(answer, { autoCleanupIncoming: false });
  const listener = serializeRequests<typeof ChunkedRequest, typeof TrackedResponse<ChunkedRequest>>((request, response) => {
    unread.watch(response);
    request.url = normalizeEscapes(request.url ?? '/');
    request.endWithAnswer(response, options.dropLimits);
    dropBodyOnceAnswered(request, response, options.dropLimits);
    // A client that keeps its connection would otherwise keep the process alive.
    if (closing) response.setHeader('Connection', 'close');
    return serve(request, response);
  }, options.onTooMany);
  const server = createServer({ IncomingMessage: ChunkedRequest, ServerResponse: TrackedResponse }, listener);
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  // Otherwise Node answers by itself, and continues with the next (RFC 9110, section 10.1.1).
  server.on('checkExpectation', (_request, response) => response.writeHead(417, { Connection: 'close' }).end());
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => {
      unread.close();
      reject(toConfigError(error, at));
    });
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  return {
    host: at.host,
    port,
    close: () => {
      closing = true;
      return new Promise((resolve) => {
        const cutOff = setTimeout(() => server.closeAllConnections(), GRACE_MS);
        server.close(() => {
          clearTimeout(cutOff);
          unread.close();
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { ConfigError } from './config.ts';
import { createUnreadAnswers, type UnreadLimits } from './http/unread-answers.ts';

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
  /** The one that the port is from, `PORT` unless given. */
  readonly setting?: 'PORT' | 'WORKER_PORT';
}

/** Names the setting at fault, where it is one. */
function toConfigError(error: NodeJS.ErrnoException, { port, setting: ofPort = 'PORT' }: Place): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`${ofPort}: ${port} is taken by another program; set one that is free`);
  const setting = error.code === 'EACCES' ? ofPort : SETTINGS[error.code ?? ''];
  return setting === undefined ? error : new ConfigError(`${setting}: cannot listen: ${error.message}`);
}

/** How long requests under way have to be answered. */
const GRACE_MS = 3000;
/** Longer than proxies keep a connection that rests (60 s of most): one that we end first can end under a request. */
const KEEP_ALIVE_MS = 75_000;

export interface HttpListener {
  readonly host: string;
  readonly port: number;
  /** Takes no further connection, and resolves when the requests under way are answered, or cut off after 3 s. */
  close(): Promise<void>;
}

/** Listens; port 0 takes a free one. `limits`: what becomes of answers that wait for their clients. Throws ConfigError for a place where it cannot. */
export async function serveHttp(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  at: Place,
  limits: UnreadLimits = {},
): Promise<HttpListener> {
  // Safe because without options of another protocol the adapter makes a plain HTTP server, which hands on what is its own.
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings as HttpBindings) }) as Server;
  server.keepAliveTimeout = KEEP_ALIVE_MS;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toConfigError(error, at)));
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  const unread = createUnreadAnswers(limits);
  let closing = false;
  server.prependListener('request', (_request, response) => {
    unread.watch(response);
    // A client that keeps its connection would otherwise keep the process.
    if (closing) response.setHeader('Connection', 'close');
  });
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

import type { Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdaptorServer, type HttpBindings } from '@hono/node-server';
import { ConfigError } from './config.ts';

const SETTINGS: Readonly<Record<string, string>> = {
  EACCES: 'PORT',
  EADDRNOTAVAIL: 'HOST',
  EINVAL: 'HOST',
  EAFNOSUPPORT: 'HOST',
  ENOTFOUND: 'HOST',
  EAI_AGAIN: 'HOST',
};

/** Names the setting at fault, where it is one. */
function toConfigError(error: NodeJS.ErrnoException, { port }: { port: number }): Error {
  if (error.code === 'EADDRINUSE') return new ConfigError(`PORT: ${port} is taken by another program; set one that is free`);
  const setting = SETTINGS[error.code ?? ''];
  return setting === undefined ? error : new ConfigError(`${setting}: cannot listen: ${error.message}`);
}

/** How long requests under way have to be answered. */
const GRACE_MS = 3000;

export interface HttpListener {
  readonly host: string;
  readonly port: number;
  /** Takes no further connection, and resolves when the requests under way are answered, or cut off after 3 s. */
  close(): Promise<void>;
}

/** Listens; port 0 takes a free one. Throws ConfigError for a place where it cannot. */
export async function serveHttp(
  fetch: (request: Request, bindings: HttpBindings) => Response | Promise<Response>,
  at: { host: string; port: number },
): Promise<HttpListener> {
  // Safe because without options of another protocol the adapter makes a plain HTTP server, which hands on what is its own.
  const server = createAdaptorServer({ fetch: (request, bindings) => fetch(request, bindings as HttpBindings) }) as Server;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(toConfigError(error, at)));
    server.listen(at.port, at.host, resolve);
  });
  const { port } = server.address() as AddressInfo;
  let closing = false;
  // A client that keeps its connection would otherwise keep the process.
  server.prependListener('request', (_request, response) => {
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
          resolve();
        });
        server.closeIdleConnections();
      });
    },
  };
}

import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Posthorn, type PosthornOptions } from '@posthorn/sdk';
import { onTestFinished } from 'vitest';

export interface Reply {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** JSON, or text as it is. */
  readonly body: object | string;
}

interface Received {
  readonly method: string | undefined;
  /** Path and query as they came. */
  readonly url: string | undefined;
  readonly headers: Readonly<Record<string, string | string[] | undefined>>;
  readonly body: string;
}

/** `silence`: no answer at all; `reset`: the connection breaks off in the middle of the answer. */
export type Script = Reply | 'silence' | 'reset';

async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk);
  return Buffer.concat(chunks).toString();
}

function play(script: Script, response: ServerResponse): void {
  if (script === 'silence') return;
  if (script === 'reset') {
    response.writeHead(200, { 'content-type': 'application/json', 'content-length': '100' }).write('{');
    response.socket?.end();
    return;
  }
  const { status = 200, headers, body } = script;
  const isText = typeof body === 'string';
  const type = isText ? 'text/html' : 'application/json';
  response.writeHead(status, { 'content-type': type, 'x-request-id': 'req_1', ...headers }).end(isText ? body : JSON.stringify(body));
}

/** A service on loopback that answers as it is told, in order, and keeps what it received. */
export async function startService(...scripts: Script[]) {
  const received: Received[] = [];
  const server = createServer(async (request, response) => {
    const { method, url, headers } = request;
    received.push({ method, url, headers, body: await readBody(request) });
    play(scripts.shift() ?? { status: 599, body: 'nothing more was expected' }, response);
    server.emit('answered');
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const stop = async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  };
  onTestFinished(stop);
  // Safe because a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const baseUrl = `http://127.0.0.1:${port}`;
  const client = (options: Partial<PosthornOptions> = {}) => new Posthorn({ apiKey: 'key', baseUrl, ...options });
  return { baseUrl, received, client, answered: () => once(server, 'answered'), stop };
}

/** A fetch that plays what it is told, in order, and counts; for tests with a stopped clock. */
export function scriptedFetch(...scripts: (Reply | Error)[]) {
  const calls: string[] = [];
  const fetch = async (url: string): Promise<Response> => {
    calls.push(url);
    const script = scripts.shift() ?? new Error('nothing more was expected');
    if (script instanceof Error) throw script;
    return new Response(JSON.stringify(script.body), { status: script.status ?? 200, headers: { ...script.headers } });
  };
  return { calls, client: new Posthorn({ apiKey: 'key', baseUrl: 'http://service.test', fetch }) };
}

export async function caught(promise: Promise<unknown>): Promise<unknown> {
  try {
    await promise;
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

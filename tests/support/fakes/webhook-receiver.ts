import { once } from 'node:events';
import type { IncomingHttpHeaders, ServerResponse } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { getCACertificates, setDefaultCACertificates } from 'node:tls';
import { type Certificate, createCertificate } from './certificate.ts';

/** A status, an answer with a location, bytes instead of an answer, or what else happens. */
export type HookAnswer =
  | number
  | { readonly status: number; readonly location?: string; readonly body?: string }
  | { readonly raw: string }
  | 'hang'
  | 'reset';

export interface ReceivedHook {
  readonly path: string;
  readonly headers: IncomingHttpHeaders;
  readonly body: string;
}

export interface WebhookReceiver {
  readonly port: number;
  readonly certificate: Certificate;
  readonly requests: readonly ReceivedHook[];
  /** Connections opened so far. */
  connections(): number;
  /** Returns the requests for a path. */
  at(path: string): readonly ReceivedHook[];
  url(path: string): string;
  /** Sets the answers of a path, in order; the last one stays. 204 by default. */
  answer(path: string, ...answers: HookAnswer[]): void;
  /** Ends hanging requests with a status. */
  release(status: number): void;
  close(): Promise<void>;
}

const parse = (body: string) => JSON.parse(body);

/** The payload of a hook. */
export const payloadOf = (hook: ReceivedHook | undefined) => parse(hook?.body ?? 'null');

async function createTrusted(): Promise<Certificate> {
  const certificate = await createCertificate();
  setDefaultCACertificates([...getCACertificates('default'), certificate.cert]);
  return certificate;
}

// One for all receivers of a process: of two authorities with one name OpenSSL checks only the first.
let trusted: Promise<Certificate> | undefined;

/** Starts an https server on loopback that keeps what is posted to it. This process trusts its certificate. */
export async function startWebhookReceiver(): Promise<WebhookReceiver> {
  trusted ??= createTrusted();
  const certificate = await trusted;
  const requests: ReceivedHook[] = [];
  const answers = new Map<string, HookAnswer[]>();
  const hanging: ServerResponse[] = [];
  let connections = 0;

  function play(answer: HookAnswer, response: ServerResponse): void {
    if (answer === 'hang') hanging.push(response);
    else if (answer === 'reset') response.socket?.destroy();
    else if (typeof answer === 'object' && 'raw' in answer) response.socket?.end(answer.raw);
    else if (typeof answer === 'number') response.writeHead(answer).end();
    else response.writeHead(answer.status, answer.location === undefined ? {} : { location: answer.location }).end(answer.body);
  }

  function nextAnswer(path: string): HookAnswer {
    const script = answers.get(path) ?? [204];
    return (script.length > 1 ? script.shift() : script[0]) ?? 204;
  }

  const server = createServer({ key: certificate.key, cert: certificate.cert }, async (request, response) => {
    const path = request.url ?? '';
    requests.push({ path, headers: request.headers, body: (await buffer(request)).toString() });
    play(nextAnswer(path), response);
  });
  server.on('connection', () => {
    connections += 1;
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  // Safe because a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  return {
    port,
    certificate,
    requests,
    connections: () => connections,
    at: (path) => requests.filter((request) => request.path === path),
    url: (path) => `https://localhost:${port}${path}`,
    answer: (path, ...script) => void answers.set(path, script),
    release: (status) => {
      for (const response of hanging.splice(0)) response.writeHead(status).end();
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

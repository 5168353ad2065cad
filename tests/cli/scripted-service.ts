import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';
import { posthornProcess } from '../support/processes/command-line.ts';

/** What is answered: JSON, with a status where it is not 200, or what a function does. */
export type Script = { readonly status?: number; readonly body: unknown } | ((response: ServerResponse) => void);

function play(script: Script, response: ServerResponse): void {
  const headers = { 'content-type': 'application/json', 'retry-after': '0' };
  if (typeof script === 'function') script(response);
  else response.writeHead(script.status ?? 200, headers).end(JSON.stringify(script.body));
}

/** A service on loopback that answers as it is told, in order, and `posthorn` that asks it. */
export async function startScriptedService(...scripts: Script[]) {
  const received: { readonly url: string | undefined; readonly body: string }[] = [];
  const server = createServer(async (request, response) => {
    received.push({ url: request.url, body: await text(request) });
    play(scripts.shift() ?? { status: 418, body: { error: 'nothing_more_was_expected' } }, response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // Safe because a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const environment = { POSTHORN_URL: `http://127.0.0.1:${port}`, POSTHORN_API_KEY: 'key', OPERATOR_TOKEN: 'token' };
  const run = (args: readonly string[], more: Readonly<Record<string, string>> = {}) =>
    posthornProcess(args, { ...environment, ...more }).ended;
  return { environment, received, run };
}

import { once } from 'node:events';
import { createServer, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Posthorn } from '@posthorn/sdk';
import { describe, expect, it, onTestFinished } from 'vitest';
import { caught } from './service.ts';

const CHUNK = Buffer.alloc(64 * 1024, 'a');

/** A service whose answer has no end: it writes while somebody reads. */
async function startEndlessService() {
  let written = 0;
  const closed = Promise.withResolvers<void>();
  function pump(response: ServerResponse): void {
    do written += CHUNK.length;
    while (response.write(CHUNK));
    response.once('drain', () => pump(response));
  }
  const server = createServer((_, response) => {
    response.writeHead(200, { 'content-type': 'text/csv' });
    response.once('close', closed.resolve);
    pump(response);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(async () => {
    server.closeAllConnections();
    await new Promise((resolve) => server.close(resolve));
  });
  // Safe because a server that listens on a port has an address of this form.
  const { port } = server.address() as AddressInfo;
  const client = new Posthorn({ apiKey: 'key', baseUrl: `http://127.0.0.1:${port}`, timeoutMs: 60_000 });
  return { client, written: () => written, closed: closed.promise };
}

describe('a download', () => {
  it('is read as it is asked for, and given up', async () => {
    const service = await startEndlessService();
    const { body } = await service.client.contacts.downloadExport('exp_1');
    const reader = body?.getReader();
    for (let read = 0; read < 3 * CHUNK.length; ) read += (await reader?.read())?.value?.length ?? 0;
    await reader?.cancel();
    await service.closed;
    expect(service.written()).toBeLessThan(64 * 1024 * 1024);
  });

  it('ends with the reason of the signal, wherever it is', async () => {
    const service = await startEndlessService();
    const controller = new AbortController();
    const { body, headers, status } = await service.client.contacts.downloadExport('exp_1', {}, { signal: controller.signal });
    expect([status, headers.get('content-type')]).toEqual([200, 'text/csv']);
    const reader = body?.getReader();
    await reader?.read();
    controller.abort(new Error('enough'));
    const rest = (async () => {
      for (let part = await reader?.read(); part?.done === false; ) part = await reader?.read();
    })();
    expect(await caught(rest)).toEqual(new Error('enough'));
    await service.closed;
  });
});

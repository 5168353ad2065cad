import { once } from 'node:events';
import { type AddressInfo, createServer, type Socket } from 'node:net';
import { setImmediate as turn } from 'node:timers/promises';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { examineSessions } from './examine-sessions.ts';

const AUTHENTICATED = Buffer.from([0x52, 0, 0, 0, 8, 0, 0, 0, 0]);
const READY = Buffer.from([0x5a, 0, 0, 0, 5, 0x49]);
const QUERY = 0x51;

beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

it.each(['', '?pgbouncer=true'])('gives up a server that lets in and then says nothing, and ends with it (%s)', async (query) => {
  const sockets: Socket[] = [];
  let isAsked = false;
  const server = createServer((socket) => {
    sockets.push(socket);
    socket.once('data', () => socket.write(Buffer.concat([AUTHENTICATED, READY])));
    socket.on('data', (bytes) => {
      isAsked ||= bytes[0] === QUERY;
    });
  }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  // Safe because it listens on a port.
  const { port } = server.address() as AddressInfo;
  const failed = expect(examineSessions(`postgres://x@127.0.0.1:${port}/x${query}`, { statementMs: 0 })).rejects.toThrow('timeout');
  while (!isAsked) await turn();
  await vi.advanceTimersByTimeAsync(10_000);
  await vi.advanceTimersByTimeAsync(1000);
  await failed;
  for (const socket of sockets) socket.destroy();
  server.close();
});

import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { afterEach, describe, expect, it, vi } from 'vitest';
import { type HttpListener, serveHttp } from '../../serve-http.ts';
import type { DropLimits } from './linger.ts';

const MIB = 1024 * 1024;
const GENEROUS: DropLimits = { mostMs: 60_000, idleMs: 60_000, mostBytes: 256 * MIB };
const NEXT = 'POST /next HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n';

interface Client {
  readonly socket: Socket;
  /** Writes and waits until the system has accepted the data; rejects once the connection is closed. */
  write(data: Buffer | string): Promise<void>;
  /** Resolves with everything received, once the other side has ended. */
  readonly heard: Promise<string>;
  readonly closed: Promise<unknown>;
}

describe('a connection that ends with an answer, which came before the body had', () => {
  const listeners: HttpListener[] = [];
  const sockets: Socket[] = [];
  afterEach(async () => {
    for (const socket of sockets.splice(0)) socket.destroy();
    await Promise.all(listeners.splice(0).map(({ close }) => close()));
  });

  async function start(dropLimits = GENEROUS, headers: Record<string, string> = {}) {
    const served = vi.fn((_request: Request) => new Response('refused', { status: 413, headers }));
    const listener = await serveHttp(served, { host: '127.0.0.1', port: 0 }, { dropLimits });
    listeners.push(listener);
    return { port: listener.port, served };
  }

  function open(port: number): Client {
    const socket = connect({ port, host: '127.0.0.1', allowHalfOpen: true });
    sockets.push(socket);
    const data: Buffer[] = [];
    socket.on('data', (chunk) => data.push(chunk)).on('error', () => undefined);
    const closed = new Promise((resolve) => socket.once('close', resolve));
    const heard = new Promise<string>((resolve) => socket.once('end', () => resolve(String(Buffer.concat(data)))));
    const write = (bytes: Buffer | string) =>
      new Promise<void>((resolve, reject) => socket.write(bytes, (error) => (error ? reject(error) : resolve())));
    return { socket, write, heard, closed };
  }

  const head = (...headers: string[]) => `POST / HTTP/1.1\r\n${['Host: x', ...headers].join('\r\n')}\r\n\r\n`;
  const BYTES = 64 * MIB;
  const LENGTH = `Content-Length: ${BYTES}`;
  const CHUNKED = 'Transfer-Encoding: chunked';
  const CLOSE = 'Connection: close';
  const piece = Buffer.alloc(MIB, 'x');
  const chunk = Buffer.concat([Buffer.from('100000\r\n'), piece, Buffer.from('\r\n')]);
  const bytewise = Buffer.from('1\r\nx\r\n'.repeat(100_000));

  it.each<[string, string, Record<string, string>, Buffer, string]>([
    ['of a given length, as the client asked', head(LENGTH, CLOSE), {}, piece, ''],
    ['in chunks, as the client asked', head(CHUNKED, CLOSE), {}, chunk, '0\r\n\r\n'],
    ['of a client of HTTP/1.0', head(LENGTH).replace('1.1', '1.0'), {}, piece, ''],
    ['of a given length, as the answer says', head(LENGTH), { Connection: 'close' }, piece, ''],
    ['in chunks of a byte, which are too many', head(CHUNKED), {}, bytewise, '0\r\n\r\n'],
  ])(
    'is read on for a client that sends all before it reads, %s, and nothing behind it is served',
    async (_what, first, headers, part, last) => {
      const { port, served } = await start(GENEROUS, headers);
      const client = open(port);
      client.socket.pause();
      await client.write(first);
      for (let sent = 0; sent < BYTES; sent += part.length) await client.write(part);
      await client.write(last + NEXT.repeat(3));
      client.socket.resume();
      expect(await client.heard).toMatch(/^HTTP\/1\.1 413 [\s\S]*\r\n\r\n(7\r\n)?refused/);
      client.socket.end();
      await client.closed;
      expect(served).toHaveBeenCalledTimes(1);
    },
  );

  it('is closed once its client has ended it', async () => {
    const { port } = await start();
    const client = open(port);
    await client.write(head(LENGTH, CLOSE));
    await client.heard;
    client.socket.end();
    await client.closed;
  });

  it.each<[string, Partial<DropLimits>, string, Buffer]>([
    ['more comes than is dropped', { mostBytes: 4 * MIB }, head(LENGTH, CLOSE), piece],
    ['more comes than is dropped, in chunks of a byte', { mostBytes: 4 * MIB }, head(CHUNKED), bytewise],
    ['it has come for long', { mostMs: 1 }, head(LENGTH, CLOSE), Buffer.from('x')],
  ])('is cut off where its client never stops, once %s', async (_what, limits, first, part) => {
    const { port } = await start({ ...GENEROUS, ...limits });
    const client = open(port);
    await client.write(first);
    const endless = async () => {
      for (;;) {
        await client.write(part);
        await new Promise((resolve) => setImmediate(resolve));
      }
    };
    await expect(endless()).rejects.toThrow(/EPIPE|ECONNRESET|after the socket was ended|stream was destroyed/);
    await client.closed;
  });

  it('is cut off where its client stalls, and neither sends nor ends', async () => {
    const { port } = await start({ ...GENEROUS, idleMs: 10 });
    const accepted = Promise.withResolvers<Socket>();
    // Safe because that is what Node publishes on this channel.
    const onSocket = (message: unknown) => accepted.resolve((message as { socket: Socket }).socket);
    subscribe('net.server.socket', onSocket);
    const client = open(port);
    const atServer = await accepted.promise;
    unsubscribe('net.server.socket', onSocket);
    // It may be over before the client has received the response.
    const cutOff = new Promise((resolve) => atServer.once('close', resolve));
    await client.write(head(LENGTH, CLOSE));
    expect(await client.heard).toContain('refused');
    await cutOff;
  });

  it('goes on where the whole body has come', async () => {
    const { port, served } = await start();
    const client = open(port);
    await client.write(`${head('Content-Length: 4')}abcd${head('Content-Length: 4', CLOSE)}abcd`);
    expect((await client.heard).match(/refused/g)).toHaveLength(2);
    expect(served).toHaveBeenCalledTimes(2);
  });
});

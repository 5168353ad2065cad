import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/wait.ts';
import { ConfigError } from './config/config-error.ts';
import { TrackedResponse } from './http/connections/tracked-response.ts';
import { serveHttp } from './serve-http.ts';

const answer = () => new Response();

describe('serveHttp', () => {
  it('says which port is taken', async () => {
    const first = await serveHttp(answer, { host: '127.0.0.1', port: 0 });
    const second = serveHttp(answer, { host: '127.0.0.1', port: first.port });
    await expect(second).rejects.toThrow(new ConfigError(`PORT: ${first.port} is taken by another program; set one that is free`));
    await first.close();
  });

  it('keeps a connection that rests for longer than a proxy does', async () => {
    const { port, close } = await serveHttp(answer, { host: '127.0.0.1', port: 0 });
    const { headers } = await fetch(`http://127.0.0.1:${port}`);
    expect(headers.get('keep-alive')).toBe('timeout=75');
    await close();
  });

  it('names HOST where there is no such address', async () => {
    const away = serveHttp(answer, { host: '192.0.2.1', port: 0 });
    await expect(away).rejects.toThrow(/^HOST: cannot listen: /);
  });

  it.each([
    ['goes on with its connection', 256, 2],
    ['ends it where that is more than is dropped', 8, 1],
  ])('answers a client that first sends all of a large body, though it is refused at once, and %s', async (_what, most, answers) => {
    const dropLimits = { mostMs: 60_000, idleMs: 60_000, mostBytes: most * 1024 * 1024 };
    const refuse = () => new Response('refused', { status: 401 });
    const { port, close } = await serveHttp(refuse, { host: '127.0.0.1', port: 0 }, { dropLimits });
    const socket = connect(port, '127.0.0.1');
    let text = '';
    socket.on('data', (chunk) => {
      text += String(chunk);
    });
    const ended = new Promise((resolve) => socket.on('error', () => undefined).on('close', resolve));
    const piece = Buffer.alloc(1024 * 1024);
    socket.write(`POST / HTTP/1.1\r\nHost: x\r\nContent-Length: ${80 * piece.length}\r\n\r\n`);
    for (let sent = 0; sent < 80; sent += 1) await new Promise((resolve) => socket.write(piece, resolve));
    socket.write('GET / HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
    await ended;
    expect(text.match(/refused/g)).toHaveLength(answers);
    await close();
  });

  describe('answers that nobody reads', () => {
    const MIB = 1024 * 1024;
    const large = () => new Response('x'.repeat(8 * MIB));

    /** Sends a request and reads nothing. */
    function askAndRest(port: number): { readonly socket: Socket; isOver(): boolean } {
      let over = false;
      const socket = connect(port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        over = true;
      });
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n');
      // The other side's end is noticed when something is written.
      const isOver = () => {
        if (!over) socket.write('\r\n');
        return over;
      };
      return { socket, isOver };
    }

    it('are given up once they are too much, and others get theirs', async () => {
      const lost = vi.fn();
      const { port, close } = await serveHttp(large, { host: '127.0.0.1', port: 0 }, { most: 32 * MIB, onDropped: lost });
      const resting = Array.from({ length: 12 }, () => askAndRest(port));
      await eventually(async () => resting.some(({ isOver }) => isOver()) || undefined);
      const read = await (await fetch(`http://127.0.0.1:${port}`)).text();
      expect(read.length).toBe(8 * MIB);
      expect(lost).toHaveBeenCalledWith(expect.any(Number));
      for (const { socket } of resting) socket.destroy();
      await close();
    });

    it('are given up for what is kept for them as well', async () => {
      const lost = vi.fn();
      const keepMuch: Parameters<typeof serveHttp>[0] = (_request, { outgoing }) => {
        if (outgoing instanceof TrackedResponse) outgoing.retainedBytes = 40 * MIB;
        return new Response(new ReadableStream());
      };
      const { port, close } = await serveHttp(keepMuch, { host: '127.0.0.1', port: 0 }, { most: 32 * MIB, onDropped: lost });
      await expect(fetch(`http://127.0.0.1:${port}`).then((answer) => answer.text())).rejects.toThrow();
      expect(lost).toHaveBeenCalledWith(1);
      await close();
    });

    it('stay where they are no more than that', async () => {
      const lost = vi.fn();
      const { port, close } = await serveHttp(large, { host: '127.0.0.1', port: 0 }, { most: 512 * MIB, onDropped: lost });
      const { socket, isOver } = askAndRest(port);
      for (let index = 0; index < 5; index += 1) await (await fetch(`http://127.0.0.1:${port}`)).text();
      expect(isOver()).toBe(false);
      expect(lost).not.toHaveBeenCalled();
      socket.destroy();
      await close();
    });
  });

  describe('requests that come together', () => {
    const ask = (path: string) => `GET /${path} HTTP/1.1\r\nHost: x\r\n\r\n`;
    const post = 'POST / HTTP/1.1\r\nHost: x\r\nContent-Length: 1\r\n\r\nx';

    /** Sends everything at once, and resolves with the answer once the other side ends. */
    function send(port: number, text: string): Promise<string> {
      const socket = connect(port, '127.0.0.1');
      let heard = '';
      socket.on('data', (data) => {
        heard += data.toString();
      });
      socket.on('error', () => undefined);
      socket.write(text);
      return new Promise((resolve) => socket.on('close', () => resolve(heard)));
    }

    const pathOf = ({ url }: Request) => new URL(url).pathname.slice(1);
    const last = () => new Response('last', { headers: { Connection: 'close' } });

    it('are served one after the other, in the order in which they came', async () => {
      let under = 0;
      const most: number[] = [];
      const served = async (request: Request) => {
        under += 1;
        most.push(under);
        await new Promise((resolve) => setImmediate(resolve));
        under -= 1;
        return pathOf(request) === 'last' ? last() : new Response(pathOf(request));
      };
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 });
      const heard = await send(port, ask('one') + ask('two') + ask('last'));
      expect(heard.match(/one|two|last/g)).toEqual(['one', 'two', 'last']);
      expect(most).toEqual([1, 1, 1]);
      await close();
    });

    it('take turns with those of other connections', async () => {
      const order: string[] = [];
      const both = Promise.withResolvers<void>();
      const served = async (request: Request) => {
        order.push(pathOf(request));
        if (order.length === 2) both.resolve();
        await both.promise;
        return new Response();
      };
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 });
      void send(port, ask('a').repeat(20));
      void send(port, ask('b').repeat(20));
      await eventually(async () => order.length === 40 || undefined);
      expect(order.lastIndexOf('a') - order.indexOf('b')).toBeGreaterThan(20);
      expect(order.lastIndexOf('b') - order.indexOf('a')).toBeGreaterThan(20);
      await close();
    });

    it.each([
      ['without bodies', ask('')],
      ['with bodies', post],
    ])('end with the thirty-second, however many there are, %s, and its answer says so', async (_how, one) => {
      const served = vi.fn(() => new Response('x'));
      const tooMany = vi.fn();
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 }, { onTooMany: tooMany });
      const heard = await send(port, one.repeat(100));
      const answers = heard.split('HTTP/1.1 200 OK').slice(1);
      expect([served.mock.calls.length, answers.length, tooMany.mock.calls.length]).toEqual([32, 32, 1]);
      expect(answers.map((answer) => /^connection: close/im.test(answer))).toEqual([...Array(31).fill(false), true]);
      await close();
    });

    it('all have their answers where they were answered, also when more is on its way', async () => {
      const body = 'x'.repeat(64 * 1024);
      const served = vi.fn(() => new Response(body));
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 });
      const socket = connect(port, '127.0.0.1').pause();
      const heard: string[] = [];
      socket.on('error', () => undefined).on('data', (data) => void heard.push(data.toString()));
      const ended = new Promise((resolve) => socket.on('close', resolve));
      socket.write(ask('').repeat(20_000));
      await eventually(async () => served.mock.calls.length === 32 || undefined);
      socket.resume();
      await ended;
      const answers = heard.join('').split('HTTP/1.1 200 OK').slice(1);
      expect(answers.map((answer) => answer.split('\r\n\r\n')[1]?.length)).toEqual(Array(32).fill(body.length));
      await close();
    });

    it.each([
      ['without bodies', ask('')],
      ['with bodies', post],
    ])('are not read on once they are too many, %s', async (_how, one) => {
      let parsed = 0;
      const count = () => {
        parsed += 1;
      };
      const answer = Promise.withResolvers<Response>();
      const { port, close } = await serveHttp(() => answer.promise, { host: '127.0.0.1', port: 0 });
      subscribe('http.server.request.start', count);
      const heard = send(port, one.repeat(200_000));
      await eventually(async () => parsed > 32 || undefined);
      // Another connection gets turns meanwhile, and so does this one.
      for (let index = 0; index < 50; index += 1) await new Promise((resolve) => setImmediate(resolve));
      expect(parsed).toBeLessThan(20_000);
      answer.resolve(new Response('x'));
      await heard;
      expect(parsed).toBeLessThan(20_000);
      unsubscribe('http.server.request.start', count);
      await close();
    });

    it('are not begun behind the last answer of a connection', async () => {
      const served = vi.fn((request: Request) => (pathOf(request) === 'last' ? last() : new Response('x')));
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 });
      await send(port, ask('last') + post.repeat(3));
      await send(port, post + ask('last') + post.repeat(3));
      expect(served.mock.calls.map(([request]) => pathOf(request))).toEqual(['last', '', 'last']);
      await close();
    });

    it('are refused with 417, and end, where they expect what nobody knows', async () => {
      const served = vi.fn(() => new Response('x'));
      const { port, close } = await serveHttp(served, { host: '127.0.0.1', port: 0 });
      const heard = await send(port, 'GET / HTTP/1.1\r\nHost: x\r\nExpect: tea\r\n\r\n'.repeat(100));
      expect(heard.match(/HTTP\/1\.1 417/g)).toHaveLength(1);
      expect(served).not.toHaveBeenCalled();
      await close();
    });
  });
});

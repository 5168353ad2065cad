import { connect, type Socket } from 'node:net';
import { describe, expect, it, vi } from 'vitest';
import { eventually } from '../../tests/support/wait.ts';
import { ConfigError } from './config.ts';
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

  describe('answers that nobody reads', () => {
    const MIB = 1024 * 1024;
    const large = () => new Response('x'.repeat(8 * MIB));

    /** Asks so many times by one connection, and reads nothing. */
    function askAndRest(port: number, times: number): { readonly socket: Socket; isOver(): boolean } {
      let over = false;
      const socket = connect(port, '127.0.0.1');
      socket.pause();
      socket.on('error', () => undefined);
      socket.on('close', () => {
        over = true;
      });
      socket.write('GET / HTTP/1.1\r\nHost: x\r\n\r\n'.repeat(times));
      // What was ended by the other side is seen once it is written to.
      const isOver = () => {
        if (!over) socket.write('\r\n');
        return over;
      };
      return { socket, isOver };
    }

    it.each([
      ['by many connections', 12, 1],
      ['by one, one behind the other', 1, 30],
    ])('are given up once they are too much, %s, and others get theirs', async (_how, connections, times) => {
      const lost = vi.fn();
      const { port, close } = await serveHttp(large, { host: '127.0.0.1', port: 0 }, { most: 32 * MIB, onLost: lost });
      const resting = Array.from({ length: connections }, () => askAndRest(port, times));
      await eventually(async () => resting.some(({ isOver }) => isOver()) || undefined);
      const read = await (await fetch(`http://127.0.0.1:${port}`)).text();
      expect(read.length).toBe(8 * MIB);
      expect(lost).toHaveBeenCalledWith(expect.any(Number));
      for (const { socket } of resting) socket.destroy();
      await close();
    });

    it('stay where they are no more than that', async () => {
      const lost = vi.fn();
      const { port, close } = await serveHttp(large, { host: '127.0.0.1', port: 0 }, { most: 512 * MIB, onLost: lost });
      const { socket, isOver } = askAndRest(port, 1);
      for (let index = 0; index < 5; index += 1) await (await fetch(`http://127.0.0.1:${port}`)).text();
      expect(isOver()).toBe(false);
      expect(lost).not.toHaveBeenCalled();
      socket.destroy();
      await close();
    });
  });
});

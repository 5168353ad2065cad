import { connect, type Socket } from 'node:net';
import type { HttpBindings } from '@hono/node-server';
import { Hono } from 'hono';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createFairShare } from '../core/concurrency/fair-share.ts';
import type { Context } from '../core/request/context.ts';
import { type HttpListener, serveHttp } from '../serve-http.ts';
import { createBodySpaces } from './bodies/body-source.ts';
import { createLargeRequestLimiter } from './bodies/large-request-limiter.ts';
import { TrackedResponse } from './connections/tracked-response.ts';
import { provideResources } from './provide-resources.ts';
import { withResources } from './request-resources.ts';

const MEGABYTE = 1024 * 1024;
const turn = () => new Promise((next) => setImmediate(next));

/** Without the clock, which these tests move. */
async function until(isSo: () => boolean): Promise<void> {
  while (!isSo()) await turn();
}

describe('a large answer', () => {
  let server: HttpListener;
  const asked: string[] = [];
  const begun: string[] = [];
  const responses = new Map<string, TrackedResponse>();
  const sockets: Socket[] = [];

  beforeEach(async () => {
    const largeRequests = createLargeRequestLimiter();
    const spaces = createBodySpaces({
      disk: createFairShare(0),
      openFile: () => Promise.reject(new Error('no file')),
      awaitTurn: async () => undefined,
    });
    const hono = new Hono<{ Bindings: HttpBindings }>();
    hono.get('/:name', (c) =>
      withResources(async (resources) => {
        const ctx: Context = { caller: { kind: 'operator' }, requestId: '', baseUrl: '', headers: {}, status: 200 };
        const name = c.req.param('name');
        const { outgoing } = c.env;
        if (outgoing instanceof TrackedResponse) responses.set(name, outgoing);
        provideResources(ctx, c, { resources, largeRequests, spaces });
        asked.push(name);
        await ctx.beginLarge?.(10 * MEGABYTE);
        begun.push(name);
        return new Response('x'.repeat(10 * MEGABYTE));
      }),
    );
    server = await serveHttp((request, bindings) => hono.fetch(request, bindings), { host: '127.0.0.1', port: 0 });
  });
  afterEach(async () => {
    vi.useRealTimers();
    for (const socket of sockets.splice(0)) socket.destroy();
    await server.close();
    for (const list of [asked, begun]) list.length = 0;
  });

  /** Sends a request and does not read the response. */
  async function ask(name: string): Promise<Socket> {
    const socket = connect(server.port, '127.0.0.1');
    sockets.push(socket);
    socket.pause();
    socket.on('error', () => undefined);
    socket.write(`GET /${name} HTTP/1.1\r\nHost: x\r\n\r\n`);
    await until(() => asked.includes(name));
    return socket;
  }

  it('keeps its turn until the client has it', async () => {
    const first = await ask('first');
    await ask('second');
    for (let times = 0; times < 20; times += 1) await turn();
    expect(begun).toEqual(['first']);
    first.resume();
    first.end();
    await until(() => begun.length === 2);
  });

  it('gives its turn up when its client is gone', async () => {
    const first = await ask('first');
    await ask('second');
    first.destroy();
    await until(() => begun.length === 2);
  });

  it('keeps others waiting for ten seconds at most, and counts as unread from then on', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    await ask('first');
    await until(() => responses.get('first')?.writableLength !== 0);
    await ask('second');
    vi.advanceTimersByTime(9_999);
    for (let times = 0; times < 20; times += 1) await turn();
    expect(begun).toEqual(['first']);
    expect(responses.get('first')?.retainedBytes).toBe(0);
    vi.advanceTimersByTime(1);
    await until(() => begun.length === 2);
    expect(responses.get('first')?.retainedBytes).toBe(10 * MEGABYTE);
  });
});

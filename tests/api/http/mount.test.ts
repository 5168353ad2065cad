import { connect } from 'node:net';
import { media, type OperationTable, op } from '@posthorn/contract';
import { Hono } from 'hono';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { ApiError } from '../../../server/src/core/api-error.ts';
import { type Handlers, implement, reply } from '../../../server/src/core/implement.ts';
import { systemRandom } from '../../../server/src/core/random.ts';
import { authenticator } from '../../../server/src/http/authenticate.ts';
import { closeArea, mount } from '../../../server/src/http/mount.ts';
import { readBudget } from '../../../server/src/http/read-body.ts';
import { createLog } from '../../../server/src/log.ts';
import { type HttpListener, serveHttp } from '../../../server/src/serve-http.ts';

const NO_OVERRIDES = { daily_quota: null, monthly_quota: null, rate_limit: null, contact_limit: null, webhook_limit: null };

const MAX_BODY = 1000;
const MAX_FILE = 5000;
const LARGE = 1_000_000;
const BUDGET = 500_000;

const table = {
  things: {
    create: op({
      method: 'POST',
      path: '/v1/things',
      summary: 'Create a thing',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ name: z.string(), note: z.string().optional() }),
      maxBody: MAX_BODY,
      responses: { 201: z.object({ name: z.string() }) },
      errors: [],
    }),
    large: op({
      method: 'POST',
      path: '/v1/large',
      summary: 'Take a large body',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ name: z.string() }),
      maxBody: LARGE,
      responses: { 201: z.object({ size: z.int() }) },
      errors: [],
    }),
    touch: op({
      method: 'POST',
      path: '/v1/things/touch',
      summary: 'All fields are optional',
      tags: ['Things'],
      scope: 'full',
      body: z.object({ note: z.string().optional() }),
      responses: { 200: z.object({ note: z.string().nullable() }) },
      errors: [],
    }),
    update: op({
      method: 'PATCH',
      path: '/v1/things/{id}',
      summary: 'Change a thing',
      tags: ['Things'],
      scope: 'full',
      params: z.object({ id: z.string() }),
      body: z.object({ name: z.string() }),
      responses: { 200: z.object({ id: z.string() }) },
      errors: ['not_found'],
    }),
    upload: op({
      method: 'POST',
      path: '/v1/things/upload',
      summary: 'Upload a file',
      tags: ['Things'],
      scope: 'full',
      bodyType: 'multipart',
      maxBody: MAX_FILE,
      responses: { 200: z.object({ filename: z.string(), content_type: z.string(), size: z.int() }) },
      errors: [],
    }),
    download: op({
      method: 'GET',
      path: '/v1/things/download',
      summary: 'Stream',
      tags: ['Things'],
      scope: 'full',
      responses: { 200: media('text/csv') },
      errors: [],
    }),
    send: op({
      method: 'POST',
      path: '/v1/send',
      summary: 'Both levels may',
      tags: ['Things'],
      scope: 'sending',
      body: z.object({ to: z.string() }),
      bodyFaults: 'handler',
      maxBody: MAX_BODY,
      responses: { 202: z.object({ verdict: z.string() }) },
      errors: [],
    }),
    fail: op({
      method: 'GET',
      path: '/v1/fail',
      summary: 'Throws',
      tags: ['Things'],
      scope: 'full',
      responses: { 200: z.object({}) },
      errors: [],
    }),
  },
} as const satisfies OperationTable;

let pulled = 0;

async function* rows(): AsyncIterable<Uint8Array> {
  for (let index = 0; index < 1000; index += 1) {
    pulled += 1;
    yield Buffer.from(`row ${index}\n`);
  }
}

const handlers: Handlers<typeof table> = {
  things: {
    create: async ({ body }) => reply(201, { name: body().name }),
    large: async ({ body }) => reply(201, { size: body().name.length }),
    touch: async ({ body }) => reply(200, { note: body().note ?? null }),
    update: async ({ params, body }) => {
      if (params.id === 'missing') return new ApiError('not_found');
      body();
      return reply(200, { id: params.id });
    },
    upload: async ({ body }) => {
      const { filename, contentType, content } = body();
      let size = 0;
      for await (const chunk of content) size += chunk.byteLength;
      return reply(200, { filename, content_type: contentType, size });
    },
    download: async ({ ctx }) => {
      ctx.headers['Content-Disposition'] = 'attachment';
      return reply(200, rows());
    },
    send: async ({ body }) => {
      const request = body();
      return reply(202, { verdict: request instanceof ApiError ? request.code : request.to });
    },
    fail: async () => {
      throw new Error('secret internals');
    },
  },
};

const logged: string[] = [];
let listener: HttpListener;
let url = '';

const tenant = (permission: 'full_access' | 'sending_access') =>
  ({
    kind: 'tenant',
    tenantId: 'ten_1',
    keyId: 'key_1',
    keyHash: '',
    permission,
    domainId: null,
    version: 1,
    plan: 'free',
    overrides: NO_OVERRIDES,
  }) as const;

beforeAll(async () => {
  const app = new Hono();
  const { router, routes } = implement(table, handlers);
  const { sha256 } = await import('../../../server/src/core/hash.ts');
  const known = new Map([
    [sha256('full'), tenant('full_access')],
    [sha256('sending'), tenant('sending_access')],
  ]);
  const log = createLog('info', { write: (line: string) => void logged.push(line) });
  const options = {
    authenticate: authenticator({ findKey: async (hash) => known.get(hash), operatorToken: undefined }),
    random: systemRandom,
    log,
    budget: readBudget(BUDGET),
  };
  mount(app, { router, routes }, options);
  closeArea(app, { paths: ['/v1', '/v1/*'], scope: 'full', routes }, options);
  listener = await serveHttp(app.fetch, { host: '127.0.0.1', port: 0 });
  url = `http://127.0.0.1:${listener.port}`;
});

afterAll(() => listener.close());

const call = (method: string, path: string, init: RequestInit & { key?: string } = {}) =>
  fetch(`${url}${path}`, { method, ...init, headers: { Authorization: `Bearer ${init.key ?? 'full'}`, ...init.headers } });

const post = (path: string, body: unknown, key = 'full') => call('POST', path, { body: JSON.stringify(body), key });

describe('answers', () => {
  it('carry a request id, the interface version and forbid caching', async () => {
    const answer = await post('/v1/things', { name: 'a' });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
    expect(answer.headers.get('x-api-version')).toBe('0.3.0');
    expect(answer.headers.get('cache-control')).toBe('no-store');
    expect(answer.headers.get('access-control-allow-origin')).toBeNull();
  });

  it('take the body as JSON whatever its content type', async () => {
    const answer = await call('POST', '/v1/things', { body: '{"name":"a"}', headers: { 'content-type': 'text/plain' } });
    expect(answer.status).toBe(201);
  });

  it('stream, with the headers of the handler', async () => {
    const answer = await call('GET', '/v1/things/download');
    expect(answer.headers.get('content-type')).toBe('text/csv');
    expect(answer.headers.get('content-disposition')).toBe('attachment');
    expect((await answer.text()).split('\n')).toHaveLength(1001);
    expect(pulled).toBe(1000);
  });

  it('never tell of an internal error, which the log does', async () => {
    const answer = await call('GET', '/v1/fail');
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ error: 'internal_error', detail: expect.any(String) });
    expect(text).not.toContain('secret');
    const line = logged.find((entry) => entry.includes(answer.headers.get('x-request-id') ?? '?'));
    expect(line).toContain('secret internals');
  });
});

describe('401', () => {
  it.each([
    ['no header', {}],
    ['another scheme', { Authorization: 'Basic full' }],
    ['an empty token', { Authorization: 'Bearer ' }],
    ['an unknown key', { Authorization: 'Bearer nobody' }],
  ])('answers %s with exactly one field', async (_case, headers) => {
    const answer = await fetch(`${url}/v1/things`, { method: 'POST', headers, body: '{' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: 'unauthorized' });
  });

  it('comes before 404 on unknown paths', async () => {
    expect((await fetch(`${url}/v1/nothing`)).status).toBe(401);
  });
});

describe('403', () => {
  it('refuses a sending key everywhere but on the sending route, before it reads the body', async () => {
    for (const [method, path] of [
      ['POST', '/v1/things'],
      ['GET', '/v1/things/download'],
      ['GET', '/v1/unknown'],
      ['DELETE', '/v1/things'],
    ] as const) {
      const answer = await call(method, path, { key: 'sending', ...(method === 'POST' ? { body: '{' } : {}) });
      expect(answer.status).toBe(403);
      expect(await answer.json()).toMatchObject({ error: 'insufficient_scope' });
    }
    expect((await post('/v1/send', { to: 'x' }, 'sending')).status).toBe(202);
  });
});

describe('404 and 405', () => {
  it('answers an unknown path with exactly one field', async () => {
    const answer = await call('GET', '/v1/unknown');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: 'not_found' });
  });

  it('names the methods of a known path', async () => {
    const answer = await call('DELETE', '/v1/things');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({ error: 'method_not_allowed' });
  });

  it('looks the object up before it checks the body', async () => {
    const wrong = { body: '{"name":1}' };
    expect((await call('PATCH', '/v1/things/missing', wrong)).status).toBe(404);
    expect((await call('PATCH', '/v1/things/here', wrong)).status).toBe(422);
    expect((await call('PATCH', '/v1/things/missing', { body: '{' })).status).toBe(400);
  });
});

describe('400', () => {
  it.each(['{', '', '[]', '1', 'null', '"text"', '{"name":"\u00ff'])('refuses %j', async (body) => {
    const answer = await call('POST', '/v1/things', { body });
    expect(answer.status).toBe(400);
    expect(await answer.json()).toMatchObject({ error: 'invalid_json', detail: expect.any(String) });
  });

  it('refuses bytes that are no UTF-8', async () => {
    const body = Buffer.concat([Buffer.from('{"name":"'), Buffer.from([0xff, 0xfe]), Buffer.from('"}')]);
    expect((await call('POST', '/v1/things', { body })).status).toBe(400);
  });

  it('takes an empty body as {} where every field is optional', async () => {
    const answer = await call('POST', '/v1/things/touch');
    expect(await answer.json()).toEqual({ note: null });
  });

  it('is handed to the handler that asked for it', async () => {
    expect(await (await call('POST', '/v1/send', { body: '{' })).json()).toEqual({ verdict: 'invalid_json' });
    expect(await (await post('/v1/send', { to: 1 })).json()).toEqual({ verdict: 'validation_failed' });
    expect(await (await post('/v1/send', { to: 'x'.repeat(MAX_BODY) })).json()).toEqual({ verdict: 'request_too_large' });
  });
});

describe('413', () => {
  it('refuses a declared length without taking the body in', async () => {
    const answer = await new Promise<string>((resolve) => {
      const socket = connect(listener.port, '127.0.0.1', () => {
        socket.write(`POST /v1/things HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Length: 1000000\r\n\r\n{`);
      });
      socket.once('data', (data) => {
        resolve(data.toString());
        socket.destroy();
      });
    });
    expect(answer).toContain('HTTP/1.1 413');
    expect(answer).toContain(`"max_bytes":${MAX_BODY}`);
  });

  it('refuses a chunked body once it is too long', async () => {
    const chunks = new ReadableStream({
      pull: (controller) => controller.enqueue(Buffer.alloc(400, ' ')),
    });
    const answer = await call('POST', '/v1/things', { body: chunks, duplex: 'half' } as RequestInit);
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'request_too_large', max_bytes: MAX_BODY });
  });

  it('takes a body of exactly the limit', async () => {
    const body = '{"name":"a"}'.padEnd(MAX_BODY, ' ');
    expect((await call('POST', '/v1/things', { body })).status).toBe(201);
  });
});

describe('multipart', () => {
  const form = (field: string, size: number) => {
    const data = new FormData();
    data.append('other', 'ignored');
    data.append(field, new Blob([Buffer.alloc(size, 'x')], { type: 'text/plain' }), 'a.txt');
    return { body: data };
  };

  it('hands the file on', async () => {
    const answer = await call('POST', '/v1/things/upload', form('file', MAX_FILE));
    expect(await answer.json()).toEqual({ filename: 'a.txt', content_type: 'text/plain', size: MAX_FILE });
  });

  it('refuses a longer file, however long the request is', async () => {
    const answer = await call('POST', '/v1/things/upload', form('file', MAX_FILE + 1));
    expect(answer.status).toBe(413);
    expect(await answer.json()).toMatchObject({ error: 'file_too_large', max_bytes: MAX_FILE });
  });

  it('refuses a form without the file, and a body that is no form', async () => {
    for (const init of [
      form('document', 10),
      { body: '{"file":1}' },
      { body: 'x', headers: { 'content-type': 'multipart/form-data' } },
      {},
    ]) {
      const answer = await call('POST', '/v1/things/upload', init);
      expect(answer.status).toBe(400);
      expect(await answer.json()).toMatchObject({ error: 'missing_file' });
    }
  });
});

describe('503', () => {
  const over = (size: number) => call('POST', '/v1/large', { body: JSON.stringify({ name: 'x'.repeat(size) }) });

  it('is the answer while too much is being read, and not to what is only announced', async () => {
    const slow = Array.from({ length: 20 }, () => {
      const socket = connect(listener.port, '127.0.0.1');
      socket.write(`POST /v1/large HTTP/1.1\r\nHost: x\r\nAuthorization: Bearer full\r\nContent-Length: ${LARGE}\r\n\r\n{`);
      return socket;
    });
    await Promise.all(slow.map((socket) => new Promise((resolve) => socket.once('connect', resolve))));
    expect((await over(100_000)).status).toBe(201);
    const answer = await over(LARGE - 100);
    expect(answer.status).toBe(503);
    expect(answer.headers.get('retry-after')).toBe('1');
    expect((await over(100_000)).status).toBe(201);
    for (const socket of slow) socket.destroy();
  });
});

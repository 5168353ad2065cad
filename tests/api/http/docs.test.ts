import { request } from 'node:http';
import { buildOpenApiDocument } from '@posthorn/contract/openapi';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const stopping: TestServer[] = [];

async function start(environment: Record<string, string> = {}): Promise<TestServer> {
  const server = await startTestServer(sqlite, environment);
  stopping.push(server);
  return server;
}

afterAll(() => Promise.all(stopping.map((server) => server.stop())));

let server: TestServer;
beforeAll(async () => {
  server = await start();
});

const get = (path: string, headers: Record<string, string> = {}) => fetch(`${server.url}${path}`, { headers });

/** With a path that fetch would tidy up. */
function getRaw(path: string): Promise<number | undefined> {
  const { hostname, port } = new URL(server.url);
  return new Promise((resolve, reject) => {
    request({ hostname, port, path }, (response) => {
      response.resume();
      resolve(response.statusCode);
    })
      .on('error', reject)
      .end();
  });
}

describe('GET /openapi.json', () => {
  it('is the interface document with this server in it, and needs no key', async () => {
    const answer = await get('/openapi.json');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('application/json');
    expect(await answer.json()).toEqual({ ...JSON.parse(JSON.stringify(buildOpenApiDocument())), servers: [{ url: server.url }] });
  });

  it('names BASE_URL as the server where it is set', async () => {
    const other = await start({ BASE_URL: 'https://mail.example.com/posthorn' });
    const document = await (await fetch(`${other.url}/openapi.json`)).json();
    expect(document).toMatchObject({ servers: [{ url: 'https://mail.example.com/posthorn' }] });
  });

  it('lists no page', async () => {
    const { paths } = (await (await get('/openapi.json')).json()) as { paths: object };
    for (const path of ['/docs', '/openapi.json', '/mailbox', '/metrics']) expect(paths).not.toHaveProperty([path]);
  });
});

describe('GET /docs', () => {
  it('is a page that may load nothing from another host, and not be framed', async () => {
    const answer = await get('/docs');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-type')).toBe('text/html; charset=utf-8');
    expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    expect(answer.headers.get('x-request-id')).toMatch(/^[0-9a-f]{24}$/);
    const policy = answer.headers.get('content-security-policy')?.split('; ');
    expect(policy).toEqual(
      expect.arrayContaining([
        "default-src 'none'",
        "script-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "frame-ancestors 'none'",
      ]),
    );
    expect(answer.headers.get('content-security-policy')).not.toMatch(/https?:|\*|unsafe-eval/);
  });

  it('comes with its scripts', async () => {
    for (const path of ['/docs/main.js', '/docs/scalar/standalone.esm.js']) {
      const answer = await get(path);
      expect(answer.status).toBe(200);
      expect(answer.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
      expect(answer.headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it('is sent once: a copy that is still right is answered with 304', async () => {
    const first = await get('/docs/scalar/standalone.esm.js');
    const etag = first.headers.get('etag') ?? '';
    expect(first.headers.get('cache-control')).toBe('no-cache');
    const again = await get('/docs/scalar/standalone.esm.js', { 'If-None-Match': `"other", ${etag}` });
    expect(again.status).toBe(304);
    expect(await again.text()).toBe('');
    expect((await get('/docs/scalar/standalone.esm.js', { 'If-None-Match': '"other"' })).status).toBe(200);
  });

  it('is zipped for those who take it', async () => {
    const plain = await get('/docs/main.js', { 'Accept-Encoding': 'identity' });
    const zipped = await get('/docs/main.js', { 'Accept-Encoding': 'br, gzip' });
    expect(plain.headers.get('content-encoding')).toBeNull();
    expect(zipped.headers.get('content-encoding')).toBe('gzip');
    expect(await zipped.text()).toBe(await plain.text());
  });

  it.each([
    '/docs/',
    '/docs/none.js',
    '/docs/scalar.d.ts',
    '/docs/scalar/',
    '/docs/scalar/chunks',
    '/docs/scalar/standalone.esm.js.map',
    '/docs/scalar/..%2f..%2fpackage.json',
    '/docs/../mailbox/main.ts',
    '/docs/%2e%2e/%2e%2e/app.ts',
    '/docs/scalar/..%2f..%2f..%2fesm.js',
    '/docs/scalar/chunks/../../../esm.js',
  ])('has nothing at %s', async (path) => {
    expect(await getRaw(path)).toBe(404);
  });

  it('takes GET only', async () => {
    expect((await fetch(`${server.url}/docs`, { method: 'POST' })).status).toBe(404);
  });
});

describe('PUBLIC_DOCS=false', () => {
  it('takes both away', async () => {
    const closed = await start({ PUBLIC_DOCS: 'false' });
    for (const path of ['/docs', '/openapi.json', '/docs/main.js']) {
      const answer = await fetch(`${closed.url}${path}`);
      expect(answer.status).toBe(404);
      expect(await answer.json()).toEqual({ error: 'not_found' });
    }
  });
});

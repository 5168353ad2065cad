import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { sqlite } from '../../support/engines.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const policyOf = (headers: Headers) =>
  new Map((headers.get('content-security-policy') ?? '').split('; ').map((part) => [part.split(' ', 1)[0] ?? '', part]));

/** Addresses in the page of what it loads. */
const assetsOf = (page: string) => [...page.matchAll(/(?:src|href)="(\/console\/assets\/[^"]+)"/g)].map(([, path = '']) => path);

describe('/console', () => {
  let server: TestServer;
  beforeAll(async () => {
    server = await startTestServer(sqlite);
  });
  afterAll(() => server.stop());

  const get = (path: string, init?: RequestInit) => fetch(`${server.url}${path}`, init);
  const getPage = () =>
    eventually(async () => {
      const answer = await get('/console');
      return answer.status === 200 ? answer : undefined;
    });

  it('says that it is built while it is, and is there afterwards', async () => {
    const first = await get('/console');
    expect([200, 503]).toContain(first.status);
    expect(first.headers.get('content-type')).toBe('text/html; charset=utf-8');
    if (first.status === 503) expect(await first.text()).toContain('The console is being built');
    expect(await (await getPage()).text()).toContain('<div id="root">');
  });

  it('lets nothing in but its own script and style, and no string become script', async () => {
    const { headers } = await getPage();
    const policy = policyOf(headers);
    expect(policy.get('default-src')).toBe("default-src 'none'");
    expect(policy.get('script-src')).toBe("script-src 'self'");
    expect(policy.get('style-src')).toBe("style-src 'self'");
    expect(policy.get('connect-src')).toBe("connect-src 'self'");
    expect(policy.get('require-trusted-types-for')).toBe("require-trusted-types-for 'script'");
    expect(policy.get('trusted-types')).toBe("trusted-types 'none'");
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'none'");
    expect(headers.get('cache-control')).toBe('no-cache');
  });

  it('answers every address of a screen with the one page, HEAD too', async () => {
    const page = await (await getPage()).text();
    for (const path of ['/console/', '/console/sign-in', '/console/ten_01m7yvv4d1ewh1nn74fa31sj7k/emails'])
      expect(await (await get(path)).text()).toBe(page);
    expect((await get('/console/link', { method: 'HEAD' })).status).toBe(200);
  });

  it('has files keep for ever whose names say what they hold', async () => {
    const paths = assetsOf(await (await getPage()).text());
    expect(paths.length).toBeGreaterThan(2);
    for (const path of paths) {
      const { status, headers } = await get(path);
      expect([path, status, headers.get('cache-control')]).toEqual([path, 200, 'public, max-age=31536000, immutable']);
      expect(headers.get('x-content-type-options')).toBe('nosniff');
    }
  });

  it.each([
    '/console/assets/absent-00000000.js',
    '/console/assets/absent-00000000.css',
    '/console/assets/further/absent-00000000.js',
    '/console/assets/',
    '/console/assets/..%2Findex.html',
    '/console/assets/..%2F..%2Fbuild.ts',
    '/console/assets/%2e%2e%2f%2e%2e%2fpackage.json',
  ])('has no page in place of a file that is not there: %s', async (path) => {
    await getPage();
    for (const method of ['GET', 'HEAD']) {
      const { status, headers } = await get(path, { method });
      expect([status, headers.get('content-type')]).toEqual([404, 'application/json']);
      expect(headers.get('cache-control') ?? '').not.toContain('immutable');
    }
  });

  it('shows mail on a page of its own, with one script, no origin and no network', async () => {
    const answer = await get('/console/preview');
    const policy = policyOf(answer.headers);
    expect(policy.get('sandbox')).toBe('sandbox allow-scripts');
    expect(policy.get('script-src')).toMatch(/^script-src 'sha256-[\w+/=]{44}'$/);
    expect(policy.get('connect-src')).toBe("connect-src 'none'");
    expect(policy.get('img-src')).toBe('img-src data:');
    expect(policy.get('frame-ancestors')).toBe("frame-ancestors 'self'");
    expect((await answer.text()).match(/<script/g)).toHaveLength(1);
    const remote = policyOf((await get('/console/preview?images=remote')).headers);
    expect(remote.get('img-src')).toBe('img-src data: https: http:');
    expect(remote.get('connect-src')).toBe("connect-src 'none'");
  });

  it('is not there with CONSOLE=false', async () => {
    const without = await startTestServer(sqlite, { CONSOLE: 'false' });
    for (const path of ['/console', '/console/sign-in', '/console/preview', '/console/assets/index.js']) {
      const answer = await fetch(`${without.url}${path}`);
      expect([path, answer.status, Object(await answer.json()).error]).toEqual([path, 404, 'not_found']);
    }
    await without.stop();
  });
});

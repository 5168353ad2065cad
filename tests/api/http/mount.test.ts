import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ROWS, type SampleApi, startSampleApi } from '../../support/sample-api.ts';

let api: SampleApi;
beforeAll(async () => {
  api = await startSampleApi();
});
afterAll(() => api.close());
const call: SampleApi['call'] = (...request) => api.call(...request);
const post: SampleApi['post'] = (...request) => api.post(...request);

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
    expect((await answer.text()).split('\n')).toHaveLength(ROWS + 1);
    expect(api.pulled()).toBe(ROWS);
  });

  it('never tell of an internal error, which the log does', async () => {
    const answer = await call('GET', '/v1/fail');
    expect(answer.status).toBe(500);
    const text = await answer.text();
    expect(JSON.parse(text)).toEqual({ error: 'internal_error', detail: expect.any(String) });
    expect(text).not.toContain('secret');
    const line = api.logged.find((entry) => entry.includes(answer.headers.get('x-request-id') ?? '?'));
    expect(line).toContain('secret internals');
  });
});

describe('401', () => {
  it.each([
    ['no header', {}, /no Authorization header/],
    ['another scheme', { Authorization: 'Basic full' }, /does not begin with/],
    ['an empty token', { Authorization: 'Bearer ' }, /the key alone/],
    ['a token that is too long', { Authorization: `Bearer ${'x'.repeat(257)}` }, /the key alone/],
  ])('says what is wrong with the header: %s', async (_case, headers, detail) => {
    const answer = await fetch(`${api.url}/v1/things`, { method: 'POST', headers, body: '{' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: 'unauthorized' });
    expect(answer.headers.get('www-authenticate')).toMatch(/^Bearer error="invalid_request", error_description="[^"\\]*"$/);
    expect(answer.headers.get('www-authenticate')).toMatch(detail);
  });

  it('says nothing of an unknown key', async () => {
    const answer = await fetch(`${api.url}/v1/things`, { method: 'POST', headers: { Authorization: 'Bearer nobody' }, body: '{' });
    expect(answer.status).toBe(401);
    expect(await answer.json()).toEqual({ error: 'unauthorized' });
    expect(answer.headers.get('www-authenticate')).toBe('Bearer');
  });

  it('comes before 404 on unknown paths', async () => {
    expect((await fetch(`${api.url}/v1/nothing`)).status).toBe(401);
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
  it('answers an unknown path and an object that is missing with exactly one field', async () => {
    const answer = await call('GET', '/v1/unknown');
    expect(answer.status).toBe(404);
    expect(await answer.json()).toEqual({ error: 'not_found' });
    const missing = await call('PATCH', '/v1/things/missing', { body: '{"name":"x"}' });
    expect(missing.status).toBe(404);
    expect(await missing.json()).toEqual({ error: 'not_found' });
  });

  it('names the methods of a known path', async () => {
    const answer = await call('DELETE', '/v1/things');
    expect(answer.status).toBe(405);
    expect(answer.headers.get('allow')).toBe('POST');
    expect(await answer.json()).toMatchObject({ error: 'method_not_allowed' });
  });

  it('names HEAD where there is something to get, and answers it', async () => {
    const answer = await call('PUT', '/v1/things/download');
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'PATCH, GET, HEAD']);
    const [got, head] = [await call('GET', '/v1/things/download'), await call('HEAD', '/v1/things/download')];
    expect([head.status, head.headers.get('content-type')]).toEqual([got.status, got.headers.get('content-type')]);
    expect(await head.text()).toBe('');
  });

  it('looks the object up before it checks the body', async () => {
    const wrong = { body: '{"name":1}' };
    expect((await call('PATCH', '/v1/things/missing', wrong)).status).toBe(404);
    expect((await call('PATCH', '/v1/things/here', wrong)).status).toBe(422);
    expect((await call('PATCH', '/v1/things/missing', { body: '{' })).status).toBe(400);
  });
});

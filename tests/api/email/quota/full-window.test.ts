import { type IncomingHttpHeaders, request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer } from '../../../support/posthorn.ts';
import type { TestTenant } from '../../../support/server.ts';

describe.each(engines)('a minute that is full on $name', (engine) => {
  let tenant: TestTenant;
  const server = useServer(engine, BY_HAND);

  const send = () => tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const rate = (headers: IncomingHttpHeaders) =>
    ['limit', 'remaining', 'reset'].map((name) => headers[`x-ratelimit-${name}`]).concat(headers['retry-after']);

  /** Announces a body that never comes: an answer to it was given without it. */
  const announce = (path: string, key = tenant.key) =>
    new Promise<{ status: number | undefined; headers: IncomingHttpHeaders }>((resolve, reject) => {
      const headers = { Authorization: `Bearer ${key}`, 'Content-Length': 1000 };
      const posted = request(`${server.url}${path}`, { method: 'POST', headers }, (response) => {
        resolve({ status: response.statusCode, headers: response.headers });
        posted.destroy();
      });
      posted.on('error', reject);
      posted.flushHeaders();
    });

  it.each(['/v1/email', '/v1/email/batch'])('is told by POST %s before the body is read', async (path) => {
    tenant = await server.mint({ rate_limit: 2 });
    await send();
    await advance(10_500);
    await send();
    const refused = await announce(path);
    expect(refused.status).toBe(429);
    expect(rate(refused.headers)).toEqual(['2', '0', '50', '50']);
    await advance(49_499);
    expect(rate((await announce(path)).headers)).toEqual(['2', '0', '1', '1']);
  });

  it('has room again at the instant at which the oldest request leaves', async () => {
    tenant = await server.mint({ rate_limit: 2 });
    await send();
    await advance(10_000);
    await send();
    await advance(49_999);
    expect((await announce('/v1/email')).status).toBe(429);
    expect((await send()).status).toBe(429);
    await advance(1);
    expect((await send()).status).toBe(202);
    expect(rate((await announce('/v1/email')).headers)).toEqual(['2', '0', '10', '10']);
  });

  it('is forgotten when the settings change', async () => {
    tenant = await server.mint({ rate_limit: 1 });
    await send();
    expect((await announce('/v1/email')).status).toBe(429);
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { rate_limit: 2 } } });
    expect((await send()).status).toBe(202);
    expect((await send()).status).toBe(429);
  });

  it('is no answer to a key that was revoked, nor to another tenant', async () => {
    tenant = await server.mint({ rate_limit: 1 });
    const { body: second } = await tenant.call('POST', '/v1/api-keys', { body: { name: 'x', permission: 'sending_access' } });
    await send();
    expect((await announce('/v1/email', second.key)).status).toBe(429);
    await tenant.call('DELETE', `/v1/api-keys/${second.id}`);
    expect((await announce('/v1/email', second.key)).status).toBe(401);
    tenant = await server.mint({ rate_limit: 1 });
    expect((await send()).status).toBe(202);
  });

  it('is full for a limit of 0, until that changes', async () => {
    tenant = await server.mint({ rate_limit: 0 });
    await send();
    expect(rate((await announce('/v1/email')).headers)).toEqual(['0', '0', '0', '60']);
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { rate_limit: null } } });
    expect((await send()).status).toBe(202);
  });

  it('is full on /trpc as well', async () => {
    tenant = await server.mint({ rate_limit: 1 });
    await send();
    const answer = await tenant.call('POST', '/trpc/email.send', { body: {}, headers: { 'Content-Type': 'application/json' } });
    expect(answer.status).toBe(429);
    expect(rate(Object.fromEntries(answer.headers))).toEqual(['1', '0', '60', '60']);
  });
});

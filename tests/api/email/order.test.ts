import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { Answer, TestTenant } from '../../support/server.ts';

const TOO_LARGE = ' '.repeat(40 * 1024 * 1024 + 1);
const BAD_HEADER = { 'X-Service-Test': 'perhaps' };

describe.each(engines)('the order of checks of a send on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);

  const mint = async (overrides: Record<string, number> = { rate_limit: -1 }) => {
    tenant = await server.mint(overrides);
  };
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const errorOf = ({ status, body }: Answer) => `${status} ${body.error}`;
  const post = async (route: string, body: unknown, headers: Record<string, string> = {}) =>
    errorOf(await tenant.call('POST', route, { body, headers }));

  describe.each(['/v1/email', '/v1/email/batch'])('POST %s', (route) => {
    const body = () => (route === '/v1/email' ? mail() : { emails: [mail()] });

    it('the minute comes before the size, the size before the syntax', async () => {
      await mint({ rate_limit: 2 });
      expect(await post(route, TOO_LARGE, BAD_HEADER)).toBe('413 request_too_large');
      expect(await post(route, '{', BAD_HEADER)).toBe('400 invalid_json');
      expect(await post(route, TOO_LARGE)).toBe('429 rate_limit_exceeded');
      expect(await post(route, '{')).toBe('429 rate_limit_exceeded');
    });

    it.each(['', '{', '1', 'null', '"text"', 'true', '{"a":1'])('400 is the answer to %j', async (given) => {
      await mint();
      expect(await post(route, given)).toBe('400 invalid_json');
    });

    it('headers come before an earlier answer to the key, and before the quota', async () => {
      await mint({ rate_limit: -1, daily_quota: 1 });
      const key = { 'Idempotency-Key': 'k' };
      await tenant.call('POST', route, { body: body(), headers: key });
      expect(await post(route, body(), { ...key, ...BAD_HEADER })).toBe('422 validation_failed');
      expect(await post(route, body(), { 'Idempotency-Key': 'a b' })).toBe('422 invalid_idempotency_key');
      expect(await post(route, body())).toBe('429 quota_exceeded');
      expect((await tenant.call('POST', route, { body: body(), headers: key })).status).toBe(200);
    });
  });

  it('the form of a batch comes before an earlier answer to its key, and before the quota', async () => {
    await mint({ rate_limit: -1, daily_quota: 1 });
    const key = { 'Idempotency-Key': 'k' };
    await tenant.call('POST', '/v1/email/batch', { body: [mail()], headers: key });
    expect(await post('/v1/email/batch', [], key)).toBe('422 empty_batch');
    expect(await post('/v1/email/batch', Array(101).fill(mail()), key)).toBe('422 batch_too_large');
    expect(await post('/v1/email/batch', { emails: 1 }, key)).toBe('422 validation_failed');
    expect(await post('/v1/email/batch', [mail({ to: [] })])).toBe('429 quota_exceeded');
  });

  it('the template comes before the fields, the fields before the domain, the domain before the lists', async () => {
    await mint({ rate_limit: -1, daily_quota: 1 });
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } });
    const from = 'a@elsewhere.example.org';
    expect(await post('/v1/email', mail({ from, to: [], template_alias: 'none' }))).toBe('422 template_not_found');
    expect(await post('/v1/email', mail({ from, template_alias: 'none', template_model: [] }))).toBe('422 template_not_found');
    expect(await post('/v1/email', mail({ from, to: [] }))).toBe('422 validation_failed');
    expect(await post('/v1/email', mail({ from }))).toBe('422 from_domain_not_verified');
    expect((await tenant.call('POST', '/v1/email', { body: mail() })).body.status).toBe('suppressed');
    // None of them has taken a unit.
    expect((await tenant.call('POST', '/v1/email', { body: mail({ to: ['b@example.net'] }) })).status).toBe(202);
    expect(await post('/v1/email', mail({ template_alias: 'none' }))).toBe('429 quota_exceeded');
  });

  it('an answer past authentication says how the minute stands, a replay and a refusal too', async () => {
    await mint({ rate_limit: 10 });
    const remaining = async (body: unknown, headers: Record<string, string> = {}) =>
      (await tenant.call('POST', '/v1/email', { body, headers })).headers.get('x-ratelimit-remaining');
    const key = { 'Idempotency-Key': 'k' };
    expect(await remaining(mail(), key)).toBe('9');
    expect(await remaining(mail(), key)).toBe('8');
    expect(await remaining(mail({ to: [] }))).toBe('7');
    expect(await remaining(TOO_LARGE)).toBe('6');
    expect(await remaining(mail(), BAD_HEADER)).toBe('5');
    const refused = await server.as('nobody')('POST', '/v1/email', { body: mail() });
    expect(refused.headers.get('x-ratelimit-limit')).toBeNull();
  });
});

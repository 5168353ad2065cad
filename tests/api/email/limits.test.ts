import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;

describe.each(engines)('rate and quota on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;

  beforeAll(async () => {
    server = await startTestServer(engine, { CLOCK: 'virtual', JOB_INTERVAL_MS: '3600000' });
  });
  afterAll(() => server.stop());

  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const send = (change: object = {}) => tenant.call('POST', '/v1/email', { body: mail(change) });
  const batch = (emails: object[]) => tenant.call('POST', '/v1/email/batch', { body: { emails } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const rate = ({ headers }: Answer) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

  describe('the rolling minute', () => {
    it('counts requests, a batch as one, and says so on every answer past authentication', async () => {
      tenant = await server.mint({ rate_limit: 5 });
      expect(rate(await send())).toEqual(['5', '4', '60']);
      await advance(10_500);
      expect(rate(await send({ to: [] }))).toEqual(['5', '3', '50']);
      expect(rate(await batch([mail(), mail()]))).toEqual(['5', '2', '50']);
      expect(rate(await tenant.call('POST', '/v1/email', { body: '{' }))).toEqual(['5', '1', '50']);
      expect(rate(await batch([]))).toEqual(['5', '0', '50']);
      const refused = await send();
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded', limit: 5 } });
      expect(refused.headers.get('retry-after')).toBe('50');
      expect(rate(refused)).toEqual(['5', '0', '50']);
      expect(rate(await tenant.call('GET', '/v1/messages'))).toEqual([null, null, null]);
      await advance(49_499);
      expect((await send()).status).toBe(429);
      await advance(1);
      expect((await send()).status).toBe(202);
    });

    it('is 100 by plan, and left out where it is unlimited', async () => {
      tenant = await server.mint();
      expect(rate(await send())).toEqual(['100', '99', '60']);
      tenant = await server.mint({ rate_limit: -1 });
      expect(rate(await send())).toEqual([null, null, null]);
    });

    it('admits exactly 100 of 500 concurrent posts', async () => {
      tenant = await server.mint();
      const answers = await Promise.all(Array.from({ length: 500 }, () => send()));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(100);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(400);
    });

    it('comes before the size and the syntax of the body', async () => {
      tenant = await server.mint({ rate_limit: 0 });
      expect((await tenant.call('POST', '/v1/email', { body: '{' })).status).toBe(429);
      expect((await tenant.call('POST', '/v1/email', { body: ' '.repeat(40 * 1024 * 1024 + 1) })).status).toBe(429);
    });
  });

  describe('the day', () => {
    it('counts emails, and frees them after 24 hours', async () => {
      tenant = await server.mint({ daily_quota: 3, rate_limit: -1 });
      await batch([mail(), mail()]);
      await advance(DAY / 2);
      expect((await send()).status).toBe(202);
      const refused = await send();
      expect(refused).toMatchObject({ status: 429, body: { error: 'quota_exceeded', limit: 3, window: 'daily' } });
      const wait = Number(refused.headers.get('retry-after')) * 1000;
      expect(wait).toBeGreaterThan(DAY / 2 - MINUTE);
      expect(wait).toBeLessThanOrEqual(DAY / 2);
      await advance(wait);
      expect((await batch([mail(), mail()])).status).toBe(200);
      expect((await send()).status).toBe(429);
    });

    it('takes a batch wholly or not at all', async () => {
      tenant = await server.mint({ daily_quota: 3, rate_limit: -1 });
      expect((await batch([mail(), mail(), mail(), mail()])).body.error).toBe('quota_exceeded');
      expect((await batch([mail(), mail(), mail()])).status).toBe(200);
    });

    it('counts nothing for what was refused', async () => {
      tenant = await server.mint({ daily_quota: 2, rate_limit: -1 });
      await send({ to: [] });
      await send({ from: 'a@elsewhere.example.org' });
      await batch([mail(), mail({ to: [] })]);
      expect((await send()).status).toBe(202);
      expect((await send()).status).toBe(429);
    });

    it('counts an email once, however many recipients it has, and a simulated or scheduled one as well', async () => {
      tenant = await server.mint({ daily_quota: 3, rate_limit: -1 });
      const { body: clock } = await server.admin('GET', '/admin/clock');
      expect((await send({ to: Array.from({ length: 50 }, (_, n) => `r${n}@example.net`) })).status).toBe(202);
      expect((await send({ test_mode: true })).status).toBe(200);
      expect((await send({ scheduled_at: clock.now + DAY })).status).toBe(200);
      expect((await send()).body.error).toBe('quota_exceeded');
    });

    it('gives nothing back for what was cancelled or bounced', async () => {
      tenant = await server.mint({ daily_quota: 2, rate_limit: -1 });
      const { body: clock } = await server.admin('GET', '/admin/clock');
      const { body } = await send({ scheduled_at: clock.now + DAY });
      expect((await tenant.call('DELETE', `/v1/email/${body.message_id}`)).status).toBe(200);
      expect((await send({ test_mode: true, to: ['bounced@posthorn.test'] })).body.status).toBe('failed');
      expect((await send()).body.error).toBe('quota_exceeded');
    });

    it('may be lifted', async () => {
      tenant = await server.mint({ daily_quota: 0, rate_limit: -1 });
      expect((await send()).status).toBe(429);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { daily_quota: -1 } } });
      expect((await send()).status).toBe(202);
    });

    it('comes before the fields are looked at', async () => {
      tenant = await server.mint({ daily_quota: 0, rate_limit: -1 });
      expect((await send({ to: [] })).body.error).toBe('quota_exceeded');
    });

    it('is 150 on the free plan', async () => {
      tenant = await server.mint({ rate_limit: -1 });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'free' } });
      await batch(Array.from({ length: 100 }, () => mail()));
      expect((await batch(Array.from({ length: 51 }, () => mail()))).body).toMatchObject({
        error: 'quota_exceeded',
        limit: 150,
        window: 'daily',
      });
      expect((await batch(Array.from({ length: 50 }, () => mail()))).status).toBe(200);
    });
  });

  describe('the month', () => {
    it('gates the free plan and overrides, and not payg', async () => {
      tenant = await server.mint({ monthly_quota: 2, rate_limit: -1 });
      await batch([mail(), mail()]);
      await advance(2 * DAY);
      const refused = await send();
      expect(refused.body).toMatchObject({ error: 'quota_exceeded', limit: 2, window: 'monthly' });
      await advance(Number(refused.headers.get('retry-after')) * 1000);
      expect((await send()).status).toBe(202);
      tenant = await server.mint({ rate_limit: -1 });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, {
        body: { plan: 'free', overrides: { daily_quota: -1, monthly_quota: 1 } },
      });
      await send();
      expect((await send()).body.window).toBe('monthly');
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'payg', overrides: { monthly_quota: null } } });
      expect((await send()).status).toBe(202);
    });
  });
});

describe('rate over two API processes on postgres', () => {
  it('admits exactly 100 of 500 concurrent posts', async () => {
    const postgres = engines.find(({ name }) => name === 'postgres');
    if (postgres === undefined) throw new Error('no PostgreSQL');
    const database = await postgres.create();
    const first = await startTestServer(postgres, { ROLE: 'api' }, database);
    const second = await startTestServer(postgres, { ROLE: 'api' }, database);
    const tenant = await first.mint();
    const calls = [first.as(tenant.key), second.as(tenant.key)];
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const answers = await Promise.all(Array.from({ length: 500 }, (_, n) => calls[n % 2]?.('POST', '/v1/email', { body })));
    expect(answers.filter((answer) => answer?.status === 202)).toHaveLength(100);
    expect(answers.filter((answer) => answer?.status === 429)).toHaveLength(400);
    await first.stop();
    await second.stop();
    await database.drop();
  });
});

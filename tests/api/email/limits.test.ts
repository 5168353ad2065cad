import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

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
  const retryAfter = ({ headers }: Answer) => Number(headers.get('retry-after'));
  /** To the beginning of an hour, so that minutes and hours turn when the test says so. */
  const align = async () => {
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    await advance(HOUR - (now % HOUR));
  };
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

    it('tells to the second when enough of it has left', async () => {
      tenant = await server.mint({ daily_quota: 4, rate_limit: -1 });
      await align();
      await send();
      await advance(10 * MINUTE + 30_000);
      await batch([mail(), mail(), mail()]);
      expect(retryAfter(await send())).toBe((DAY - 10 * MINUTE - 30_000) / 1000);
      expect(retryAfter(await batch([mail(), mail()]))).toBe((DAY - 30_000) / 1000);
      await advance(DAY - 10 * MINUTE - 30_001);
      const last = await send();
      expect([last.status, retryAfter(last)]).toEqual([429, 1]);
      await advance(1);
      expect((await send()).status).toBe(202);
    });

    it('tells it to requests that came together with those that used it up', async () => {
      tenant = await server.mint({ daily_quota: 1, rate_limit: -1 });
      await align();
      const answers = await Promise.all(Array.from({ length: 20 }, () => send()));
      const refused = answers.filter(({ status }) => status === 429);
      expect(refused.map(retryAfter)).toEqual(Array(19).fill(DAY / 1000));
    });

    it('is exact whatever comes at once', async () => {
      tenant = await server.mint({ daily_quota: 50, rate_limit: -1 });
      const answers = await Promise.all(Array.from({ length: 120 }, () => send()));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(50);
      expect(answers.filter(({ body }) => body.error === 'quota_exceeded')).toHaveLength(70);
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
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'no@example.net' } });
      await send({ to: ['no@example.net'] });
      const refused = [{ to: [] }, { from: 'a@elsewhere.example.org' }, { to: ['no@example.net'] }, { template_alias: 'none' }];
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { daily_quota: 6 } } });
      const { body } = await batch([mail(), ...refused.map(mail)]);
      expect(body.data.map(({ status }: { status: string }) => status)).toEqual([
        'queued',
        'rejected',
        'rejected',
        'suppressed',
        'rejected',
      ]);
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { daily_quota: 2 } } });
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
    it('tells to the second when enough of it has left, and is named where it is full for longer than the day', async () => {
      tenant = await server.mint({ daily_quota: 2, monthly_quota: 2, rate_limit: -1 });
      await align();
      await advance(30 * MINUTE);
      await send();
      const tooMany = await batch([mail(), mail()]);
      expect(tooMany.body).toMatchObject({ error: 'quota_exceeded', window: 'monthly', limit: 2 });
      expect(retryAfter(tooMany)).toBe((30 * DAY - 30 * MINUTE) / 1000);
      await advance(retryAfter(tooMany) * 1000 - 1);
      expect((await batch([mail(), mail()])).status).toBe(429);
      await advance(1);
      expect((await batch([mail(), mail()])).status).toBe(200);
    });

    it('is unlimited by an override of -1, on the free plan too', async () => {
      tenant = await server.mint({ monthly_quota: 0, daily_quota: -1, rate_limit: -1 });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'free' } });
      expect((await send()).body.window).toBe('monthly');
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { monthly_quota: -1 } } });
      expect((await batch(Array.from({ length: 100 }, () => mail()))).status).toBe(200);
      expect((await batch(Array.from({ length: 51 }, () => mail()))).status).toBe(200);
    });

    it.each(['payg', 'starter', 'growth', 'pro', 'basic', 'business', 'credits', 'prepaid', 'scale'])('does not gate %s', async (plan) => {
      tenant = await server.mint({ rate_limit: -1 });
      await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan } });
      for (let count = 0; count < 2; count += 1) expect((await batch(Array.from({ length: 100 }, () => mail()))).status).toBe(200);
      expect((await tenant.call('GET', '/v1/usage')).body.monthly).toMatchObject({ used: 200, gates: false });
    });

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

describe('two API processes on postgres', () => {
  let database: TestDatabase;
  let servers: TestServer[];

  beforeAll(async () => {
    const postgres = engines.find(({ name }) => name === 'postgres');
    if (postgres === undefined) throw new Error('no PostgreSQL');
    database = await postgres.create();
    servers = [await startTestServer(postgres, { ROLE: 'api' }, database), await startTestServer(postgres, { ROLE: 'api' }, database)];
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await database.drop();
  });

  const mint = async (overrides: Record<string, number> = {}): Promise<TestTenant> => {
    const [first] = servers;
    if (first === undefined) throw new Error('no server');
    return first.mint(overrides);
  };
  /** Posts one email many times at once, by turns to each process. */
  const post = (tenant: TestTenant, count: number, key = '') => {
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const calls = servers.map((server) => server.as(tenant.key));
    const posts = Array.from({ length: count }, (_, n) =>
      calls[n % 2]?.('POST', '/v1/email', { body, headers: { 'Idempotency-Key': key } }),
    );
    return Promise.all(posts);
  };
  const withStatus = (answers: readonly (Answer | undefined)[], status: number) => answers.filter((answer) => answer?.status === status);

  it('admit exactly 100 of 500 concurrent posts', async () => {
    const answers = await post(await mint(), 500);
    expect([withStatus(answers, 202).length, withStatus(answers, 429).length]).toEqual([100, 400]);
  });

  it('accept exactly as many as the day has room for', async () => {
    const answers = await post(await mint({ rate_limit: -1, daily_quota: 30 }), 100);
    expect([withStatus(answers, 202).length, withStatus(answers, 429).length]).toEqual([30, 70]);
  });

  it('accept one of 50 concurrent posts with one key, for one unit', async () => {
    const tenant = await mint({ rate_limit: -1 });
    const answers = await post(tenant, 50, 'k');
    expect([withStatus(answers, 202).length, withStatus(answers, 200).length]).toEqual([1, 49]);
    expect(new Set(answers.map((answer) => answer?.body.message_id)).size).toBe(1);
    expect((await tenant.call('GET', '/v1/messages')).body.data).toHaveLength(1);
    expect((await tenant.call('GET', '/v1/usage')).body.daily.used).toBe(1);
  });
});

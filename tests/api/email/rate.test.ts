import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, postgres, type TestDatabase } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { type Answer, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

/** More by RATE_ROUNDS, such as 20. */
const ROUNDS = Number(process.env.RATE_ROUNDS ?? 1);

/** The rate alone decides: nobody is turned away for having waited in the tenant's line, which a slow machine lets grow. */
const AT_ONCE = { TENANT_CONCURRENCY: '500' };

/** Asks again where an answer is that nothing was decided, since it took too long: that depends on what else the machine does. */
async function untilDecided<A extends Answer | undefined>(ask: () => Promise<A> | A): Promise<A> {
  const answer = await ask();
  const isDecided = answer?.status !== 503 && answer?.body?.error !== 'idempotency_in_progress';
  return isDecided ? answer : untilDecided(ask);
}

describe.each(engines)('the rolling minute on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, ...AT_ONCE });

  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const send = (change: object = {}) => tenant.call('POST', '/v1/email', { body: mail(change) });
  const batch = (emails: object[]) => tenant.call('POST', '/v1/email/batch', { body: { emails } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const rate = ({ headers }: Answer) => ['limit', 'remaining', 'reset'].map((name) => headers.get(`x-ratelimit-${name}`));

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

  it(`admits exactly 100 of 500 concurrent posts, ${ROUNDS} times`, { timeout: 600_000 * ROUNDS }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      tenant = await server.mint();
      const answers = await Promise.all(Array.from({ length: 500 }, () => untilDecided(() => send())));
      expect(answers.filter(({ status }) => status === 202)).toHaveLength(100);
      expect(answers.filter(({ status }) => status === 429)).toHaveLength(400);
    }
  });

  it('that is 0 says that no wait helps', async () => {
    tenant = await server.mint({ rate_limit: 1 });
    expect((await send()).status).toBe(202);
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { rate_limit: 0 } } });
    // What was counted before leaves the window; then nothing is, and there is nothing to wait for.
    for (const [wait, reset] of [
      [0, '60'],
      [59_000, '1'],
      [2_000, '0'],
      [60_000, '0'],
    ] as const) {
      await advance(wait);
      const refused = await send();
      const detail = 'The rate limit is 0 requests a minute: nothing can be sent.';
      expect(refused).toMatchObject({ status: 429, body: { error: 'rate_limit_exceeded', limit: 0, detail } });
      expect(refused.headers.get('retry-after')).toBe('60');
      expect(refused.headers.get('x-ratelimit-reset')).toBe(reset);
    }
  });

  it('comes before the size and the syntax of the body', async () => {
    tenant = await server.mint({ rate_limit: 0 });
    expect((await tenant.call('POST', '/v1/email', { body: '{' })).status).toBe(429);
    expect((await tenant.call('POST', '/v1/email', { body: ' '.repeat(40 * 1024 * 1024 + 1) })).status).toBe(429);
  });
});

describe('two API processes on postgres', () => {
  let database: TestDatabase;
  let servers: TestServer[];

  beforeAll(async () => {
    database = await postgres.create();
    const start = () => startTestServer(postgres, { ROLE: 'api', CLOCK: 'virtual', ...AT_ONCE }, database);
    servers = [await start(), await start()];
    // The minute does not pass while they are asked.
    const now = Date.now() + 1000;
    for (const server of servers) await server.admin('POST', '/admin/clock', { body: { now } });
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
      untilDecided(() => calls[n % 2]?.('POST', '/v1/email', { body, headers: { 'Idempotency-Key': key } })),
    );
    return Promise.all(posts);
  };
  const withStatus = (answers: readonly (Answer | undefined)[], status: number) => answers.filter((answer) => answer?.status === status);

  it(`admit exactly 100 of 500 concurrent posts, ${ROUNDS} times`, { timeout: 600_000 * ROUNDS }, async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const answers = await post(await mint(), 500);
      expect([withStatus(answers, 202).length, withStatus(answers, 429).length]).toEqual([100, 400]);
    }
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

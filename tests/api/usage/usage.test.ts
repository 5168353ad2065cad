import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(engines)('GET /v1/usage on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);

  const mint = async (overrides: Record<string, number> = {}, plan = 'payg') => {
    tenant = await server.mint(overrides);
    await patch({ plan });
  };
  const patch = (body: object) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body });
  const usage = async () => (await tenant.call('GET', '/v1/usage')).body;
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  const send = (change: object = {}) => tenant.call('POST', '/v1/email', { body: mail(change) });
  const batch = (count: number, change: object = {}) =>
    tenant.call('POST', '/v1/email/batch', { body: { emails: Array.from({ length: count }, () => mail(change)) } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  /** To the beginning of an hour, so that minutes and hours turn when the test says so. */
  const align = async () => {
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    await advance(HOUR - (now % HOUR));
  };

  it('shows the limits of each plan, with nothing used', async () => {
    await mint({}, 'free');
    expect(await tenant.call('GET', '/v1/usage')).toMatchObject({ status: 200 });
    expect(await usage()).toEqual({
      plan: 'free',
      rate_limit: { limit: 100, remaining: 100, reset: 0 },
      daily: { limit: 150, used: 0, remaining: 150 },
      monthly: { limit: 5000, used: 0, remaining: 5000, gates: true },
      contacts: { limit: 1000, used: 0 },
      webhooks: { limit: 3, used: 0 },
      storage: { limit: 1024 ** 3, used: 0, received: 0 },
      credits_balance: 0,
      overage_emails: 0,
      marketing_emails: 0,
      estimated_cost_usd: 0,
    });
    await patch({ plan: 'payg' });
    expect(await usage()).toMatchObject({
      plan: 'payg',
      daily: { limit: 250_000 },
      monthly: { limit: 5000, remaining: 5000, gates: false },
      contacts: { limit: 100_000 },
      webhooks: { limit: 20 },
      storage: { limit: 20 * 1024 ** 3 },
    });
    await patch({ plan: 'prepaid' });
    expect(await usage()).toMatchObject({
      plan: 'credits',
      daily: { limit: 1_000_000 },
      monthly: { limit: 0, remaining: 0, gates: false },
      contacts: { limit: 500_000 },
      webhooks: { limit: 50 },
      storage: { limit: 100 * 1024 ** 3 },
    });
  });

  it('shows no limits, no volume and no price on the unlimited plan, whose sends say nothing of a rate', async () => {
    await mint({}, 'unlimited');
    for (let request = 0; request < 101; request += 1) expect((await send()).status).toBe(202);
    const sent = await batch(100);
    expect(sent.status).toBe(200);
    expect([...sent.headers.keys()].filter((name) => name.startsWith('x-ratelimit'))).toEqual([]);
    expect(await usage()).toEqual({
      plan: 'unlimited',
      rate_limit: { limit: null, remaining: null, reset: 0 },
      daily: { limit: null, used: 201, remaining: null },
      monthly: { limit: null, used: 201, remaining: null, gates: false },
      contacts: { limit: null, used: 0 },
      webhooks: { limit: null, used: 0 },
      storage: { limit: null, used: expect.any(Number), received: 0 },
      credits_balance: 0,
      overage_emails: 0,
      marketing_emails: 0,
      estimated_cost_usd: 0,
    });
    await patch({ overrides: { rate_limit: 5 } });
    expect((await send()).headers.get('x-ratelimit-limit')).toBe('5');
  });

  it('shows overrides over them, null for unlimited', async () => {
    await mint({ daily_quota: 7, monthly_quota: 9, rate_limit: 3, contact_limit: 5, webhook_limit: 1 });
    await send();
    expect(await usage()).toMatchObject({
      rate_limit: { limit: 3, remaining: 2, reset: 60 },
      daily: { limit: 7, used: 1, remaining: 6 },
      monthly: { limit: 9, used: 1, remaining: 8, gates: true },
      contacts: { limit: 5 },
      webhooks: { limit: 1 },
    });
    await mint({ daily_quota: -1, monthly_quota: -1, rate_limit: -1, contact_limit: -1, webhook_limit: -1 }, 'free');
    await send();
    expect(await usage()).toMatchObject({
      rate_limit: { limit: null, remaining: null, reset: 0 },
      daily: { limit: null, used: 1, remaining: null },
      monthly: { limit: null, used: 1, remaining: null, gates: false },
      contacts: { limit: null },
      webhooks: { limit: null },
    });
  });

  it('shows the minute as the headers of a send do', async () => {
    await mint({ rate_limit: 2 });
    const { headers } = await send();
    await advance(10_500);
    expect((await usage()).rate_limit).toEqual({ limit: 2, remaining: Number(headers.get('x-ratelimit-remaining')), reset: 50 });
    await send();
    expect((await send()).status).toBe(429);
    expect((await usage()).rate_limit).toEqual({ limit: 2, remaining: 0, reset: 50 });
    await advance(49_500);
    expect((await usage()).rate_limit).toEqual({ limit: 2, remaining: 1, reset: 11 });
  });

  it('counts accepted emails, and lets them go as the quota does', async () => {
    await mint({ rate_limit: -1 });
    await align();
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'no@example.net' } });
    await batch(3);
    await send({ test_mode: true });
    await send({ to: ['no@example.net'] });
    await send({ to: [] });
    expect(await usage()).toMatchObject({ daily: { used: 4 }, monthly: { used: 4 } });
    await advance(DAY - 1);
    expect((await usage()).daily.used).toBe(4);
    await advance(1);
    expect(await usage()).toMatchObject({ daily: { used: 0, remaining: 250_000 }, monthly: { used: 4 } });
    await advance(29 * DAY - 1);
    expect((await usage()).monthly.used).toBe(4);
    await advance(1);
    expect((await usage()).monthly.used).toBe(0);
  });

  it('bills payg for what is past the 5,000 included, without mail in test mode', async () => {
    await mint({ rate_limit: -1 });
    for (let count = 0; count < 50; count += 1) await batch(100);
    await batch(100, { test_mode: true });
    expect(await usage()).toMatchObject({ monthly: { used: 5100, remaining: 0 }, overage_emails: 0, estimated_cost_usd: 0 });
    await batch(10);
    expect(await usage()).toMatchObject({ monthly: { used: 5110 }, overage_emails: 10, estimated_cost_usd: 0.0035 });
    await patch({ plan: 'free' });
    expect(await usage()).toMatchObject({ overage_emails: 0, estimated_cost_usd: 0 });
  });

  it('shows what is drawn from prepaid emails', async () => {
    await mint({ rate_limit: -1 }, 'credits');
    await server.admin('POST', `/admin/tenants/${tenant.id}/credits`, { body: { emails: 30 } });
    await batch(20);
    await send({ test_mode: true });
    expect(await usage()).toMatchObject({ credits_balance: 10, overage_emails: 20, estimated_cost_usd: 0.0056 });
    await advance(365 * DAY);
    expect((await usage()).credits_balance).toBe(0);
  });

  it('counts mail of the marketing stream apart, for a month', async () => {
    await mint({ rate_limit: -1 });
    await align();
    await batch(2, { stream: 'marketing' });
    await send();
    expect((await usage()).marketing_emails).toBe(2);
    await advance(30 * DAY - 1);
    expect((await usage()).marketing_emails).toBe(2);
    await server.run('cleanup');
    expect((await usage()).marketing_emails).toBe(2);
    await advance(1);
    expect((await usage()).marketing_emails).toBe(0);
  });

  it('counts contacts, whatever their status', async () => {
    await mint();
    for (const [email, status] of [
      ['a@example.net', 'subscribed'],
      ['b@example.net', 'unsubscribed'],
    ]) {
      expect((await tenant.call('POST', '/v1/contacts', { body: { email, status } })).status).toBe(201);
    }
    await tenant.call('POST', '/v1/contacts', { body: { email: 'A@example.net' } });
    expect((await usage()).contacts).toEqual({ limit: 100_000, used: 2 });
  });

  it('is for full_access keys', async () => {
    await mint();
    const body = { name: 'sends', permission: 'sending_access' };
    const { key } = (await tenant.call('POST', '/v1/api-keys', { body })).body;
    expect(await server.as(key)('GET', '/v1/usage')).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });

  it('shows a tenant its own', async () => {
    await mint();
    await send();
    await mint();
    expect(await usage()).toMatchObject({ daily: { used: 0 }, rate_limit: { remaining: 100 } });
  });
});

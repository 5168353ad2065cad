import { describe, expect, it } from 'vitest';
import { engines } from '../../../support/engines.ts';
import { BY_HAND, useServer } from '../../../support/posthorn.ts';
import type { Answer, TestTenant } from '../../../support/server.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

describe.each(engines)('quota on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: '120' });

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
      expect((await batch([mail(), mail(), mail(), mail()])).body).toEqual({
        error: 'quota_exceeded',
        detail: 'A request of 4 emails never fits the quota, which is 3: send fewer at once.',
        limit: 3,
        window: 'daily',
      });
      expect((await batch([mail(), mail(), mail()])).status).toBe(200);
      expect((await batch([mail()])).body).toMatchObject({
        error: 'quota_exceeded',
        detail: 'The sending quota has no room for this request: wait, or ask the operator for more.',
      });
      tenant = await server.mint({ daily_quota: 0 });
      expect((await send()).body).toMatchObject({ error: 'quota_exceeded', detail: 'The quota is 0: nothing can be sent.' });
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

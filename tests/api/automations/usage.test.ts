import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, mail } from '../../support/fixtures/automations.ts';
import { useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('what mail of automations takes on $name', (engine) => {
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api', STOP_ON_EMPTY_CREDITS: 'true' });

  async function stand(overrides: Record<string, number> = {}) {
    const tenant = await server.mint(overrides);
    return { tenant, us: automationsOf(server, tenant), usage: async () => (await tenant.call('GET', '/v1/usage')).body };
  }
  const send = (tenant: TestTenant) =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['x@example.net'], subject: 'S', text_body: 'T' } });
  const prepaid = (tenant: TestTenant, emails: number) =>
    server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'credits', credits_balance: emails } });

  it('is no unit of the quota: it goes out where that is used up, and shows in the usage', async () => {
    const { tenant, us, usage } = await stand({ daily_quota: 1, monthly_quota: 1 });
    expect((await send(tenant)).status).toBe(202);
    expect(await send(tenant)).toMatchObject({ status: 429, body: { error: 'quota_exceeded' } });
    await us.active([mail('one'), mail('two')]);
    await us.contact('a@example.net');
    await us.run();
    expect(await us.messages()).toHaveLength(3);
    const before = { daily: { limit: 1, used: 1, remaining: 0 }, monthly: { limit: 1, used: 1, remaining: 0 } };
    expect(await usage()).toMatchObject({ ...before, marketing_emails: 2, overage_emails: 0, estimated_cost_usd: 0 });
    await us.dispatch();
    expect(await usage()).toMatchObject({ ...before, marketing_emails: 2 });
  });

  it('is no prepaid email: it goes out where none are left, and takes none that are', async () => {
    const { tenant, us, usage } = await stand();
    await prepaid(tenant, 0);
    expect(await send(tenant)).toMatchObject({ status: 402, body: { error: 'credits_exhausted' } });
    await us.active([mail('one')]);
    await us.contact('a@example.net');
    await us.run();
    expect(await us.messages()).toHaveLength(1);
    expect((await usage()).credits_balance).toBe(0);
    await prepaid(tenant, 5);
    await us.contact('b@example.net');
    await us.run();
    expect(await usage()).toMatchObject({ credits_balance: 5, marketing_emails: 2 });
  });

  it('counts nothing for those who get no mail', async () => {
    const { us, usage } = await stand();
    await us.post('/suppressions', { email: 'b@example.net' });
    await us.active([mail('one')]);
    await us.contact('a@example.net', { status: 'unsubscribed' });
    await us.contact('b@example.net');
    await us.run();
    expect(await us.messages()).toEqual([]);
    expect(await usage()).toMatchObject({ daily: { used: 0 }, monthly: { used: 0 }, marketing_emails: 0 });
  });

  it('gives nothing back where the mail is held up by a list at the last moment, since it has taken nothing', async () => {
    const { tenant, us, usage } = await stand();
    await prepaid(tenant, 5);
    await send(tenant);
    await us.active([mail('one')]);
    await us.contact('a@example.net');
    await us.run();
    await us.post('/suppressions', { email: 'a@example.net' });
    await us.dispatch();
    expect((await us.messages()).map(({ subject, status }) => [subject, status])).toEqual([
      ['S', 'sent'],
      ['Subject one', 'suppressed'],
    ]);
    expect(await usage()).toMatchObject({ daily: { used: 1 }, monthly: { used: 1 }, credits_balance: 4, marketing_emails: 1 });
  });
});

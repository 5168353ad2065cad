import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const HOUR = 60 * 60 * 1000;

describe.each(engines)('mail of a suspended tenant on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  const suspend = (tenant: TestTenant, suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const schedule = async (tenant: TestTenant, change: object = {}) => {
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', scheduled_at: (await now()) + HOUR, ...change };
    return (await tenant.call('POST', '/v1/email', { body })).body.message_id as string;
  };
  const typesOf = async (tenant: TestTenant, id: string) => {
    const { body } = await tenant.call('GET', `/v1/messages/${id}`);
    return body.events.map(({ type }: { type: string }) => type);
  };
  const capturedOf = async (tenant: TestTenant) => {
    const { body } = await server.admin('GET', '/admin/captured?limit=100');
    return body.data.filter(({ tenant_id }: { tenant_id: string }) => tenant_id === tenant.id).length;
  };

  it('is held past its time, and goes out once the tenant is let in again', async () => {
    const [held, other] = [await server.mint(), await server.mint()];
    const ids = [await schedule(held), await schedule(held, { test_mode: true })];
    await schedule(other);
    await suspend(held, true);
    for (let hours = 0; hours < 30; hours += 5) {
      await advance(5 * HOUR);
      await server.run('dispatch');
    }
    expect([await capturedOf(held), await capturedOf(other)]).toEqual([0, 1]);
    await suspend(held, false);
    await server.run('dispatch');
    expect(await capturedOf(held)).toBe(1);
    expect(await Promise.all(ids.map((id) => typesOf(held, id)))).toEqual([
      ['scheduled', 'sent'],
      ['scheduled', 'sent', 'delivery'],
    ]);
  });

  it('is sent at its time if the tenant is let in before', async () => {
    const tenant = await server.mint();
    const id = await schedule(tenant);
    await suspend(tenant, true);
    await server.run('dispatch');
    await suspend(tenant, false);
    await server.run('dispatch');
    expect(await typesOf(tenant, id)).toEqual(['scheduled']);
    await advance(HOUR);
    await server.run('dispatch');
    expect(await typesOf(tenant, id)).toEqual(['scheduled', 'sent']);
  });

  it('can be cancelled once the tenant is let in again', async () => {
    const tenant = await server.mint();
    const id = await schedule(tenant);
    await suspend(tenant, true);
    await advance(HOUR);
    expect((await tenant.call('DELETE', `/v1/email/${id}`)).status).toBe(401);
    await server.run('dispatch');
    await suspend(tenant, false);
    expect((await tenant.call('DELETE', `/v1/email/${id}`)).status).toBe(200);
    await server.run('dispatch');
    expect(await typesOf(tenant, id)).toEqual(['scheduled', 'cancelled']);
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { testModeOf } from '../../support/fixtures/test-mode.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const HOUR = 60 * 60 * 1000;

describe.each(engines)('test mode with a time in the future on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server, { rate_limit: -1 });
  const { send, get, told, testEvents } = testModeOf(tenant);

  const schedule = async (to: string[], ahead = HOUR) => {
    const { body: clock } = await server.admin('GET', '/admin/clock');
    return (await send(to, { test_mode: true, scheduled_at: clock.now + ahead })).body;
  };
  const come = () => server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });

  it.each([
    ['bounced@posthorn.test', 'failed', ['bounce']],
    ['complained@posthorn.test', 'sent', ['sent', 'complaint']],
    ['delivered@posthorn.test', 'sent', ['sent', 'delivery']],
  ])('schedules first, and simulates %s by the sweep that finds it due', async (to, status, types) => {
    const body = await schedule([to]);
    expect(body.status).toBe('scheduled');
    await server.run('scheduler');
    expect((await get(body.message_id)).status).toBe('scheduled');
    expect((await testEvents()).data).toEqual([]);
    await come();
    expect(await server.run('scheduler')).toBe(1);
    const message = await get(body.message_id);
    expect(message).toMatchObject({ status, provider_message_id: `test_${body.message_id}` });
    expect(told(message).map(([type]) => type)).toEqual(['scheduled', ...types]);
    expect((await testEvents()).data).toHaveLength(1);
    expect(await server.run('scheduler')).toBe(0);
  });

  it('gives a unit back for whoever is suppressed by then, and goes beside other mail', async () => {
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { rate_limit: -1, daily_quota: 2 } } });
    const body = await schedule(['a@example.net']);
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const { body: real } = await send(['b@example.net'], { scheduled_at: clock.now + HOUR });
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } });
    await come();
    expect(await server.run('scheduler')).toBe(2);
    expect((await get(body.message_id)).status).toBe('suppressed');
    await server.run('dispatch');
    expect((await get(real.message_id)).status).toBe('sent');
    expect((await tenant.call('GET', '/v1/usage')).body.daily.used).toBe(1);
  });

  it('fails where the sender may not send any more, which is no simulated outcome', async () => {
    const body = await schedule(['delivered@posthorn.test']);
    await tenant.call('DELETE', `/v1/domains/${tenant.domain.id}`);
    await come();
    await server.run('scheduler');
    const message = await get(body.message_id);
    expect(message).toMatchObject({ status: 'failed', events: [{}, { type: 'failed', data: { reason: 'from_domain_not_verified' } }] });
    expect((await testEvents()).data).toEqual([]);
  });

  it('waits while the tenant is suspended, and goes on by itself', async () => {
    const body = await schedule(['delivered@posthorn.test']);
    const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    await suspend(true);
    await come();
    await server.run('scheduler');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 10 * 60_000 } });
    expect(await server.run('scheduler')).toBe(0);
    await suspend(false);
    expect((await get(body.message_id)).status).toBe('queued');
    expect(await server.run('scheduler')).toBe(1);
    expect((await get(body.message_id)).status).toBe('sent');
  });

  it('can be cancelled while it is scheduled', async () => {
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const { body } = await send(['delivered@posthorn.test'], { test_mode: true, scheduled_at: clock.now + HOUR });
    expect((await tenant.call('DELETE', `/v1/email/${body.message_id}`)).status).toBe(200);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
    await server.run('dispatch');
    expect(told(await get(body.message_id)).map(([type]) => type)).toEqual(['scheduled', 'cancelled']);
    expect((await testEvents()).data).toEqual([]);
  });
});

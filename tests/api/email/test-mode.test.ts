import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

const HOUR = 60 * 60 * 1000;

describe.each(engines)('test mode on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;

  beforeAll(async () => {
    server = await startTestServer(engine, BY_HAND);
  });
  beforeEach(async () => {
    tenant = await server.mint({ rate_limit: -1 });
  });
  afterAll(() => server.stop());

  const send = (to: string[], change: object = { test_mode: true }, headers: Record<string, string> = {}) =>
    tenant.call('POST', '/v1/email', { headers, body: { from: tenant.from, to, subject: 'x', text_body: 'x', ...change } });
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const told = ({ events }: { events: { type: string; recipients: string[] }[] }) =>
    events.map(({ type, recipients }) => [type, ...recipients]);
  const testEvents = async (query = '') => (await tenant.call('GET', `/v1/email/test-events${query}`)).body;

  it.each([
    ['delivered@posthorn.test', 'sent', [['sent'], ['delivery']], 'delivered'],
    ['anything@posthorn.test', 'sent', [['sent'], ['delivery']], 'delivered'],
    ['Bounced@POSTHORN.test', 'failed', [['bounce']], 'bounced'],
    ['bounced+1@posthorn.test', 'sent', [['sent'], ['delivery']], 'delivered'],
    ['bounced@example.net', 'sent', [['sent'], ['delivery']], 'delivered'],
    ['complained@posthorn.test', 'sent', [['sent'], ['complaint']], 'complained'],
  ])('simulates %s as %s', async (to, status, types, recipientStatus) => {
    const { status: http, body } = await send([to]);
    expect(http).toBe(200);
    expect(body).toMatchObject({ status, test_mode: true, scheduled_at: null });
    const message = await get(body.message_id);
    expect(message).toMatchObject({ status, test_mode: true, provider_message_id: `test_${body.message_id}` });
    expect(told(message)).toEqual(types.map(([type]) => [type, to.toLowerCase()]));
    expect(message.recipients[0].status).toBe(recipientStatus);
  });

  it('calls no provider and queues nothing', async () => {
    const { body } = await send(['delivered@posthorn.test']);
    await server.run('dispatch');
    const { body: captured } = await server.admin('GET', '/admin/captured?limit=100');
    expect(captured.data.filter(({ message_id }: { message_id: string }) => message_id === body.message_id)).toEqual([]);
  });

  it('is failed only if every recipient bounced, with an event for each', async () => {
    const { body } = await send(['bounced@posthorn.test', 'complained@posthorn.test', 'a@example.net']);
    expect(body.status).toBe('sent');
    expect(told(await get(body.message_id))).toEqual([
      ['sent', 'complained@posthorn.test', 'a@example.net'],
      ['bounce', 'bounced@posthorn.test'],
      ['complaint', 'complained@posthorn.test'],
      ['delivery', 'a@example.net'],
    ]);
  });

  it('pages its log by 25 unless asked, by 100 at most, and refuses a cursor that is none', async () => {
    for (const name of ['a', 'b', 'c']) await send(Array.from({ length: 40 }, (_, n) => `${name}${n}@example.net`));
    expect((await testEvents()).data).toHaveLength(25);
    const first = await testEvents('?limit=101');
    expect(first.data).toHaveLength(100);
    const last = await testEvents(`?limit=100&cursor=${first.next_cursor}`);
    expect(last.data).toHaveLength(20);
    expect(last.next_cursor).toBeNull();
    for (const cursor of ['x', '-1', '1.5']) {
      expect(await tenant.call('GET', `/v1/email/test-events?cursor=${cursor}`)).toMatchObject({
        status: 422,
        body: { error: 'invalid_cursor' },
      });
    }
  });

  it('lists nothing of mail that was really sent', async () => {
    await send(['bounced@posthorn.test'], {});
    await server.run('dispatch');
    expect(await testEvents()).toEqual({ data: [], next_cursor: null });
  });

  it('puts who bounced or complained on the list, so that the next simulation is suppressed until they are taken off', async () => {
    for (const [local, reason] of [
      ['bounced', 'hard_bounce'],
      ['complained', 'complaint'],
    ] as const) {
      const email = `${local}@posthorn.test`;
      const first = await send([email]);
      const { body: list } = await tenant.call('GET', `/v1/suppressions?email=${email}`);
      expect(list.data).toEqual([
        { email, reason, scope: 'all', source_message_id: first.body.message_id, test_mode: true, created_at: expect.any(Number) },
      ]);
      expect((await send([email])).body).toMatchObject({ status: 'suppressed', suppressed_recipients: [email] });
      await tenant.call('DELETE', `/v1/suppressions/${email}`);
      expect((await send([email])).body.status).toBe(first.body.status);
    }
  });

  it.each([
    ['bounced', 'failed'],
    ['complained', 'sent'],
  ])('goes to %s@ once in a batch, the first in its order', async (local, status) => {
    const email = `${local}@posthorn.test`;
    const other = await server.mint();
    const mail = { from: tenant.from, subject: 'x', text_body: 'x' };
    const batch = (of: TestTenant, emails: object[]) =>
      of.call('POST', '/v1/email/batch', { headers: { 'X-Service-Test': 'true' }, body: { emails } });
    const emails = [['a@example.net', email], [email], [email, 'b@example.net'], [email], ['a@example.net']].map((to) => ({ ...mail, to }));
    const [{ body }, { body: foreign }] = await Promise.all([
      batch(tenant, emails),
      batch(other, [{ ...mail, from: other.from, to: [email] }]),
    ]);
    const results = body.data.map((item: { status: string; suppressed_recipients: string[] }) => [item.status, item.suppressed_recipients]);
    expect(results).toEqual([
      ['sent', []],
      ['suppressed', [email]],
      ['sent', [email]],
      ['suppressed', [email]],
      ['sent', []],
    ]);
    expect(foreign.data[0].status).toBe(status);
    const { body: usage } = await tenant.call('GET', '/v1/usage');
    expect(usage.daily.used).toBe(3);
  });

  it('is held to the domain of a key', async () => {
    const name = `second-${tenant.domain.name}`;
    await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name, verified: true } });
    const { body: key } = await tenant.call('POST', '/v1/api-keys', {
      body: { name: 's', permission: 'sending_access', domain_id: tenant.domain.id },
    });
    const body = { from: `a@${name}`, to: ['a@example.net'], subject: 'x', text_body: 'x', test_mode: true };
    expect((await server.as(key.key)('POST', '/v1/email', { body })).body.error).toBe('from_domain_not_verified');
    expect((await server.as(key.key)('POST', '/v1/email', { body: { ...body, from: tenant.from } })).status).toBe(200);
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

  it('is switched on by the header as well, and a typo is refused', async () => {
    expect((await send(['a@example.net'], {}, { 'X-Service-Test': 'TRUE' })).body.test_mode).toBe(true);
    expect((await send(['a@example.net'], {}, { 'X-Service-Test': 'false' })).body.test_mode).toBe(false);
    expect((await send(['a@example.net'], {}, { 'X-Service-Test': '' })).body.test_mode).toBe(false);
    expect((await send(['a@example.net'], { test_mode: true }, { 'X-Service-Test': 'false' })).body.test_mode).toBe(true);
    expect(await send(['a@example.net'], {}, { 'X-Service-Test': 'yes' })).toMatchObject({
      status: 422,
      body: { error: 'validation_failed' },
    });
    expect(await send(['a@example.net'], { test_mode: 'yes' })).toMatchObject({ body: { error: 'validation_failed', field: 'test_mode' } });
  });

  it('sends really without it, to the test domain too', async () => {
    const { status, body } = await send(['bounced@posthorn.test'], {});
    expect([status, body.status]).toEqual([202, 'queued']);
    await server.run('dispatch');
    expect((await get(body.message_id)).status).toBe('sent');
  });

  it('needs a verified sender, and counts for the quota', async () => {
    expect((await send(['a@example.net'], { test_mode: true, from: 'a@posthorn.test' })).body.error).toBe('from_domain_not_verified');
    tenant = await server.mint({ daily_quota: 1 });
    await send(['a@example.net']);
    expect((await send(['a@example.net'])).body.error).toBe('quota_exceeded');
  });

  describe('with a time in the future', () => {
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
      tenant = await server.mint({ rate_limit: -1, daily_quota: 2 });
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
  });

  it('lists outcomes only, one for each recipient, newest first, and loses none between pages', async () => {
    const recipients = Array.from({ length: 30 }, (_, n) => `r${n}@example.net`);
    const { body } = await send([...recipients, 'bounced@posthorn.test']);
    const { data } = await testEvents('?limit=100');
    expect(data).toHaveLength(31);
    expect(data[0]).toEqual({
      id: expect.stringMatching(/^evt_/),
      message_id: body.message_id,
      type: 'bounce',
      recipients: ['bounced@posthorn.test'],
      provider_message_id: `test_${body.message_id}`,
      detail: '550 5.1.1 Simulated bounce',
      timestamp: expect.any(Number),
      created_at: expect.any(Number),
    });
    const seen: string[] = [];
    let cursor: number | null = null;
    do {
      const page: { data: { id: string }[]; next_cursor: number | null } = await testEvents(
        `?limit=7${cursor === null ? '' : `&cursor=${cursor}`}`,
      );
      seen.push(...page.data.map(({ id }) => id));
      cursor = page.next_cursor;
    } while (cursor !== null);
    expect(seen).toEqual(data.map(({ id }: { id: string }) => id));
    const other = await server.mint();
    expect((await other.call('GET', '/v1/email/test-events')).body).toEqual({ data: [], next_cursor: null });
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { testModeOf } from '../../support/fixtures/test-mode.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('test mode on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server, { rate_limit: -1 });
  const { send, get, told, testEvents } = testModeOf(tenant);

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
    const small = testModeOf(await server.mint({ daily_quota: 1 }));
    await small.send(['a@example.net']);
    expect((await small.send(['a@example.net'])).body.error).toBe('quota_exceeded');
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

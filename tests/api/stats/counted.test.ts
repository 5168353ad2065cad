import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { expectedStats, figuresOf } from '../../support/fixtures/expected-stats.ts';
import { capturedMail } from '../../support/mail/captured.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const HOUR = 3_600_000;
const DAY = 24 * HOUR;
const LINKS = 'https://links.example.com';
const READER = { 'User-Agent': 'Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0' };

describe.each(engines)('what GET /v1/stats counts on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, LINK_BASE_URL: LINKS });
  const tenant = useNewTenant(server, { rate_limit: -1 });

  const mail = (change: object = {}) => ({ from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x', ...change });
  const send = async (change: object = {}): Promise<string> =>
    (await tenant.call('POST', '/v1/email', { body: mail(change) })).body.message_id;
  const report = (body: object) => server.admin('POST', '/admin/provider-events', { body });
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const stats = async (query: Record<string, string | number> = {}, as = tenant) => {
    const { status, body } = await as.call(
      'GET',
      `/v1/stats?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])))}`,
    );
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  const totals = async (query: Record<string, string | number> = {}, as = tenant) => {
    const entries = Object.entries((await stats(query, as)).totals).filter(([, count]) => count !== 0);
    return Object.fromEntries(entries);
  };
  const hours = async (query: Record<string, string | number> = {}) => figuresOf((await stats({ interval: 'hour', ...query })).data);
  /** Whatever is asked, before anything is folded and after all of it is. */
  async function eachTime(look: () => Promise<void>): Promise<void> {
    await look();
    await server.run('stats');
    await look();
    expect(await server.run('stats')).toBe(0);
    await look();
  }

  it('is each thing that happens, in the hour in which it does', async () => {
    const [bounced, complained, late, full, blocked] = [
      await send({ to: ['gone@example.net'] }),
      await send({ to: ['cross@example.net'], cc: ['b@example.net'] }),
      await send({ to: ['late@example.net'] }),
      await send({ to: ['full@example.net'] }),
      await send({ to: ['blocked@example.net'] }),
    ];
    await server.run('dispatch');
    await advance(HOUR);
    await report({ message_id: bounced, type: 'bounce', recipients: ['gone@example.net'] });
    await report({ message_id: full, type: 'bounce', recipients: ['full@example.net'], data: { class: 'soft' } });
    await report({ message_id: blocked, type: 'bounce', recipients: ['blocked@example.net'], data: { class: 'policy' } });
    await report({ message_id: complained, type: 'delivery', recipients: ['cross@example.net', 'b@example.net'] });
    await report({ message_id: complained, type: 'complaint', recipients: ['cross@example.net'] });
    await report({ message_id: late, type: 'delivery_delayed', recipients: ['late@example.net'] });
    await send({ to: ['gone@example.net', 'd@example.net'] });
    const other = await server.mint();
    await other.call('POST', '/v1/email', { body: mail({ from: other.from }) });
    await server.run('dispatch');
    await eachTime(async () => {
      expect(await totals({}, other)).toEqual({ accepted: 1, sent: 1 });
      expect(await totals()).toEqual({
        ...{ accepted: 6, sent: 7, delivered: 2, delayed: 1, bounced_hard: 1, bounced_soft: 1, bounced_policy: 1, complained: 1 },
        suppressed: 1,
      });
      expect(await hours()).toEqual(await expectedStats(server.app.db, { tenantId: tenant.id }));
    });
  });

  it('leaves out what programs open, and counts every other open and click', async () => {
    const id = await send({ html_body: '<a href="https://shop.example/">x</a>', track_opens: true, track_clicks: true });
    await server.run('dispatch');
    const { html } = await capturedMail(server, id);
    const pathOf = (form: RegExp) => form.exec(html)?.[1] ?? '';
    const [pixel, link] = [pathOf(/src="https:\/\/links\.example\.com([^"]*)"/), pathOf(/href="https:\/\/links\.example\.com([^"]*)"/)];
    for (const headers of [READER, READER, { ...READER, Purpose: 'prefetch' }]) {
      await fetch(`${server.url}${pixel}`, { headers });
      await advance(2000);
    }
    await fetch(`${server.url}${link}`, { headers: READER, redirect: 'manual' });
    await eachTime(async () => {
      expect(await totals()).toEqual({ accepted: 1, sent: 1, opened: 2, clicked: 1 });
      expect(await hours()).toEqual(await expectedStats(server.app.db, { tenantId: tenant.id }));
    });
  });

  it('tells of test mode apart', async () => {
    await send();
    await send({ test_mode: true, to: ['bounced@posthorn.test', 'a@example.net'] });
    await server.run('dispatch');
    await eachTime(async () => {
      expect(await totals()).toEqual({ accepted: 1, sent: 1 });
      expect(await hours({ test_mode: 'true' })).toEqual(await expectedStats(server.app.db, { tenantId: tenant.id, testMode: true }));
      expect((await totals({ test_mode: 'true' })).accepted).toBe(1);
    });
  });

  it('is told by domain and by stream', async () => {
    const name = `second-${tenant.domain.name}`;
    const { body: second } = await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name, verified: true } });
    await send();
    await send({ from: `a@${name}` });
    await send({ from: `a@${name}`, stream: 'marketing' });
    await server.run('dispatch');
    await eachTime(async () => {
      expect(await totals()).toEqual({ accepted: 3, sent: 3 });
      expect(await totals({ domain_id: tenant.domain.id })).toEqual({ accepted: 1, sent: 1 });
      expect(await totals({ domain_id: second.id })).toEqual({ accepted: 2, sent: 2 });
      expect(await totals({ domain_id: second.id, stream: 'marketing' })).toEqual({ accepted: 1, sent: 1 });
      expect(await totals({ stream: 'transactional' })).toEqual({ accepted: 2, sent: 2 });
      expect(await totals({ domain_id: 'dom_none' })).toEqual({});
    });
  });

  it('is told by broadcast, whose mail is counted once among all', async () => {
    const audience = await addAudience(tenant, await addContacts(tenant, 12));
    const ids = [await writeDraft(tenant, audience), await writeDraft(tenant, audience)];
    for (const id of ids) await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await send();
    await sendAll(server);
    const [first = '', second = ''] = ids;
    const { body: messages } = await tenant.call('GET', '/v1/messages?limit=100');
    const one = messages.data.find((message: { broadcast_id: string }) => message.broadcast_id === first);
    await report({ message_id: one.id, type: 'complaint', recipients: one.to });
    await eachTime(async () => {
      expect(await totals()).toEqual({ accepted: 25, sent: 25, complained: 1 });
      expect(await totals({ broadcast_id: first })).toEqual({ accepted: 12, sent: 12, complained: 1 });
      expect(await totals({ broadcast_id: second })).toEqual({ accepted: 12, sent: 12 });
      expect(await hours()).toEqual(await expectedStats(server.app.db, { tenantId: tenant.id }));
    });
  });

  it('has outcomes of mail that is a month old', async () => {
    const id = await send();
    await server.run('dispatch');
    await server.run('stats');
    await advance(31 * DAY);
    await report({ message_id: id, type: 'bounce', recipients: ['ada@example.net'] });
    await eachTime(async () => {
      expect(await totals({ interval: 'hour' })).toEqual({ bounced_hard: 1 });
      const { now } = (await server.admin('GET', '/admin/clock')).body;
      const { data } = await stats({ from: now - 40 * DAY });
      const told = data.filter(({ accepted, bounced_hard }: Record<string, number>) => accepted || bounced_hard);
      expect(told).toMatchObject([
        { accepted: 1, sent: 1, bounced_hard: 0 },
        { accepted: 0, sent: 0, bounced_hard: 1 },
      ]);
    });
  });

  it('is told to nobody else, and gone with the tenant', async () => {
    await send();
    await server.run('dispatch');
    await server.run('stats');
    await send();
    const other = await server.mint();
    expect(await totals({}, other)).toEqual({});
    await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
    await server.run('cleanup');
    await server.run('stats');
    const left = server.app.db.read.selectFrom('stat_hours').selectAll().where('tenant_id', '=', tenant.id);
    expect(await left.execute()).toEqual([]);
  });

  describe('of mail from before', () => {
    /** As an upgrade finds it: nothing of what there is was counted. */
    async function forget(): Promise<void> {
      const { write } = server.app.db;
      await write.deleteFrom('stat_deltas').where('tenant_id', '=', tenant.id).execute();
      await write.deleteFrom('stat_hours').where('tenant_id', '=', tenant.id).execute();
      await write.updateTable('events').set({ counted: null }).where('tenant_id', '=', tenant.id).execute();
      const meters = write.selectFrom('tenant_meters').select('last_message_at').where('tenant_id', '=', tenant.id);
      const followed = (await meters.executeTakeFirstOrThrow()).last_message_at * 1000 + 999;
      const past = { followed, past_mail: followed + 1, past_events: '~' };
      const row = write.insertInto('stat_cursors').values({ tenant_id: tenant.id, ...past });
      await row.onConflict((conflict) => conflict.column('tenant_id').doUpdateSet(past)).execute();
    }

    it('is counted by and by, once, beside what goes on', async () => {
      const audience = await addAudience(tenant, await addContacts(tenant, 5));
      const id = await writeDraft(tenant, audience);
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
      for (let count = 0; count < 3; count += 1) await send({ to: [`n${count}@example.net`, 'cc@example.net'] });
      await sendAll(server);
      await forget();
      expect(await stats()).toMatchObject({ complete: false });
      expect(await totals()).toEqual({});
      await send();
      await server.run('dispatch');
      expect(await totals()).toEqual({ accepted: 1, sent: 1 });
      await server.run('stats');
      expect(await stats()).toMatchObject({ complete: true });
      expect(await totals()).toEqual({ accepted: 9, sent: 12 });
      expect(await totals({ broadcast_id: id })).toEqual({ accepted: 5, sent: 5 });
      expect(await hours()).toEqual(await expectedStats(server.app.db, { tenantId: tenant.id }));
      expect(await server.run('stats')).toBe(0);
    });
  });
});

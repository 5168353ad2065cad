import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { fillLog } from '../../support/fixtures/fill-log.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

type Query = Readonly<Record<string, string | number>>;

describe.each(engines)('GET /v1/messages/search on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  const ask = (tenant: TestTenant, query: Query) =>
    tenant.call(
      'GET',
      `/v1/messages/search?${new URLSearchParams(Object.fromEntries(Object.entries(query).map(([k, v]) => [k, String(v)])))}`,
    );
  const page = async (tenant: TestTenant, query: Query) => {
    const { status, body } = await ask(tenant, query);
    expect({ status, body }).toMatchObject({ status: 200 });
    return body;
  };
  /** The subjects of all pages, in order, and how many pages there were. */
  async function walk(tenant: TestTenant, query: Query) {
    const subjects: string[] = [];
    let [pages, cursor]: [number, number | null] = [0, null];
    do {
      const found: { data: { subject: string }[]; next_cursor: number | null; searched_until: number | null } = await page(tenant, {
        ...query,
        ...(cursor === null ? {} : { cursor }),
      });
      expect(found.searched_until === null).toBe(found.next_cursor === null);
      subjects.push(...found.data.map(({ subject }) => subject));
      cursor = found.next_cursor;
      pages += 1;
    } while (cursor !== null);
    return { subjects, pages };
  }
  const found = async (tenant: TestTenant, query: Query) => (await walk(tenant, query)).subjects;
  const mail = (tenant: TestTenant, change: object = {}) => ({ from: tenant.from, to: ['ada@example.net'], text_body: 'x', ...change });
  const send = async (tenant: TestTenant, change: object): Promise<string> => {
    const { status, body } = await tenant.call('POST', '/v1/email', { body: mail(tenant, change) });
    expect(status, JSON.stringify(body)).toBeLessThan(300);
    return body.message_id;
  };

  describe('what was sent', () => {
    let tenant: TestTenant;
    let times: number[];
    let broadcast: string;
    beforeAll(async () => {
      tenant = await server.mint({ rate_limit: -1 });
      await send(tenant, { subject: 'Order 100% ready', to: ['Ada <ADA@example.net>'], tags: { order: '1', kind: 'a' } });
      await send(tenant, {
        subject: 'Order 2',
        to: ['b@example.net'],
        cc: ['ada@example.net'],
        tags: { order: '2' },
        from: `Shop <${tenant.from}>`,
      });
      await send(tenant, { subject: 'Reset', to: ['c@example.net'], bcc: ['ada@example.net'] });
      await send(tenant, { subject: 'later', scheduled_at: Date.now() + 1e11, to: ['d@example.net'] });
      await send(tenant, { subject: 'Over Äpfel', test_mode: true, to: ['bounced@posthorn.test'] });
      const ids = await addContacts(tenant, 3);
      const audience = await addAudience(tenant, ids);
      broadcast = await writeDraft(tenant, audience, { subject: 'News' });
      await tenant.call('POST', `/v1/broadcasts/${broadcast}/send`);
      await sendAll(server);
      const { body } = await tenant.call('GET', '/v1/messages?limit=100');
      times = body.data.map(({ created_at }: { created_at: number }) => created_at).reverse();
    });

    const cases: readonly [Query, string[]][] = [
      [{}, ['News', 'News', 'News', 'Over Äpfel', 'later', 'Reset', 'Order 2', 'Order 100% ready']],
      [{ recipient: 'ada@example.net' }, ['Reset', 'Order 2', 'Order 100% ready']],
      [{ recipient: ' Ada <ADA@EXAMPLE.NET> ' }, ['Reset', 'Order 2', 'Order 100% ready']],
      [{ recipient: 'da@example.net' }, []],
      [{ recipient: 'c1@example.net' }, ['News']],
      [{ recipient: 'ada@example.net', subject: 'order' }, ['Order 2', 'Order 100% ready']],
      [{ recipient: 'ada@example.net', tag_key: 'order', tag_value: '2' }, ['Order 2']],
      [{ recipient: 'ada@example.net', limit: 1 }, ['Reset', 'Order 2', 'Order 100% ready']],
      [{ status: 'scheduled' }, ['later']],
      [{ status: 'failed' }, ['Over Äpfel']],
      [{ status: 'sent', stream: 'transactional' }, ['Reset', 'Order 2', 'Order 100% ready']],
      [{ subject: 'oRDER' }, ['Order 2', 'Order 100% ready']],
      [{ subject: '0%' }, ['Order 100% ready']],
      [{ subject: '_' }, []],
      [{ subject: 'Äpfel' }, ['Over Äpfel']],
      [{ subject: "'; drop table messages; --" }, []],
      [{ from: 'shop <' }, ['Order 2']],
      [{ stream: 'marketing', limit: 2 }, ['News', 'News', 'News']],
      [{ tag_key: 'order' }, ['Order 2', 'Order 100% ready']],
      [{ tag_key: 'order', tag_value: '1', subject: 'ready' }, ['Order 100% ready']],
      [{ tag_key: 'order', limit: 1 }, ['Order 2', 'Order 100% ready']],
      [{ tag_key: 'nothing' }, []],
      [{ template_alias: 'welcome' }, []],
      [{ domain_id: 'dom_none' }, []],
      [{ broadcast_id: 'bc_none' }, []],
      [{ recipient: '', status: '', from: '', subject: '', since: '', limit: 100, stream: '', tag_key: '', tag_value: '', until: '0' }, []],
    ];
    const named = cases.map(([query, subjects]) => [JSON.stringify(query), query, subjects] as const);

    it.each(named)('is found by %s before the logs are followed', async (_name, query, subjects) => {
      expect(await found(tenant, query)).toEqual(subjects);
    });

    it('is found by broadcast, by domain and by time', async () => {
      expect(await found(tenant, { broadcast_id: broadcast })).toEqual(['News', 'News', 'News']);
      expect(await found(tenant, { domain_id: tenant.domain.id, status: 'scheduled' })).toEqual(['later']);
      expect(await found(tenant, { since: times[1] ?? 0, until: times[3] ?? 0 })).toEqual(['Reset', 'Order 2']);
      expect(await found(tenant, { since: times[1] ?? 0, until: times[3] ?? 0, recipient: 'ada@example.net' })).toEqual([
        'Reset',
        'Order 2',
      ]);
    });

    it('is shown as in the list', async () => {
      const { data } = await page(tenant, { status: 'scheduled' });
      const { body } = await tenant.call('GET', '/v1/messages?limit=100');
      expect(data).toEqual(body.data.filter(({ subject }: { subject: string }) => subject === 'later'));
    });

    describe('once the logs are followed', () => {
      beforeAll(() => server.run('stats'));

      it.each(named)('is found by %s', async (_name, query, subjects) => {
        expect(await found(tenant, query)).toEqual(subjects);
      });

      it('is found by its recipient beside what has come since', async () => {
        const own = await server.mint({ rate_limit: -1 });
        for (const subject of ['one', 'two']) await send(own, { subject });
        await server.run('stats');
        for (const subject of ['three', 'four']) await send(own, { subject });
        expect(await found(own, { recipient: 'ada@example.net' })).toEqual(['four', 'three', 'two', 'one']);
        expect(await found(own, { recipient: 'ada@example.net', limit: 1 })).toEqual(['four', 'three', 'two', 'one']);
      });
    });

    it('is found by nobody else', async () => {
      const other = await server.mint();
      expect(await found(other, {})).toEqual([]);
      expect(await found(other, { recipient: 'ada@example.net' })).toEqual([]);
      expect(await found(other, { broadcast_id: broadcast })).toEqual([]);
      expect(await found(other, { tag_key: 'order' })).toEqual([]);
    });
  });

  describe('an erased address', () => {
    const rows = (tenant: TestTenant) =>
      server.app.db.read.selectFrom('message_recipients').selectAll().where('tenant_id', '=', tenant.id).execute();

    it('is found no more, and nothing is kept of it', async () => {
      const tenant = await server.mint();
      await send(tenant, { subject: 'one', to: ['eve@example.net', 'bob@example.net'] });
      await server.run('dispatch');
      await server.run('stats');
      expect(await rows(tenant)).toHaveLength(2);
      expect(JSON.stringify(await rows(tenant))).not.toContain('example.net');
      expect((await tenant.call('POST', '/v1/erasures', { body: { email: 'eve@example.net' } })).status).toBeLessThan(300);
      expect(await found(tenant, { recipient: 'eve@example.net' })).toEqual([]);
      expect(await found(tenant, { recipient: 'bob@example.net' })).toEqual(['one']);
      expect(await rows(tenant)).toHaveLength(1);
    });

    it('does not come into the index by mail to it from afterwards', async () => {
      const tenant = await server.mint();
      await tenant.call('POST', '/v1/erasures', { body: { email: 'eve@example.net' } });
      await send(tenant, { subject: 'one', to: ['eve@example.net'] });
      await server.run('stats');
      expect(await rows(tenant)).toEqual([]);
    });

    it('is gone from the index with its tenant', async () => {
      const tenant = await server.mint();
      await send(tenant, { subject: 'one' });
      await server.run('stats');
      await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
      await server.run('cleanup');
      expect(await rows(tenant)).toEqual([]);
    });
  });

  describe('a long log', () => {
    const COUNT = 45_000;
    const FROM = 1_700_000_000_000;
    let tenant: TestTenant;
    beforeAll(async () => {
      tenant = await server.mint();
      const recipients = (email: string) =>
        JSON.stringify([{ email, address: email, name: null, kind: 'to', status: 'sent', detail: null, updatedAt: 1 }]);
      await fillLog(server.app.db, {
        tenantId: tenant.id,
        count: COUNT,
        from: FROM,
        stepMs: 1000,
        change: (index) => ({
          ...(index === 7 ? { status: 'failed' } : {}),
          ...(index % 15_000 === 3 ? { recipients: recipients('rare@example.net') } : {}),
          ...(index === 21_000 ? { broadcast_id: 'bc', contact_id: 'con' } : {}),
        }),
      });
    });

    it('is looked at 20,000 messages at a time', async () => {
      const first = await page(tenant, { status: 'failed' });
      expect(first).toEqual({ data: [], next_cursor: (FROM + 25_000_000) * 1000, searched_until: FROM + 25_000_000 });
      const second = await page(tenant, { status: 'failed', cursor: first.next_cursor });
      expect(second).toEqual({ data: [], next_cursor: (FROM + 5_000_000) * 1000, searched_until: FROM + 5_000_000 });
      const third = await page(tenant, { status: 'failed', cursor: second.next_cursor });
      expect(third).toMatchObject({ data: [{ subject: 'Mail 7' }], next_cursor: null, searched_until: null });
    });

    it('is gone through once, whatever pages and wherever it is followed', async () => {
      const rare = ['Mail 30003', 'Mail 15003', 'Mail 3'];
      const everyTime = async () => {
        expect(await found(tenant, { recipient: 'rare@example.net' })).toEqual(rare);
        expect(await found(tenant, { recipient: 'rare@example.net', limit: 1 })).toEqual(rare);
        expect((await walk(tenant, { subject: 'mail 2', limit: 100 })).subjects).toHaveLength(11_111);
      };
      await everyTime();
      expect((await walk(tenant, { recipient: 'rare@example.net' })).pages).toBe(3);
      // As an upgrade leaves it, half way through what is from before.
      const past = { past_mail: (FROM + 10_000_000) * 1000, past_events: null };
      const { write } = server.app.db;
      await server.run('stats');
      await everyTime();
      expect((await walk(tenant, { recipient: 'rare@example.net' })).pages).toBe(1);
      await write.updateTable('stat_cursors').set(past).where('tenant_id', '=', tenant.id).execute();
      await write.deleteFrom('message_recipients').where('tenant_id', '=', tenant.id).where('position', '<', past.past_mail).execute();
      await everyTime();
      await server.run('stats');
      await everyTime();
    });

    it('is looked at whole pages of what came while it was', async () => {
      const { next_cursor: cursor } = await page(tenant, { status: 'failed' });
      await fillLog(server.app.db, { tenantId: tenant.id, count: 5, from: FROM + COUNT * 1000, stepMs: 1 });
      expect((await page(tenant, { status: 'failed', cursor })).searched_until).toBe(FROM + 5_000_000);
    });
  });

  describe('422', () => {
    let tenant: TestTenant;
    beforeEach(async () => {
      tenant = await server.mint();
    });

    it.each([
      [{ recipient: 'ada' }, 'recipient', /whole address/],
      [{ status: 'lost' }, 'status', /queued/],
      [{ stream: 'news' }, 'stream', /transactional/],
      [{ tag_value: 'x' }, 'tag_key', /comes with tag_value/],
      [{ subject: 'x'.repeat(201) }, 'subject', /^subject: /],
      [{ since: 'yesterday' }, 'since', /^since: Takes milliseconds/],
      [{ since: 1_790_000_000 }, 'since', /seconds.* 1790000000000\.$/],
      [{ since: 5, until: 5 }, 'since', /comes before until/],
    ])('refuses %o', async (query, field, detail) => {
      const { status, body } = await ask(tenant, query as Query);
      expect({ status, body }).toMatchObject({ status: 422, body: { error: 'validation_failed', field } });
      expect(body.detail).toMatch(detail);
    });

    it('refuses a cursor that it has not given', async () => {
      expect(await ask(tenant, { cursor: 'x' })).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
    });
  });
});

import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { found, page, type Query } from './searching.ts';

describe.each(engines)('GET /v1/messages/search on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

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
});

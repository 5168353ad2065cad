import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { fillLog } from '../../support/fixtures/fill-log.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { ask, found, page, type Query, walk } from './searching.ts';

describe.each(engines)('what GET /v1/messages/search is bounded by on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

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

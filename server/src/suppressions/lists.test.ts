import type { SuppressionReason } from '@posthorn/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import { createHooks, type Hooks } from '../core/hooks.ts';
import { eraseAddress, forgetErasure } from './erase.ts';
import { type Addressee, findSuppressed, type TenantAddress, unsubscribedAddresses } from './index.ts';
import { listSuppressions } from './store.ts';
import { suppress } from './suppress.ts';
import type { SuppressionEntry } from './suppression.ts';

const EVERYBODY = '';

describe.each(engines)('the lists of addresses that get no mail on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let [tenant, other] = ['', ''];
  beforeEach(async () => {
    [tenant, other] = [await tenancy.tenant(), await tenancy.tenant()];
    await tenancy.app.db.write.deleteFrom('suppressions').where('tenant_id', '=', EVERYBODY).execute();
  });

  const entry = (email: string, reason: SuppressionReason = 'manual', more: Partial<SuppressionEntry> = {}): SuppressionEntry => ({
    tenantId: tenant,
    email,
    reason,
    sourceMessageId: null,
    testMode: false,
    at: tenancy.clock.now(),
    ...more,
  });
  const add = (...entries: SuppressionEntry[]) => tenancy.app.db.transact((trx) => suppress(trx, entries));
  const rows = (tenantId = tenant) => listSuppressions(tenancy.app.db.read, tenantId, { limit: 100 });

  describe('suppress', () => {
    it('keeps where a reason came from', async () => {
      const [made] = await add(entry('a@example.net', 'hard_bounce', { sourceMessageId: 'msg_1', testMode: true }));
      expect(made).toEqual({ added: true, suppression: (await rows())[0] });
      expect(await rows()).toEqual([
        {
          tenantId: tenant,
          email: 'a@example.net',
          reason: 'hard_bounce',
          scope: 'all',
          sourceMessageId: 'msg_1',
          testMode: true,
          createdAt: tenancy.clock.now(),
        },
      ]);
    });

    it('keeps the first reason of an entry for all mail, and widens one that an unsubscription made', async () => {
      const emails = ['bounced@example.net', 'left@example.net', 'left-twice@example.net'];
      const [bounced = '', left = '', twice = ''] = emails;
      await add(
        entry(bounced, 'hard_bounce', { sourceMessageId: 'm1' }),
        entry(left, 'unsubscribe'),
        entry(twice, 'unsubscribe', { sourceMessageId: 'm2' }),
        entry(left, 'unsubscribe', { tenantId: other }),
      );
      const before = new Map((await rows()).map((row) => [row.email, row]));
      const more = { sourceMessageId: 'm3', testMode: true };
      const again = await add(entry(bounced, 'complaint', more), entry(left, 'complaint', more), entry(twice, 'unsubscribe', more));
      expect(again.map((item) => item?.added)).toEqual([false, false, false]);
      const after = new Map((await rows()).map((row) => [row.email, row]));
      expect(after.get(bounced)).toEqual(before.get(bounced));
      expect(after.get(twice)).toEqual(before.get(twice));
      expect(after.get(left)).toEqual({ ...before.get(left), reason: 'complaint', scope: 'all', sourceMessageId: 'm3', testMode: true });
      expect(await rows(other)).toMatchObject([{ reason: 'unsubscribe', scope: 'marketing' }]);
    });

    it('takes the entries of one call in their order', async () => {
      const made = await add(
        entry('a@example.net', 'unsubscribe'),
        entry('a@example.net', 'hard_bounce'),
        entry('a@example.net', 'complaint'),
      );
      expect(made.map((item) => item?.added)).toEqual([true, false, false]);
      expect(await rows()).toMatchObject([{ reason: 'hard_bounce', scope: 'all' }]);
    });

    it('gives every entry of a list a time of its own, and lists do not share them', async () => {
      const now = tenancy.clock.now();
      await add(entry('a@example.net'), entry('b@example.net'), entry('a@example.net', 'manual', { tenantId: other }));
      await add(entry('c@example.net', 'manual', { at: now - 1000 }));
      expect((await rows()).map((row) => row.createdAt)).toEqual([now + 2, now + 1, now]);
      expect((await rows(other)).map((row) => row.createdAt)).toEqual([now]);
      await add(entry('d@example.net', 'manual', { at: now + 1000 }));
      expect((await rows())[0]).toMatchObject({ email: 'd@example.net', createdAt: now + 1000 });
    });

    it('never gives a time again, not even of an entry that was deleted', async () => {
      await add(entry('a@example.net'));
      await tenancy.app.db.write.deleteFrom('suppressions').where('tenant_id', '=', tenant).execute();
      await add(entry('a@example.net'));
      expect((await rows())[0]?.createdAt).toBe(tenancy.clock.now() + 1);
    });

    it('leaves out a tenant that is gone', async () => {
      const made = await add(entry('a@example.net', 'manual', { tenantId: 'ten_gone' }), entry('b@example.net'));
      expect(made.map((item) => item?.suppression.email)).toEqual([undefined, 'b@example.net']);
      expect(await rows('ten_gone')).toEqual([]);
    });

    it('writes nothing when the transaction fails', async () => {
      const { db } = tenancy.app;
      const failing = db.transact(async (trx) => {
        await suppress(trx, [entry('a@example.net')]);
        throw new Error('something else');
      });
      await expect(failing).rejects.toThrow('something else');
      expect(await rows()).toEqual([]);
    });

    it('makes one entry of many at once, over several tenants in any order', async () => {
      const emails = Array.from({ length: 5 }, (_, index) => `n${index}@example.net`);
      const both = emails.flatMap((email) => [entry(email, 'hard_bounce'), entry(email, 'complaint', { tenantId: other })]);
      const made = await Promise.all([add(...both), add(...both.toReversed()), add(...both), add(...both.toReversed())]);
      expect(made.flat().filter((item) => item?.added)).toHaveLength(10);
      expect((await rows()).map(({ email }) => email).sort()).toEqual(emails);
      expect((await rows(other)).map(({ email }) => email).sort()).toEqual(emails);
    });
  });

  describe('findSuppressed', () => {
    const to = (email: string, stream: Addressee['stream'] = 'transactional', tenantId = tenant) => ({ tenantId, email, stream });
    let hooks: Hooks;
    beforeEach(() => {
      hooks = createHooks();
    });
    const find = async (...addressees: Addressee[]) => {
      const app = { ...tenancy.app, hooks };
      const found = await findSuppressed(app, app.db.read, addressees);
      return addressees.filter((addressee) => found.has(addressee));
    };
    const erase = (tenantId: string | null, email: string) => eraseAddress(tenancy.app, tenantId, email);

    it('finds nobody where there is nothing', async () => {
      expect(await find(to('a@example.net'), to('b@example.net', 'marketing'))).toEqual([]);
      expect(await find()).toEqual([]);
    });

    it("finds those on the tenant's own list, for either stream, and not on another one's", async () => {
      await add(entry('a@example.net', 'hard_bounce'), entry('b@example.net', 'complaint', { tenantId: other }));
      const [first, second] = [to('a@example.net'), to('a@example.net', 'marketing')];
      expect(await find(first, to('b@example.net'), second, to('a@example.net', 'transactional', other))).toEqual([first, second]);
    });

    it('holds an unsubscription against marketing mail alone', async () => {
      await add(entry('a@example.net', 'unsubscribe'));
      const marketing = to('a@example.net', 'marketing');
      expect(await find(to('a@example.net'), marketing)).toEqual([marketing]);
      await add(entry('a@example.net', 'manual'));
      expect(await find(to('a@example.net'), marketing)).toHaveLength(2);
    });

    it("finds those on everybody's list for every tenant", async () => {
      await add(entry('a@example.net', 'manual', { tenantId: EVERYBODY }));
      expect(await find(to('a@example.net'), to('a@example.net', 'marketing', other), to('b@example.net'))).toHaveLength(2);
    });

    it('finds those whom the tenant has erased, until they come back', async () => {
      await erase(tenant, 'A@example.net');
      const erased = to('a@example.net');
      expect(await find(erased, to('a@example.net', 'transactional', other))).toEqual([erased]);
      await forgetErasure(tenancy.app, other, 'a@example.net');
      await forgetErasure(tenancy.app, null, 'a@example.net');
      expect(await find(erased)).toEqual([erased]);
      await forgetErasure(tenancy.app, tenant, ' a@EXAMPLE.net');
      expect(await find(erased)).toEqual([]);
    });

    it('finds those whom the operator has erased for every tenant', async () => {
      await erase(null, 'gone@example.net');
      expect(await find(to('gone@example.net'), to('gone@example.net', 'marketing', other))).toHaveLength(2);
      await forgetErasure(tenancy.app, tenant, 'gone@example.net');
      expect(await find(to('gone@example.net'))).toHaveLength(1);
      await forgetErasure(tenancy.app, null, 'gone@example.net');
      expect(await find(to('gone@example.net'))).toEqual([]);
    });

    it('holds against marketing mail alone what other sources know, each asked once for the whole group', async () => {
      const asked: number[] = [];
      const source = (email: string) => {
        return async (_db: unknown, addresses: readonly TenantAddress[]) => {
          asked.push(addresses.length);
          return addresses.filter((address) => address.email === email && address.tenantId === tenant);
        };
      };
      for (const email of ['a@example.net', 'b@example.net']) hooks.answer(unsubscribedAddresses, source(email));
      const [first, second] = [to('a@example.net', 'marketing'), to('b@example.net', 'marketing')];
      expect(await find(to('a@example.net'))).toEqual([]);
      expect(asked).toEqual([]);
      await add(entry('c@example.net'));
      const listed = to('c@example.net', 'marketing');
      const group = [first, to('a@example.net'), second, to('a@example.net', 'marketing', other), listed];
      expect(await find(...group)).toEqual([first, second, listed]);
      expect(asked).toEqual([4, 4]);
    });

    it('tells apart a whole group of tenants, addresses and streams', async () => {
      const emails = Array.from({ length: 40 }, (_, index) => `n${index}@example.net`);
      await add(...emails.filter((_, index) => index % 2 === 0).map((email) => entry(email)));
      await add(...emails.filter((_, index) => index % 3 === 0).map((email) => entry(email, 'unsubscribe', { tenantId: other })));
      const group = emails.flatMap((email) => [to(email), to(email, 'transactional', other), to(email, 'marketing', other)]);
      const expected = emails.flatMap((_, index) => [index % 2 === 0, false, index % 3 === 0]);
      const found = new Set(await find(...group));
      expect(group.map((addressee) => found.has(addressee))).toEqual(expected);
    });
  });
});

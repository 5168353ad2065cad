import { describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { MAIL, TOO_MANY_PARTS, useSpool } from '../../../../tests/support/fixtures/spool.ts';
import { createBlobs } from '../../blobs/create-blobs.ts';
import { openByteStore } from '../../blobs/open-store.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { createHooks } from '../../core/hooks.ts';
import { addressErased } from '../../suppressions/index.ts';
import { createInbound } from '../index.ts';
import { type InboundParts, receiveMail } from '../receive-mail.ts';
import { inboundRoutes } from '../routes.ts';
import { eraseUnreadable } from '../unreadable/erase-unreadable.ts';
import { BUSY_MS } from './read-spooled.ts';
import { createSpoolReader } from './spool-reader.ts';
import { deleteUnreadable, UNREADABLE_KEPT_MS } from './spool-store.ts';
import { LEASE_MS } from './write-to-spool.ts';

describe.each(engines)('mail that was taken, on $name', (engine) => {
  const spool = useSpool(engine);
  const { addTenant, pass, take, log, withShortSources } = spool;

  /** Returns parts whose store has nothing of any source. */
  const withoutSources = (): InboundParts => {
    const bytes = { ...openByteStore(spool.parts.app), read: async () => undefined };
    return { ...spool.parts, blobs: createBlobs(spool.parts.app, bytes) };
  };

  it('was not taken, and is to be handed over again, where its source went before it was in the spool', async () => {
    const { blobs } = spool.parts;
    const put: typeof blobs.put = async (blob) => {
      const size = await blobs.put(blob);
      await blobs.delete([blob]);
      return size;
    };
    const mail = { content: Buffer.from(MAIL), envelopeFrom: 'ann@sender.example', recipients: [spool.address()], client: null };
    const taken = receiveMail({ ...spool.parts, blobs: { ...blobs, put } }, mail);
    await expect(taken).rejects.toThrow(Unavailable);
    expect(await spool.parts.app.db.read.selectFrom('inbound_spool').select('id').execute()).toEqual([]);
  });

  it('is in the logs and with the postmaster, and says so, where its source is gone', async () => {
    const other = await addTenant();
    for (const others of [[], [other.address, 'postmaster']]) {
      const taken = await take(MAIL, ...others);
      await createSpoolReader(withoutSources()).add(taken);
      const left = await spool.parts.app.db.read.selectFrom('blobs').select('key').where('key', '=', taken.source.key).execute();
      expect(left).toEqual([]);
      const kept = await spool.parts.app.db.read.selectFrom('postmaster_mails').select('size').where('id', '=', taken.id).execute();
      expect(kept).toEqual(others.length === 0 ? [] : [{ size: MAIL.length }]);
    }
    const lost = { unreadable: expect.stringContaining('lost'), fromAddress: 'ann@sender.example', blobKey: null, attachments: [] };
    expect(await log()).toMatchObject([lost, lost]);
    expect(await log(other.id)).toMatchObject([lost]);
    const asking = {
      ctx: { caller: { kind: 'tenant', tenantId: spool.tenantId } },
      params: { id: (await log())[0]?.id },
      query: () => ({}),
    };
    expect(await inboundRoutes(spool.parts).get(asking as never)).toMatchObject({
      status: 200,
      body: { unreadable: lost.unreadable, raw: null },
    });
  });

  it('raises no alarm where its source went with its tenant', async () => {
    const taken = await take(MAIL);
    await spool.tenancy.operator('tenants.delete', { params: { id: spool.tenantId } });
    await spool.tenancy.purge.settled();
    const alarm = vi.spyOn(spool.parts.app.log, 'error');
    await createSpoolReader(spool.parts).add(taken);
    expect(alarm.mock.calls).toEqual([]);
    await createSpoolReader(withoutSources()).add(await take(MAIL, (await addTenant()).address));
    expect(alarm.mock.calls).toHaveLength(1);
    alarm.mockRestore();
  });

  it('is asked for again for a day where its source is not whole, and then kept with a reason and what there is of it', async () => {
    const other = await addTenant();
    const reports = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    const [own, shared, report] = [await take(MAIL), await take(MAIL, other.address), await take(MAIL)];
    await spool.parts.app.db.write
      .updateTable('inbound_spool')
      .set({ destinations: JSON.stringify(reports) })
      .where('id', '=', report.id)
      .execute();
    pass(BUSY_MS - 1);
    await createSpoolReader(withShortSources()).sweep();
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(withShortSources()).sweep();
    pass(LEASE_MS);
    expect(await createSpoolReader(withShortSources()).sweep()).toBe(0);
    const kept = { unreadable: expect.stringContaining('not whole'), fromAddress: 'ann@sender.example' };
    const logged = await log();
    expect(logged).toMatchObject([kept, kept]);
    expect(new Set(logged.map(({ blobKey }) => blobKey))).toEqual(new Set([own.source.key, null]));
    expect(await log(other.id)).toMatchObject([{ ...kept, blobKey: null }]);
    const aside = spool.parts.app.db.read.selectFrom('inbound_spool').select(['id', 'due_at', 'unreadable']).orderBy('id');
    const laid = { due_at: null, unreadable: kept.unreadable };
    const ours = [shared.id, report.id];
    expect(await aside.where('id', 'in', ours).execute()).toEqual(ours.toSorted().map((id) => ({ id, ...laid })));
    for (const { source } of [own, shared, report]) expect((await spool.parts.blobs.read(source))?.toString()).toBe(MAIL);
    pass(UNREADABLE_KEPT_MS);
    const old = { before: spool.tenancy.clock.now() - UNREADABLE_KEPT_MS, limit: 10 };
    expect(await spool.parts.app.db.transact((trx) => deleteUnreadable(trx, old))).toBe(2);
    expect(await Promise.all([shared, report, own].map(({ source }) => spool.parts.blobs.read(source)))).toMatchObject([
      undefined,
      undefined,
      {},
    ]);
  });

  it('that was laid aside goes with all that there is of it where an address in its envelope is erased', async () => {
    const { address: shared } = await addTenant();
    const [byReader, bySender] = [await take(MAIL, shared), await take(MAIL, shared)];
    pass(BUSY_MS);
    await createSpoolReader(withShortSources()).sweep();
    const ids = [byReader.id, bySender.id];
    const left = async () => {
      const rows = await spool.parts.app.db.read.selectFrom('inbound_spool').select('id').where('id', 'in', ids).orderBy('id').execute();
      return rows.map(({ id }) => id);
    };
    await spool.parts.app.db.transact((trx) =>
      trx.updateTable('inbound_spool').set({ envelope_from: 'Bob@Sender.example' }).where('id', '=', bySender.id).execute(),
    );
    await eraseUnreadable(spool.parts, { tenantId: await spool.tenancy.tenant(), email: shared });
    await eraseUnreadable(spool.parts, { tenantId: null, email: 'nobody@sender.example' });
    expect(await left()).toEqual(ids.toSorted());
    await eraseUnreadable(spool.parts, { tenantId: spool.tenantId, email: 'bob@sender.example' });
    expect(await left()).toEqual([byReader.id]);
    const app = { ...spool.parts.app, hooks: createHooks() };
    createInbound(app, spool.parts);
    await app.hooks.notifyReversed(addressErased, { tenantId: null, email: shared });
    expect(await left()).toEqual([]);
    for (const { source } of [byReader, bySender]) expect(await spool.parts.blobs.read(source)).toBeUndefined();
  });

  it('that was laid aside goes where what there is of its headers names an erased address', async () => {
    const { address: shared } = await addTenant();
    const [named, other] = [await take(`Cc: cc@c.example\r\n${MAIL}`, shared), await take(`Cc: jocc@c.example\r\n${MAIL}`, shared)];
    pass(BUSY_MS);
    await createSpoolReader(withShortSources()).sweep();
    const ids = [named.id, other.id];
    const left = async () => {
      const rows = await spool.parts.app.db.read.selectFrom('inbound_spool').select('id').where('id', 'in', ids).orderBy('id').execute();
      return rows.map(({ id }) => id);
    };
    await eraseUnreadable(spool.parts, { tenantId: await spool.tenancy.tenant(), email: 'cc@c.example' });
    expect(await left()).toEqual(ids.toSorted());
    await eraseUnreadable(spool.parts, { tenantId: spool.tenantId, email: 'cc@c.example' });
    expect(await left()).toEqual([other.id]);
    expect(await spool.parts.blobs.read(named.source)).toBeUndefined();
    await eraseUnreadable(withShortSources(), { tenantId: null, email: 'jocc@c.example' });
    expect(await left()).toEqual([]);
  });

  it('goes after 30 days where it is a report that cannot be read', async () => {
    const { db } = spool.parts.app;
    const destinations = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    const taken = await take(TOO_MANY_PARTS);
    await createSpoolReader(spool.parts).add({ ...taken, destinations });
    expect(await spool.parts.blobs.read(taken.source)).toBeDefined();
    pass(UNREADABLE_KEPT_MS + 1);
    expect(await spool.parts.blobs.read(taken.source)).toBeUndefined();
    const old = { before: spool.tenancy.clock.now() - UNREADABLE_KEPT_MS, limit: 10 };
    expect(await db.transact((trx) => deleteUnreadable(trx, old))).toBe(1);
  });

  it('is laid aside for the operator where it is a report whose source is gone', async () => {
    const taken = await take(MAIL);
    const destinations = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    await createSpoolReader(withoutSources()).add({ ...taken, destinations });
    const query = spool.parts.app.db.read.selectFrom('inbound_spool').select(['due_at', 'unreadable']).where('id', '=', taken.id);
    expect(await query.execute()).toEqual([{ due_at: null, unreadable: expect.stringContaining('lost') }]);
  });
});

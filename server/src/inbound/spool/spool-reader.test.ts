import { pino } from 'pino';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { idOf, startTenancy, type Tenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import { createBlobs } from '../../blobs/create-blobs.ts';
import { openByteStore } from '../../blobs/open-store.ts';
import { DAY_MS } from '../../core/durations.ts';
import { createHooks } from '../../core/hooks.ts';
import { Unavailable } from '../../core/unavailable.ts';
import { findNextDue } from '../../db/next-due.ts';
import { createMailReader, type MailReader } from '../../mail-reader/mail-reader.ts';
import type { Unread } from '../../mail-reader/read-task.ts';
import { addressErased } from '../../suppressions/index.ts';
import { createMailResolver } from '../authenticate-mail.ts';
import { eraseLaidAside } from '../erase-laid-aside.ts';
import { createInbound } from '../index.ts';
import { type InboundParts, receiveMail } from '../receive-mail.ts';
import { inboundRoutes } from '../routes.ts';
import { listInbound } from '../store.ts';
import { BUSY_MS } from './read-spooled.ts';
import { createSpoolReader } from './spool-reader.ts';
import { ASIDE_MS, deleteLaidAside } from './spool-store.ts';
import { LEASE_MS } from './write-to-spool.ts';

const MAIL = 'From: Ann <ann@sender.example>\r\nSubject: Hello\r\n\r\nHello.\r\n';
const TOO_MANY_PARTS = `Content-Type: multipart/mixed; boundary=b\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}`;

describe.each(engines)('mail that was taken, on $name', (engine) => {
  let tenancy: Tenancy;
  let parts: InboundParts;
  let tenantId: string;

  beforeAll(async () => {
    tenancy = await startTenancy(engine);
    const { app, dns } = tenancy;
    parts = {
      app,
      blobs: createBlobs(app, openByteStore(app)),
      resolver: createMailResolver({ servers: [dns.address] }),
      reader: createMailReader({ log: pino({ level: 'silent' }) }),
    };
  });
  beforeEach(async () => {
    tenantId = await tenancy.tenant();
    const body = { name: domain(), verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body }));
  });
  afterEach(async () => {
    expect(await findNextDue(parts.app.db.read, 'inbound_spool')).toBeNull();
  });
  afterAll(async () => {
    await parts.reader.stop();
    await tenancy.close();
  });

  const domain = () => `${tenantId.slice(4)}.example`;
  const dies = async () => {
    throw new Error('The process was killed.');
  };
  const upkeep = () => createBlobs(parts.app, openByteStore(parts.app)).removeExpired(100);
  const pass = (ms: number) => tenancy.clock.moveTo(tenancy.clock.now() + ms);
  /** Takes a mail and reads it no further, as a process does that dies then. */
  const take = async (raw: string, ...others: string[]) => {
    const recipients = [`help@${domain()}`, ...others];
    const taken = await receiveMail(parts, { content: Buffer.from(raw), envelopeFrom: 'ann@sender.example', recipients, client: null });
    if (taken === undefined) throw new Error('nobody takes it');
    return taken;
  };
  const log = (of = tenantId) => listInbound(parts.app.db.read, of, { limit: 10 });
  const sourceOf = (mail: { tenantId: string; blobKey: string | null } | undefined) =>
    mail?.blobKey == null ? undefined : parts.blobs.read({ tenantId: mail.tenantId, key: mail.blobKey });

  it('is read by others once its lease is over, and once in effect', async () => {
    await take(MAIL);
    expect(await createSpoolReader(parts).sweep()).toBe(0);
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    const readers = [createSpoolReader(parts), createSpoolReader(parts)];
    await Promise.all(readers.map(({ sweep }) => sweep()));
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
    expect((await sourceOf((await log())[0]))?.toString()).toBe(MAIL);
  });

  it('is in the log once, where two have read it at the same time', async () => {
    const taken = await take(MAIL);
    await Promise.all([createSpoolReader(parts).add(taken), createSpoolReader(parts).add(taken)]);
    expect(await log()).toHaveLength(1);
  });

  it('is taken also where its commit was not answered, and otherwise not', async () => {
    const { db } = parts.app;
    const spooled = async () => (await db.read.selectFrom('inbound_spool').select('id').execute()).length;
    const outcomes: [taken: number, spooled: number][] = [];
    for (let nth = 1, wasLost = true; wasLost; nth += 1) {
      let transactions = 0;
      wasLost = false;
      const transact: InboundParts['app']['db']['transact'] = async (work) => {
        transactions += 1;
        const isLost = transactions === nth;
        const result = await db.transact(work);
        wasLost ||= isLost;
        if (isLost) throw new Unavailable(new Error('The answer was lost.'));
        return result;
      };
      const app = { ...parts.app, db: { ...db, transact } };
      const before = await spooled();
      const mail = { content: Buffer.from(MAIL), envelopeFrom: 'ann@sender.example', recipients: [`help@${domain()}`], client: null };
      const taken = await receiveMail({ app, blobs: createBlobs(app, openByteStore(app)) }, mail).catch(() => undefined);
      outcomes.push([taken === undefined ? 0 : 1, (await spooled()) - before]);
    }
    expect(outcomes.length).toBeGreaterThan(2);
    for (const [taken, kept] of outcomes) expect(kept).toBe(taken);
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    expect(await log()).toHaveLength(outcomes.filter(([taken]) => taken === 1).length);
  });

  it('has a source of its own in the log of each tenant', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    const taken = await take(MAIL, `a@${body.name}`);
    await createSpoolReader(parts).add(taken);
    for (const owner of [tenantId, other]) expect((await sourceOf((await log(owner))[0]))?.toString()).toBe(MAIL);
    expect(await parts.blobs.read(taken.source)).toBeUndefined();
  });

  it('keeps its sources where somebody who was overtaken reads it once more', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    const taken = await take(MAIL, `a@${body.name}`);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const read: MailReader['read'] = async (...given) => {
      begun.resolve();
      await goOn.promise;
      return parts.reader.read(...given);
    };
    const overtaken = createSpoolReader({ ...parts, reader: { ...parts.reader, read } }).add(taken);
    await begun.promise;
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    goOn.resolve();
    await overtaken;
    pass(2 * DAY_MS);
    await upkeep();
    for (const owner of [tenantId, other]) {
      expect(await log(owner)).toHaveLength(1);
      expect((await sourceOf((await log(owner))[0]))?.toString()).toBe(MAIL);
    }
  });

  it('leaves nothing of itself behind where its reader dies once it is in the logs', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    const taken = await take(MAIL, `a@${body.name}`);
    await createSpoolReader({ ...parts, blobs: { ...parts.blobs, delete: dies } }).add(taken);
    await upkeep();
    expect(await log(other)).toHaveLength(1);
    const left = await parts.app.db.read.selectFrom('blobs').select('key').where('key', '=', taken.source.key).execute();
    expect(left).toEqual([]);
  });

  it('is kept with its source and a reason where it cannot be read', async () => {
    await createSpoolReader(parts).add(await take(TOO_MANY_PARTS));
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: 'It has more than 1000 parts.', fromAddress: 'ann@sender.example', subject: '' });
    expect((await sourceOf(mail))?.toString()).toBe(TOO_MANY_PARTS);
  });

  it('is not to blame for a line that it waited in', async () => {
    await take(MAIL);
    const busy = createSpoolReader(parts);
    await busy.stop();
    for (let minute = 0; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await busy.sweep();
    }
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is not to blame for a source that is away, however often it was asked for', async () => {
    await take(MAIL);
    const away = async () => Promise.reject(new Unavailable(new Error('The store is away.')));
    for (let minute = 0; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...parts, blobs: { ...parts.blobs, read: away } }).sweep();
    }
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is kept with a reason where reading it never came to an end', async () => {
    await take(MAIL);
    for (let crash = 0; crash < 5; crash += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...parts, blobs: { ...parts.blobs, read: dies } }).sweep();
    }
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: expect.stringContaining('never came to an end') });
    expect((await sourceOf(mail))?.toString()).toBe(MAIL);
  });

  /** A reader that answers so first, and then reads. */
  function readerOf(...answers: readonly Unread[]) {
    const asked: string[] = [];
    const read: MailReader['read'] = async (kind, given, owner) => {
      asked.push(kind);
      return answers[asked.length - 1] ?? parts.reader.read(kind, given, owner);
    };
    return { asked, reader: { ...parts.reader, read } };
  }

  const BUSY: Unread = { unreadable: 'Reading it took longer than 2000 ms.', unfinished: 'machine' };
  const isBusy: MailReader['read'] = async () => BUSY;

  it('is read again later where the machine did not let it be read, however often, and not blamed', async () => {
    const { asked, reader } = readerOf(...Array.from({ length: 10 }, () => BUSY));
    await createSpoolReader({ ...parts, reader }).add(await take(MAIL));
    expect([asked, await log()]).toEqual([['mail'], []]);
    for (let minute = 1; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...parts, reader }).sweep();
    }
    expect([asked.length, await log()]).toEqual([10, []]);
    pass(LEASE_MS);
    await createSpoolReader({ ...parts, reader }).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('waits while nothing that reads mail can be started, and is not blamed', async () => {
    const reader = createMailReader({ log: pino({ level: 'silent' }), file: new URL('data:text/javascript,process.exit(1)') });
    await take(MAIL);
    for (let minute = 0; minute < 7; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...parts, reader }).sweep();
    }
    await reader.stop();
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is kept with its source and a reason where the machine has not let it be read for a day', async () => {
    const busy = { ...parts, reader: { ...parts.reader, read: isBusy } };
    await take(MAIL);
    pass(BUSY_MS - 1);
    await createSpoolReader(busy).sweep();
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(busy).sweep();
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: BUSY.unreadable, fromAddress: 'ann@sender.example' });
    expect((await sourceOf(mail))?.toString()).toBe(MAIL);
  });

  /** With a store that says of each key that it has nothing there. */
  const withoutSources = (): InboundParts => {
    const bytes = { ...openByteStore(parts.app), read: async () => undefined };
    return { ...parts, blobs: createBlobs(parts.app, bytes) };
  };

  it('is in the logs and with the postmaster, and says so, where its source is gone', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    for (const others of [[], [`a@${body.name}`, 'postmaster']]) {
      const taken = await take(MAIL, ...others);
      await createSpoolReader(withoutSources()).add(taken);
      const left = await parts.app.db.read.selectFrom('blobs').select('key').where('key', '=', taken.source.key).execute();
      expect(left).toEqual([]);
      const kept = await parts.app.db.read.selectFrom('postmaster_mails').select('size').where('id', '=', taken.id).execute();
      expect(kept).toEqual(others.length === 0 ? [] : [{ size: MAIL.length }]);
    }
    const lost = { unreadable: expect.stringContaining('lost'), fromAddress: 'ann@sender.example', blobKey: null, attachments: [] };
    expect(await log()).toMatchObject([lost, lost]);
    expect(await log(other)).toMatchObject([lost]);
    const asking = { ctx: { caller: { kind: 'tenant', tenantId } }, params: { id: (await log())[0]?.id } };
    expect(await inboundRoutes(parts).get(asking as never)).toMatchObject({
      status: 200,
      body: { unreadable: lost.unreadable, raw: null },
    });
  });

  it('is asked for again for a day where its source is not whole, and then kept with a reason and what there is of it', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    const reports = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    const [own, shared, report] = [await take(MAIL), await take(MAIL, `a@${body.name}`), await take(MAIL)];
    await parts.app.db.write
      .updateTable('inbound_spool')
      .set({ destinations: JSON.stringify(reports) })
      .where('id', '=', report.id)
      .execute();
    const bytes = openByteStore(parts.app);
    const short = { ...parts, blobs: createBlobs(parts.app, { ...bytes, read: (key, from) => bytes.read(key, from + 1) }) };
    pass(BUSY_MS - 1);
    await createSpoolReader(short).sweep();
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(short).sweep();
    pass(LEASE_MS);
    expect(await createSpoolReader(short).sweep()).toBe(0);
    const kept = { unreadable: expect.stringContaining('not whole'), fromAddress: 'ann@sender.example' };
    const logged = await log();
    expect(logged).toMatchObject([kept, kept]);
    expect(new Set(logged.map(({ blobKey }) => blobKey))).toEqual(new Set([own.source.key, null]));
    expect(await log(other)).toMatchObject([{ ...kept, blobKey: null }]);
    const aside = parts.app.db.read.selectFrom('inbound_spool').select(['id', 'due_at', 'unreadable']).orderBy('id');
    const laid = { due_at: null, unreadable: kept.unreadable };
    const ours = [shared.id, report.id];
    expect(await aside.where('id', 'in', ours).execute()).toEqual(ours.toSorted().map((id) => ({ id, ...laid })));
    for (const { source } of [own, shared, report]) expect((await parts.blobs.read(source))?.toString()).toBe(MAIL);
    pass(ASIDE_MS);
    const old = { before: tenancy.clock.now() - ASIDE_MS, limit: 10 };
    expect(await parts.app.db.transact((trx) => deleteLaidAside(trx, old))).toBe(2);
    expect(await Promise.all([shared, report, own].map(({ source }) => parts.blobs.read(source)))).toMatchObject([
      undefined,
      undefined,
      {},
    ]);
  });

  it('that was laid aside goes with all that there is of it where an address in its envelope is erased', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${domain()}`, verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: other }, body }));
    const shared = `a@${body.name}`;
    const [byReader, bySender] = [await take(MAIL, shared), await take(MAIL, shared)];
    const bytes = openByteStore(parts.app);
    const short = { ...parts, blobs: createBlobs(parts.app, { ...bytes, read: (key, from) => bytes.read(key, from + 1) }) };
    pass(BUSY_MS);
    await createSpoolReader(short).sweep();
    const ids = [byReader.id, bySender.id];
    const left = async () => {
      const rows = await parts.app.db.read.selectFrom('inbound_spool').select('id').where('id', 'in', ids).orderBy('id').execute();
      return rows.map(({ id }) => id);
    };
    await parts.app.db.transact((trx) =>
      trx.updateTable('inbound_spool').set({ envelope_from: 'Bob@Sender.example' }).where('id', '=', bySender.id).execute(),
    );
    await eraseLaidAside(parts, { tenantId: await tenancy.tenant(), email: shared });
    await eraseLaidAside(parts, { tenantId: null, email: 'nobody@sender.example' });
    expect(await left()).toEqual(ids.toSorted());
    await eraseLaidAside(parts, { tenantId, email: 'bob@sender.example' });
    expect(await left()).toEqual([byReader.id]);
    const app = { ...parts.app, hooks: createHooks() };
    createInbound(app, parts);
    await app.hooks.notifyReversed(addressErased, { tenantId: null, email: shared });
    expect(await left()).toEqual([]);
    for (const { source } of [byReader, bySender]) expect(await parts.blobs.read(source)).toBeUndefined();
  });

  it('is kept with its source and a reason where its readers died of it, and never read again', async () => {
    const { asked, reader } = readerOf({ unreadable: 'Reading it took too much memory.', unfinished: 'mail' });
    const taken = await take(MAIL);
    const destinations = { ...taken.destinations, returnPaths: ['bounce-x-y@bounces.example'], postmasters: ['postmaster@x.example'] };
    await createSpoolReader({ ...parts, reader }).add({ ...taken, destinations });
    pass(LEASE_MS);
    await createSpoolReader({ ...parts, reader }).sweep();
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: 'Reading it took too much memory.', subject: '' });
    expect((await sourceOf(mail))?.toString()).toBe(MAIL);
    const routes = inboundRoutes({ ...parts, reader });
    const asking = { ctx: { caller: { kind: 'tenant', tenantId } }, params: { id: mail?.id, n: '0' } };
    expect(await routes.getAttachment(asking as never)).toMatchObject({ code: 'not_found' });
    expect(await routes.get(asking as never)).toMatchObject({ status: 200, body: { raw: MAIL } });
    expect(asked).toEqual(['report']);
  });

  it('goes after 30 days where it is a report that cannot be read', async () => {
    const { db } = parts.app;
    const destinations = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    const taken = await take(TOO_MANY_PARTS);
    await createSpoolReader(parts).add({ ...taken, destinations });
    expect(await parts.blobs.read(taken.source)).toBeDefined();
    pass(ASIDE_MS + 1);
    expect(await parts.blobs.read(taken.source)).toBeUndefined();
    const old = { before: tenancy.clock.now() - ASIDE_MS, limit: 10 };
    expect(await db.transact((trx) => deleteLaidAside(trx, old))).toBe(1);
  });

  it('is laid aside for the operator where it is a report whose source is gone', async () => {
    const taken = await take(MAIL);
    const destinations = { returnPaths: ['bounce-x-y@bounces.example'], unsubscribes: [], entries: [], postmasters: [] };
    await createSpoolReader(withoutSources()).add({ ...taken, destinations });
    const query = parts.app.db.read.selectFrom('inbound_spool').select(['due_at', 'unreadable']).where('id', '=', taken.id);
    expect(await query.execute()).toEqual([{ due_at: null, unreadable: expect.stringContaining('lost') }]);
  });
});

import { pino } from 'pino';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { dies, MAIL, TOO_MANY_PARTS, useSpool } from '../../../../tests/support/fixtures/spool.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import { createMailReader, type MailReader } from '../../mail-reader/mail-reader.ts';
import type { Unread } from '../../mail-reader/read-task.ts';
import { inboundRoutes } from '../routes.ts';
import { BUSY_MS } from './read-spooled.ts';
import { createSpoolReader } from './spool-reader.ts';
import { LEASE_MS } from './write-to-spool.ts';

describe.each(engines)('mail that was taken, on $name', (engine) => {
  const spool = useSpool(engine);
  const { pass, take, log, sourceOf } = spool;

  /** A reader that answers so first, and then reads. */
  function readerOf(...answers: readonly Unread[]) {
    const asked: string[] = [];
    const read: MailReader['read'] = async (kind, given, owner) => {
      asked.push(kind);
      return answers[asked.length - 1] ?? spool.parts.reader.read(kind, given, owner);
    };
    return { asked, reader: { ...spool.parts.reader, read } };
  }

  const BUSY: Unread = { unreadable: 'Reading it took longer than 2000 ms.', unfinished: 'machine' };
  const isBusy: MailReader['read'] = async () => BUSY;

  it('is kept with its source and a reason where it cannot be read', async () => {
    await createSpoolReader(spool.parts).add(await take(TOO_MANY_PARTS));
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: 'It has more than 1000 parts.', fromAddress: 'ann@sender.example', subject: '' });
    expect((await sourceOf(mail))?.toString()).toBe(TOO_MANY_PARTS);
  });

  it('is not to blame for a line that it waited in', async () => {
    await take(MAIL);
    const busy = createSpoolReader(spool.parts);
    await busy.stop();
    for (let minute = 0; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await busy.sweep();
    }
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is not to blame for a source that is away, however often it was asked for', async () => {
    await take(MAIL);
    const away = async () => Promise.reject(new Unavailable(new Error('The store is away.')));
    for (let minute = 0; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...spool.parts, blobs: { ...spool.parts.blobs, read: away } }).sweep();
    }
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is kept with a reason where reading it never came to an end', async () => {
    await take(MAIL);
    for (let crash = 0; crash < 5; crash += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...spool.parts, blobs: { ...spool.parts.blobs, read: dies } }).sweep();
    }
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: expect.stringContaining('never came to an end') });
    expect((await sourceOf(mail))?.toString()).toBe(MAIL);
  });

  it('is read again later where the machine did not let it be read, however often, and not blamed', async () => {
    const { asked, reader } = readerOf(...Array.from({ length: 10 }, () => BUSY));
    await createSpoolReader({ ...spool.parts, reader }).add(await take(MAIL));
    expect([asked, await log()]).toEqual([['mail'], []]);
    for (let minute = 1; minute < 10; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...spool.parts, reader }).sweep();
    }
    expect([asked.length, await log()]).toEqual([10, []]);
    pass(LEASE_MS);
    await createSpoolReader({ ...spool.parts, reader }).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is checked again later where the machine did not let who sent it be checked, for a day', async () => {
    const read: MailReader['read'] = async (kind, given, owner) =>
      kind === 'signatures' ? BUSY : spool.parts.reader.read(kind, given, owner);
    const busy = { ...spool.parts, reader: { ...spool.parts.reader, read } };
    const [early, late] = [await take(MAIL, 'postmaster'), await take(MAIL)];
    await createSpoolReader(busy).add(early);
    expect(await log()).toEqual([]);
    for (let minute = 0; minute < 7; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader(busy).sweep();
    }
    expect(await log()).toEqual([]);
    await createSpoolReader(spool.parts).add(early);
    expect(await log()).toMatchObject([{ id: early.destinations.entries[0]?.id, subject: 'Hello', unreadable: null }]);
    pass(BUSY_MS);
    await createSpoolReader(busy).sweep();
    const checked = { subject: 'Hello', unreadable: null, dkim: 'none' };
    expect(await log()).toMatchObject([{ ...checked, id: late.destinations.entries[0]?.id }, checked]);
  });

  it('waits while nothing that reads mail can be started, and is not blamed', async () => {
    const reader = createMailReader({ log: pino({ level: 'silent' }), file: new URL('data:text/javascript,process.exit(1)') });
    await take(MAIL);
    for (let minute = 0; minute < 7; minute += 1) {
      pass(LEASE_MS);
      await createSpoolReader({ ...spool.parts, reader }).sweep();
    }
    await reader.stop();
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
  });

  it('is kept with its source and a reason where the machine has not let it be read for a day', async () => {
    const busy = { ...spool.parts, reader: { ...spool.parts.reader, read: isBusy } };
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

  it('is kept with its source and a reason where its readers died of it, and never read again', async () => {
    const { asked, reader } = readerOf({ unreadable: 'Reading it took too much memory.', unfinished: 'mail' });
    const taken = await take(MAIL);
    const destinations = { ...taken.destinations, returnPaths: ['bounce-x-y@bounces.example'], postmasters: ['postmaster@x.example'] };
    await createSpoolReader({ ...spool.parts, reader }).add({ ...taken, destinations });
    pass(LEASE_MS);
    await createSpoolReader({ ...spool.parts, reader }).sweep();
    const [mail] = await log();
    expect(mail).toMatchObject({ unreadable: 'Reading it took too much memory.', subject: '' });
    expect((await sourceOf(mail))?.toString()).toBe(MAIL);
    const routes = inboundRoutes({ ...spool.parts, reader });
    const asking = { ctx: { caller: { kind: 'tenant', tenantId: spool.tenantId } }, params: { id: mail?.id, n: '0' }, query: () => ({}) };
    expect(await routes.getAttachment(asking as never)).toMatchObject({ code: 'not_found' });
    expect(await routes.get(asking as never)).toMatchObject({ status: 200, body: { raw: MAIL } });
    expect(asked).toEqual(['report']);
  });
});

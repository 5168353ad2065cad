import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { dies, MAIL, useSpool } from '../../../../tests/support/fixtures/spool.ts';
import { createBlobs } from '../../blobs/create-blobs.ts';
import { openByteStore } from '../../blobs/open-store.ts';
import { DAY_MS } from '../../core/durations.ts';
import { Unavailable } from '../../core/errors/unavailable.ts';
import type { MailReader } from '../../mail-reader/mail-reader.ts';
import { type InboundParts, receiveMail } from '../receive-mail.ts';
import { createSpoolReader } from './spool-reader.ts';
import { LEASE_MS } from './write-to-spool.ts';

describe.each(engines)('mail that was taken, on $name', (engine) => {
  const spool = useSpool(engine);
  const { address, addTenant, upkeep, pass, take, log, sourceOf } = spool;

  it('is read by others once its lease is over, and once in effect', async () => {
    await take(MAIL);
    expect(await createSpoolReader(spool.parts).sweep()).toBe(0);
    expect(await log()).toEqual([]);
    pass(LEASE_MS);
    const readers = [createSpoolReader(spool.parts), createSpoolReader(spool.parts)];
    await Promise.all(readers.map(({ sweep }) => sweep()));
    expect(await log()).toMatchObject([{ subject: 'Hello', unreadable: null }]);
    expect((await sourceOf((await log())[0]))?.toString()).toBe(MAIL);
  });

  it('is in the log once, where two have read it at the same time', async () => {
    const taken = await take(MAIL);
    await Promise.all([createSpoolReader(spool.parts).add(taken), createSpoolReader(spool.parts).add(taken)]);
    expect(await log()).toHaveLength(1);
  });

  it('is taken also where its commit was not answered, and otherwise not', async () => {
    const { db } = spool.parts.app;
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
      const app = { ...spool.parts.app, db: { ...db, transact } };
      const before = await spooled();
      const mail = { content: Buffer.from(MAIL), envelopeFrom: 'ann@sender.example', recipients: [address()], client: null };
      const taken = await receiveMail({ app, blobs: createBlobs(app, openByteStore(app)) }, mail).catch(() => undefined);
      outcomes.push([taken === undefined ? 0 : 1, (await spooled()) - before]);
    }
    expect(outcomes.length).toBeGreaterThan(2);
    for (const [taken, kept] of outcomes) expect(kept).toBe(taken);
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    expect(await log()).toHaveLength(outcomes.filter(([taken]) => taken === 1).length);
  });

  it('has a source of its own in the log of each tenant', async () => {
    const other = await addTenant();
    const taken = await take(MAIL, other.address);
    await createSpoolReader(spool.parts).add(taken);
    for (const owner of [spool.tenantId, other.id]) expect((await sourceOf((await log(owner))[0]))?.toString()).toBe(MAIL);
    expect(await spool.parts.blobs.read(taken.source)).toBeUndefined();
  });

  it('keeps its sources where somebody who was overtaken reads it once more', async () => {
    const other = await addTenant();
    const taken = await take(MAIL, other.address);
    const [begun, goOn] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const read: MailReader['read'] = async (...given) => {
      begun.resolve();
      await goOn.promise;
      return spool.parts.reader.read(...given);
    };
    const overtaken = createSpoolReader({ ...spool.parts, reader: { ...spool.parts.reader, read } }).add(taken);
    await begun.promise;
    pass(LEASE_MS);
    await createSpoolReader(spool.parts).sweep();
    goOn.resolve();
    await overtaken;
    pass(2 * DAY_MS);
    await upkeep();
    for (const owner of [spool.tenantId, other.id]) {
      expect(await log(owner)).toHaveLength(1);
      expect((await sourceOf((await log(owner))[0]))?.toString()).toBe(MAIL);
    }
  });

  it('leaves nothing of itself behind where its reader dies once it is in the logs', async () => {
    const other = await addTenant();
    const taken = await take(MAIL, other.address);
    await createSpoolReader({ ...spool.parts, blobs: { ...spool.parts.blobs, delete: dies } }).add(taken);
    await upkeep();
    expect(await log(other.id)).toHaveLength(1);
    const left = await spool.parts.app.db.read.selectFrom('blobs').select('key').where('key', '=', taken.source.key).execute();
    expect(left).toEqual([]);
  });
});

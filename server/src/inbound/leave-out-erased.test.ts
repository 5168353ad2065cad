import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { MAIL, useSpool } from '../../../tests/support/fixtures/spool.ts';
import { eraseAddress } from '../suppressions/erase.ts';
import type { InboundParts } from './receive-mail.ts';
import { createSpoolReader } from './spool/spool-reader.ts';

const SENDER = 'ann@sender.example';

describe.each(engines)('mail that waits to be read while its sender is erased, on $name', (engine) => {
  const spool = useSpool(engine);
  const { addTenant, log, pass, sourceOf, take } = spool;

  /** Parts that read the mail without a process of its own, which a busy machine may not let read in time. */
  const reading = (): InboundParts => {
    const from = { address: SENDER, name: 'Ann' };
    const mail = { from, to: [], others: [], subject: 'Hello', messageId: null, inReplyTo: null, attachments: [] };
    const read = async (kind: string) => (kind === 'mail' ? mail : { unreadable: 'Not here.', unfinished: 'mail' }) as never;
    return { ...spool.parts, reader: { ...spool.parts.reader, read } };
  };
  const told = async () => {
    const events = spool.parts.app.db.read.selectFrom('events').select('data').where('tenant_id', '=', spool.tenantId);
    return JSON.stringify(await events.execute());
  };

  it.each(['tenant', 'operator'] as const)('is logged without the address and its source, as the %s wants', async (by) => {
    const { app, blobs } = spool.parts;
    const taken = await take(MAIL);
    pass(1);
    await eraseAddress(app, by === 'tenant' ? spool.tenantId : null, SENDER);
    await createSpoolReader(reading()).add(taken);
    const blank = { envelopeFrom: '', fromAddress: '', fromName: null, subject: '', blobKey: null };
    expect(await log()).toMatchObject([{ ...blank, recipients: [spool.address()] }]);
    expect(await told()).toContain('inb_');
    expect(await told()).not.toContain(SENDER);
    expect(await blobs.read(taken.source)).toBeUndefined();
  });

  it('is not kept for the postmaster where it is the operator who erases', async () => {
    const { app } = spool.parts;
    const kept = () => app.db.read.selectFrom('postmaster_mails').select('id').execute();
    const [first, second] = [await take(MAIL, 'postmaster'), await take(MAIL, 'postmaster')];
    await createSpoolReader(reading()).add(first);
    expect(await kept()).toEqual([{ id: first.id }]);
    pass(1);
    await eraseAddress(app, null, SENDER);
    await createSpoolReader(reading()).add(second);
    expect(await kept()).toEqual([{ id: first.id }]);
  });

  it('is whole in the log of another tenant, and so is what comes afterwards', async () => {
    const other = await addTenant();
    const taken = await take(MAIL, other.address);
    pass(1);
    await eraseAddress(spool.parts.app, spool.tenantId, SENDER);
    await createSpoolReader(reading()).add(taken);
    const [theirs] = await log(other.id);
    expect(theirs).toMatchObject({ fromAddress: SENDER });
    expect((await sourceOf(theirs))?.toString()).toBe(MAIL);
    await createSpoolReader(reading()).add(await take(MAIL));
    const [later, waited] = await log();
    expect([later?.fromAddress, waited?.fromAddress]).toEqual([SENDER, '']);
    expect((await sourceOf(later))?.toString()).toBe(MAIL);
  });

  it('loses the address each time that it is erased', async () => {
    for (let times = 0; times < 2; times += 1) {
      const taken = await take(MAIL);
      pass(1);
      await eraseAddress(spool.parts.app, spool.tenantId, SENDER);
      await createSpoolReader(reading()).add(taken);
    }
    expect((await log()).map(({ fromAddress }) => fromAddress)).toEqual(['', '']);
  });
});

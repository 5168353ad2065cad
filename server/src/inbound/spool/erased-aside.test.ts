import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { MAIL, useSpool } from '../../../../tests/support/fixtures/spool.ts';
import { eraseAddress } from '../../suppressions/erase.ts';
import { BUSY_MS } from './read-spooled.ts';
import { createSpoolReader } from './spool-reader.ts';
import type { SpooledMail } from './spooled-mail.ts';

const SENDER = 'ann@sender.example';
const NAMED = 'bea@elsewhere.example';
const NAMING = `From: Ann <${SENDER}>\r\nReply-To: Bea <${NAMED}>\r\nSubject: Hello\r\n\r\nHello.\r\n`;

describe.each(engines)('mail whose source is not whole and whose sender was erased while it waited, on $name', (engine) => {
  const spool = useSpool(engine);
  const { addTenant, pass, take, log, withShortSources } = spool;

  const laidAside = ({ id }: SpooledMail) =>
    spool.parts.app.db.read.selectFrom('inbound_spool').select('due_at').where('id', '=', id).execute();
  const sourceOf = async ({ source }: SpooledMail) => (await spool.parts.blobs.read(source))?.toString();
  const erase = (tenantId: string | null, email: string) => eraseAddress(spool.parts.app, tenantId, email);
  /** Reads what waits after the day for which a source is asked for again. */
  const readAfterADay = async () => {
    pass(BUSY_MS);
    await createSpoolReader(withShortSources()).sweep();
  };
  /** Takes a mail that is in no tenant's log then. */
  const takeForPostmaster = async (raw = MAIL) => {
    const taken = await take(raw, 'postmaster');
    const destinations = JSON.stringify({ ...taken.destinations, entries: [] });
    await spool.parts.app.db.write.updateTable('inbound_spool').set({ destinations }).where('id', '=', taken.id).execute();
    return taken;
  };

  it.each(['tenant', 'operator'] as const)('is not laid aside where it goes to several and the %s erases', async (by) => {
    const other = await addTenant();
    const taken = await take(MAIL, other.address);
    pass(1);
    await erase(by === 'tenant' ? other.id : null, SENDER);
    await readAfterADay();
    expect([await laidAside(taken), await sourceOf(taken)]).toEqual([[], undefined]);
    expect(await log(other.id)).toMatchObject([{ envelopeFrom: '', blobKey: null }]);
  });

  it('is not laid aside where it goes to the postmaster and the operator erases', async () => {
    const taken = await takeForPostmaster();
    pass(1);
    await erase(null, SENDER);
    await readAfterADay();
    expect([await laidAside(taken), await sourceOf(taken)]).toEqual([[], undefined]);
    expect(await spool.parts.app.db.read.selectFrom('postmaster_mails').select('id').where('id', '=', taken.id).execute()).toEqual([]);
  });

  it.each(['tenant', 'operator'] as const)('is not laid aside where a header names the address and the %s erases', async (by) => {
    const other = await addTenant();
    const taken = await take(NAMING, other.address);
    pass(1);
    await erase(by === 'tenant' ? other.id : null, NAMED);
    await readAfterADay();
    expect([await laidAside(taken), await sourceOf(taken)]).toEqual([[], undefined]);
  });

  it('is not laid aside where it goes to the postmaster, a header names the address and the operator erases', async () => {
    const taken = await takeForPostmaster(NAMING);
    pass(1);
    await erase(null, NAMED);
    await readAfterADay();
    expect([await laidAside(taken), await sourceOf(taken)]).toEqual([[], undefined]);
  });

  it('leaves its log no source where a header names the address', async () => {
    const taken = await take(NAMING);
    pass(1);
    await erase(spool.tenantId, NAMED);
    await readAfterADay();
    expect([(await log())[0]?.blobKey, await sourceOf(taken)]).toEqual([null, undefined]);
  });

  it('is logged with whom its headers name, where a later erasure looks', async () => {
    await take(NAMING);
    await readAfterADay();
    expect((await log())[0]?.others).toContain(NAMED);
  });

  it('is laid aside where the address was erased before, or by a tenant that has nothing of it', async () => {
    await erase(null, SENDER);
    pass(1);
    const [shared, postmaster] = [await take(MAIL, (await addTenant()).address), await takeForPostmaster()];
    pass(1);
    await erase(await spool.tenancy.tenant(), SENDER);
    await readAfterADay();
    for (const taken of [shared, postmaster]) expect([await laidAside(taken), await sourceOf(taken)]).toEqual([[{ due_at: null }], MAIL]);
  });
});

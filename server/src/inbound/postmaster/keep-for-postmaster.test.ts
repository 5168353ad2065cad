import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { dies, MAIL, useSpool } from '../../../../tests/support/fixtures/spool.ts';
import { DAY_MS } from '../../core/durations.ts';
import { keepForPostmaster } from './keep-for-postmaster.ts';
import { KEPT_MS, POSTMASTER } from './postmaster-mail.ts';

describe.each(engines)('the source of a mail to the postmaster, on $name', (engine) => {
  const spool = useSpool(engine);

  const arrived = () => {
    const receivedAt = spool.tenancy.clock.now();
    const id = spool.parts.app.newId('inb', receivedAt);
    const destinations = { returnPaths: [], unsubscribes: [], entries: [], postmasters: [`postmaster@${id}.example`] };
    const source = { tenantId: 'spool', key: `spool/${id}` };
    const mail = { id, destinations, source, receivedAt, envelopeFrom: 'ann@sender.example', client: null, size: MAIL.length, attempts: 0 };
    return { mail, raw: Buffer.from(MAIL), read: { unreadable: 'Not here.' } };
  };
  const sources = ({ mail }: ReturnType<typeof arrived>) =>
    spool.parts.app.db.read
      .selectFrom('blobs')
      .select('expires_at')
      .where('tenant_id', '=', POSTMASTER)
      .where('key', 'like', `${POSTMASTER}/${mail.id}/%`)
      .execute();

  it('stays for a day where its reader dies before the mail is kept, and for as long as the mail otherwise', async () => {
    const { app } = spool.parts;
    const [given, now] = [arrived(), spool.tenancy.clock.now()];
    const dying = { ...spool.parts, app: { ...app, db: { ...app.db, transact: dies } } };
    await expect(keepForPostmaster(dying, given)).rejects.toThrow('killed');
    expect(await sources(given)).toEqual([{ expires_at: now + DAY_MS }]);
    await keepForPostmaster(spool.parts, given);
    expect(await sources(given)).toEqual(expect.arrayContaining([{ expires_at: now + DAY_MS }, { expires_at: now + KEPT_MS }]));
    spool.pass(DAY_MS + 1);
    await spool.upkeep();
    expect(await sources(given)).toEqual([{ expires_at: now + KEPT_MS }]);
  });
});

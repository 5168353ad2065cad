import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../../tests/support/database/database.ts';
import { engines } from '../../../../tests/support/engines.ts';
import type { PostmasterMail } from './postmaster-mail.ts';
import { insertPostmasterMail, listPostmasterMails } from './store.ts';

const KEPT = 1000;

const mailOf = (number: number): PostmasterMail => ({
  id: `inb_${String(number).padStart(26, '0')}`,
  envelopeFrom: '',
  recipient: 'postmaster',
  clientIp: null,
  fromAddress: null,
  subject: '',
  size: 1,
  blobKey: `postmaster/${number}`,
  createdAt: Math.floor(number / 2),
});

describe.each(engines)('mail to the postmaster on $name', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMigrated(engine);
  });
  afterAll(() => database.close());

  it('is gone once 1,000 newer ones came, and names the sources that go with it', async () => {
    const { db } = database;
    const gone = await db.transact(async (trx) => {
      const keys: string[] = [];
      for (let number = 0; number < KEPT + 3; number += 1) keys.push(...(await insertPostmasterMail(trx, mailOf(number))).gone);
      return keys;
    });
    expect(gone).toEqual(['postmaster/0', 'postmaster/1', 'postmaster/2']);
    const { isNew } = await db.transact((trx) => insertPostmasterMail(trx, mailOf(KEPT)));
    expect(isNew).toBe(false);
    const kept = await listPostmasterMails(db.read, { limit: KEPT + 10 });
    expect(kept.map(({ id }) => id)).toEqual(Array.from({ length: KEPT }, (_, at) => mailOf(KEPT + 2 - at).id));
  });
});

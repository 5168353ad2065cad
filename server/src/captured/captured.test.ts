import { adminContract } from '@posthorn/contract';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { useScript, useSink } from '../../../tests/support/mail/smtp-provider.ts';
import { createSeededRandom } from '../../../tests/support/random/seeded-random.ts';
import { readConfig } from '../config/config.ts';
import { ConfigError } from '../config/config-error.ts';
import { createVirtualClock } from '../core/clock.ts';
import { createIdFactory } from '../core/ids.ts';
import { implement } from '../core/operation/implement.ts';
import type { Db } from '../db/db.ts';
import { createProvider } from '../provider/create-provider.ts';
import type { OutgoingMail } from '../provider/provider.ts';
import { capturedRoutes } from './routes.ts';

const START = 1_800_000_000_000;

const mailOf = (number: number, raw: string | Buffer = `Subject: ${number}\r\n\r\nÜber\r\n`): OutgoingMail => ({
  tenantId: 'ten_1',
  messageId: `msg_${number}`,
  from: 'Ü <news@send.example>',
  subject: `Nr. ${number} ü`,
  envelope: { from: 'bounce@send.example', to: ['a@rcpt.example', 'b@rcpt.example'] },
  raw: Buffer.from(raw),
});

const countUp = (count: number) => Array.from({ length: count }, (_, index) => index);

describe.each(engines)('captured mail on $name', (engine) => {
  let database: OpenDatabase;
  let db: Db;

  beforeEach(async () => {
    database = await openMigrated(engine);
    ({ db } = database);
  });
  afterEach(() => database.close());

  function start(variables: Record<string, string> = {}) {
    const clock = createVirtualClock(START);
    const logged: unknown[] = [];
    const log = { error: (...entry: unknown[]) => void logged.push(entry), warn: () => undefined };
    const provider = createProvider({
      config: readConfig(variables),
      db,
      clock,
      newId: createIdFactory(createSeededRandom('capture')),
      log,
    });
    const { router } = implement({ captured: adminContract.captured }, { captured: capturedRoutes({ db }) });
    const caller = { kind: 'operator' } as const;
    const admin = router.createCaller({ caller, requestId: 'req', baseUrl: '', headers: {}, status: 200 }).captured;
    return { clock, provider, admin, logged };
  }

  async function listAll(admin: ReturnType<typeof start>['admin'], limit: number, tenant_id?: string): Promise<string[]> {
    const ids: string[] = [];
    for (let cursor: string | undefined; ; ) {
      const page = await admin.list({ query: { limit, cursor, tenant_id } });
      adminContract.captured.list.responses[200].parse(page);
      ids.push(...page.data.map((mail) => mail.message_id));
      if (page.next_cursor === null) return ids;
      cursor = page.next_cursor;
    }
  }

  it('is accepted for everyone and kept as it was', async () => {
    const { provider, admin } = start();
    const result = await provider.send(mailOf(1));
    expect(result).toEqual({
      replies: [
        { email: 'a@rcpt.example', outcome: 'accepted' },
        { email: 'b@rcpt.example', outcome: 'accepted' },
      ],
      providerMessageId: expect.stringMatching(/^cap_[0-9a-z]{26}$/),
      inDoubt: false,
      brokenOff: false,
    });
    const kept = await admin.get({ params: { id: result.providerMessageId ?? '' } });
    expect(kept).toEqual({
      id: result.providerMessageId,
      tenant_id: 'ten_1',
      message_id: 'msg_1',
      mail_from: 'bounce@send.example',
      rcpt_to: ['a@rcpt.example', 'b@rcpt.example'],
      from: 'Ü <news@send.example>',
      subject: 'Nr. 1 ü',
      size: 21,
      created_at: START,
      raw: 'Subject: 1\r\n\r\nÜber\r\n',
      raw_encoding: 'utf8',
    });
    adminContract.captured.get.responses[200].parse(kept);
  });

  it('is shown in base64 where it is no UTF-8', async () => {
    const { provider, admin } = start();
    const bytes = Buffer.from([0x53, 0x3a, 0x20, 0xfc, 0x00, 0xff, 0x5c, 0x78]);
    const { providerMessageId } = await provider.send(mailOf(1, bytes));
    expect(await admin.get({ params: { id: providerMessageId ?? '' } })).toMatchObject({
      raw: bytes.toString('base64'),
      raw_encoding: 'base64',
    });
  });

  it('of the release before, which did not keep its From, is from the sender of the envelope', async () => {
    const { provider, admin } = start();
    await provider.send(mailOf(1));
    await db.transact((trx) => trx.updateTable('captured_mail').set({ header_from: null }).execute());
    expect((await admin.list({ query: { limit: 1 } })).data).toMatchObject([{ from: 'bounce@send.example' }]);
  });

  it('is not found by another id', async () => {
    await expect(start().admin.get({ params: { id: 'cap_0' } })).rejects.toThrow('not_found');
  });

  it('is listed newest first, in order of capture within one millisecond', async () => {
    const { provider, admin, clock } = start();
    await Promise.all(countUp(30).map((number) => provider.send(mailOf(number))));
    clock.moveTo(START + 5);
    for (const number of [30, 31]) await provider.send(mailOf(number));
    const expected = countUp(32)
      .reverse()
      .map((number) => `msg_${number}`);
    expect(await listAll(admin, 7)).toEqual(expected);
    expect(await listAll(admin, 100)).toEqual(expected);
  });

  it('is listed of one tenant by itself', async () => {
    const { provider, admin } = start();
    await Promise.all(countUp(9).map((number) => provider.send({ ...mailOf(number), tenantId: number % 3 === 0 ? 'ten_2' : 'ten_1' })));
    expect(await listAll(admin, 2, 'ten_2')).toEqual(['msg_6', 'msg_3', 'msg_0']);
    expect(await listAll(admin, 100, 'ten_1')).toHaveLength(6);
    expect(await listAll(admin, 100, 'ten_3')).toEqual([]);
  });

  it('shares a transaction where it comes together', async () => {
    let transactions = 0;
    const open = db;
    db = {
      ...open,
      transact: (work) => {
        transactions += 1;
        return open.transact(work);
      },
    };
    const { provider } = start();
    await Promise.all(countUp(60).map((number) => provider.send(mailOf(number))));
    expect(transactions).toBe(1);
    await Promise.all(countUp(3).map((number) => provider.send(mailOf(number, Buffer.alloc(5 * 1024 * 1024, 'x')))));
    expect(transactions).toBe(4);
  });

  it('is gone once 1,000 newer ones came', async () => {
    const { provider, admin } = start();
    await Promise.all(countUp(1250).map((number) => provider.send(mailOf(number))));
    const expected = countUp(1000).map((number) => `msg_${1249 - number}`);
    expect(await listAll(admin, 100)).toEqual(expected);
  });

  it('is put off where it cannot be kept', async () => {
    const { provider, logged } = start();
    const broken = { ...mailOf(1), subject: 'x', tenantId: null as unknown as string };
    expect(await provider.send(broken)).toMatchObject({
      replies: [{ outcome: 'deferred', about: 'mail', code: null }, { outcome: 'deferred' }],
      providerMessageId: null,
      inDoubt: false,
    });
    expect(logged).toHaveLength(1);
    expect(JSON.stringify(logged)).not.toContain('Über');
    expect((await provider.send(mailOf(2))).replies[0]?.outcome).toBe('accepted');
  });

  it('is all mail unless PROVIDER_URL names a server', async () => {
    const sink = await useSink();
    const { provider, admin } = start({ PROVIDER_URL: sink.url });
    await provider.send(mailOf(1));
    await provider.close();
    expect(sink.mails).toHaveLength(1);
    expect(await listAll(admin, 100)).toEqual([]);
    expect(() => start({ PROVIDER_URL: 'smtp://relay.example?pool=none' })).toThrow(ConfigError);
  });

  it('goes out under the name that SMTP_HOSTNAME says', async () => {
    const script = await useScript();
    const { provider } = start({ PROVIDER_URL: script.url, SMTP_HOSTNAME: 'mta.example.com' });
    await provider.send(mailOf(1));
    await provider.close();
    expect(script.commands[0]).toBe('EHLO mta.example.com');
    expect(() => readConfig({ SMTP_HOSTNAME: 'no name' })).toThrow('SMTP_HOSTNAME');
  });

  it('is not kept when it may not begin', async () => {
    const { provider, admin } = start();
    expect(await provider.send(mailOf(1), { beforeData: async () => false })).toMatchObject({ brokenOff: true });
    expect(await listAll(admin, 100)).toEqual([]);
  });

  it('is kept before the provider is closed', async () => {
    const { provider, admin } = start();
    const sent = countUp(150).map((number) => provider.send(mailOf(number)));
    await provider.close();
    expect(await listAll(admin, 100)).toHaveLength(150);
    await Promise.all(sent);
  });
});

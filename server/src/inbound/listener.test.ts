import { once } from 'node:events';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { sql } from 'kysely';
import { afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createCertificate } from '../../../tests/support/fakes/certificate.ts';
import { type InboundService, startInbound } from '../../../tests/support/mail/inbound.ts';
import { mailOf } from '../../../tests/support/mail/reports.ts';
import { handOver } from '../../../tests/support/mail/smtp-client.ts';
import { idOf, useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import { createLog } from '../log.ts';

const MAIL = mailOf('From: Ann <ann@sender.example>', 'To: help@in.example', 'Subject: Hello', '', 'Hello.', '');

describe.each(engines)('taking mail over SMTP on $name', (engine) => {
  const tenancy = useTenancy(engine, { INBOUND_SMTP_PORT: '0' });
  let tenantId: string;
  let service: InboundService | undefined;
  beforeAll(async () => {
    tenantId = await tenancy.tenant();
    const body = { name: 'in.example', verified: true, inbound: true };
    idOf(await tenancy.operator('tenants.createDomain', { params: { id: tenantId }, body }));
  });
  afterEach(() => service?.listener.close());

  const start = async (change: Partial<AppContext> = {}) => {
    service = await startInbound({ ...tenancy.app, ...change });
    return service;
  };
  const hand = ({ listener }: InboundService, to: readonly string[] = ['help@in.example'], raw: string | Buffer = MAIL) =>
    handOver(listener.port, { from: 'ann@sender.example', to, raw });
  const count = async (table: 'inbound_mails' | 'events') => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from ${sql.table(table)}`.execute(tenancy.app.db.write);
    return Number(rows[0]?.n);
  };

  it('answers 250 only once the commit is through', async () => {
    const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const { db } = tenancy.app;
    let committed = false;
    const transact: typeof db.transact = async (work) => {
      const result = await db.transact(async (trx) => {
        const done = await work(trx);
        written.resolve();
        await held.promise;
        return done;
      });
      committed = true;
      return result;
    };
    const before = await count('inbound_mails');
    const running = await startInbound({ ...tenancy.app, db: { ...db, transact } });
    service = running;
    let answered = false;
    const reply = hand(running).then((given) => {
      answered = true;
      return { ...given, committed };
    });
    await written.promise;
    expect(answered).toBe(false);
    held.resolve();
    expect(await reply).toMatchObject({ code: 250, committed: true });
    await expect.poll(() => count('inbound_mails')).toBe(before + 1);
  });

  it('answers 451 where the commit fails, and keeps nothing', async () => {
    const { db } = tenancy.app;
    const transact: typeof db.transact = (work) =>
      db.transact(async (trx) => {
        await work(trx);
        throw new Error('the disk is full');
      });
    const before = [await count('inbound_mails'), await count('events')];
    const running = await start({ db: { ...db, transact } });
    expect(await hand(running)).toMatchObject({ code: 451 });
    expect([await count('inbound_mails'), await count('events')]).toEqual(before);
  });

  it('answers 451 to RCPT while the database is away', async () => {
    const { db } = tenancy.app;
    const away = () => {
      throw new Error('the database is away');
    };
    const running = await start({ db: { ...db, read: new Proxy(db.read, { get: away }) } });
    expect(await hand(running)).toMatchObject({ code: 451, text: expect.stringContaining('4.3.0') });
  });

  it('announces a mail once for each tenant', async () => {
    const other = await tenancy.tenant();
    const body = { name: `other-${other.slice(4)}.example`, verified: true, inbound: true };
    await tenancy.operator('tenants.createDomain', { params: { id: other }, body });
    const running = await start();
    const to = ['help@in.example', 'Sales@in.example', `x@${body.name}`, 'help@in.example'];
    expect(await hand(running, to)).toMatchObject({ code: 250 });
    await expect.poll(() => running.announced.length).toBe(2);
    const told = running.announced.map(({ tenantId: of, type, data }) => [of, type, data]);
    expect(told).toEqual([
      [tenantId, 'inbound.received', { inbound: expect.objectContaining({ rcpt_addrs: ['help@in.example', 'Sales@in.example'] }) }],
      [other, 'inbound.received', { inbound: expect.objectContaining({ rcpt_addr: `x@${body.name}` }) }],
    ]);
  });

  it.each(['a@nowhere.example', 'a@sub.in.example', 'bounce-x-y@bounces.in.example'])('refuses %s with 550', async (recipient) => {
    expect(await hand(await start(), [recipient])).toMatchObject({ code: 550, text: expect.stringContaining('5.1.1') });
  });

  it('refuses a domain that is not verified, and one that takes no mail', async () => {
    const params = { id: tenantId };
    await tenancy.operator('tenants.createDomain', { params, body: { name: 'pending.example', inbound: true } });
    await tenancy.operator('tenants.createDomain', { params, body: { name: 'quiet.example', verified: true } });
    const running = await start();
    for (const name of ['pending.example', 'quiet.example']) expect(await hand(running, [`a@${name}`])).toMatchObject({ code: 550 });
  });

  it('takes the mail for those whom it knows, and refuses the others by name', async () => {
    const reply = await hand(await start(), ['help@in.example', 'a@nowhere.example']);
    expect(reply).toMatchObject({ code: 250, accepted: ['help@in.example'] });
  });

  it("takes a suspended tenant's mail and none of a deleted one's", async () => {
    const other = await tenancy.tenant();
    const name = `held-${other.slice(4)}.example`;
    await tenancy.operator('tenants.createDomain', { params: { id: other }, body: { name, verified: true, inbound: true } });
    await tenancy.operator('tenants.update', { params: { id: other }, body: { suspended: true } });
    const running = await start();
    expect(await hand(running, [`a@${name}`])).toMatchObject({ code: 250 });
    await tenancy.operator('tenants.delete', { params: { id: other } });
    expect(await hand(running, [`a@${name}`])).toMatchObject({ code: 550 });
  });

  it('refuses more than 25 MiB with 552 and takes as much', async () => {
    const running = await start();
    const line = `${'x'.repeat(76)}\r\n`;
    const most = 25 * 1024 * 1024;
    const body = line.repeat(Math.floor((most - MAIL.length) / line.length));
    expect(await hand(running, ['help@in.example'], MAIL + body + line)).toMatchObject({ code: 552 });
    expect(await hand(running, ['help@in.example'], MAIL + body)).toMatchObject({ code: 250 });
  });

  it('refuses a mail that goes in circles with 554', async () => {
    const hops = Array.from(
      { length: 101 },
      (_, hop) => `Received: from h${hop}.example by h${hop + 1}.example; Mon, 1 Jan 2027 00:00:00 +0000`,
    );
    const running = await start();
    expect(await hand(running, ['help@in.example'], mailOf(...hops, MAIL))).toMatchObject({ code: 554 });
    expect(await hand(running, ['help@in.example'], mailOf(...hops.slice(1), MAIL))).toMatchObject({ code: 250 });
  });

  it('gives mails that come at once times of their own', async () => {
    const running = await start();
    const before = await count('inbound_mails');
    const replies = await Promise.all(Array.from({ length: 12 }, () => hand(running)));
    expect(new Set(replies.map(({ code }) => code))).toEqual(new Set([250]));
    await expect.poll(() => count('inbound_mails')).toBeGreaterThanOrEqual(before + 12);
    const { read } = tenancy.app.db;
    const rows = await read.selectFrom('inbound_mails').select('created_at').where('tenant_id', '=', tenantId).execute();
    expect(rows.length).toBeGreaterThanOrEqual(before + 12 - 2);
    expect(new Set(rows.map(({ created_at }) => created_at)).size).toBe(rows.length);
  });

  it('offers STARTTLS where it has a certificate', async () => {
    const { cert, key } = await createCertificate();
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-tls-'));
    const [certFile, keyFile] = [join(folder, 'cert.pem'), join(folder, 'key.pem')];
    writeFileSync(certFile, cert);
    writeFileSync(keyFile, key);
    const config = { ...tenancy.app.config, INBOUND_TLS_CERT: certFile, INBOUND_TLS_KEY: keyFile };
    const { listener } = await start({ config });
    const mail = { from: 'a@b.example', to: ['help@in.example'], raw: MAIL };
    const secured = { ignoreTLS: false, requireTLS: true, tls: { rejectUnauthorized: false } };
    expect(await handOver(listener.port, mail, secured)).toMatchObject({ code: 250 });
    expect(await handOver(listener.port, mail)).toMatchObject({ code: 250 });
    rmSync(folder, { recursive: true });
  });

  it('takes no more once it is told to end, and ends what it has begun', async () => {
    const { db } = tenancy.app;
    const [written, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transact: typeof db.transact = async (work) => {
      written.resolve();
      await held.promise;
      return db.transact(work);
    };
    const running = await startInbound({ ...tenancy.app, db: { ...db, transact } });
    const reply = hand(running);
    await written.promise;
    const closed = running.listener.close();
    const late = await hand(running);
    held.resolve();
    expect((await reply).code).toBe(250);
    expect(late.code).toBe(0);
    await closed;
  });

  it('says in one line of the log that a client went away within its mail', async () => {
    const lines: string[] = [];
    const logged = Promise.withResolvers<void>();
    const write = (line: string) => {
      lines.push(line);
      logged.resolve();
    };
    const { listener } = await start({ log: createLog('info', { write }) });
    const socket = connect(listener.port, '127.0.0.1');
    for (const line of ['EHLO client', 'MAIL FROM:<a@sender.example>', 'RCPT TO:<help@in.example>', 'DATA']) {
      await once(socket, 'data');
      socket.write(`${line}\r\n`);
    }
    await once(socket, 'data');
    socket.write('Subject: nothing more\r\n', () => socket.destroy());
    await logged.promise;
    expect(lines.map((line) => JSON.parse(line))).toEqual([
      expect.objectContaining({ level: 30, msg: 'a client did not end its mail', reason: 'the connection broke off' }),
    ]);
    expect(lines[0]).not.toContain('stack');
  });

  it('hangs up once so many recipients were asked for, however many come at a time', async () => {
    const { listener } = await start();
    const socket = connect(listener.port, '127.0.0.1');
    for (const line of ['EHLO client', 'MAIL FROM:<a@sender.example>']) {
      await once(socket, 'data');
      socket.write(`${line}\r\n`);
    }
    await once(socket, 'data');
    let heard = '';
    socket.on('data', (data) => {
      heard += data.toString();
    });
    socket.on('error', () => undefined);
    socket.write('RCPT TO:<nobody@elsewhere.example>\r\n'.repeat(3000));
    await once(socket, 'close');
    const replies = heard.trim().split('\r\n');
    expect(replies.at(-1)).toBe('421 4.7.0 Too many commands without a mail');
    // One or two are under way when it does.
    expect(replies.length).toBeLessThan(305);
  });
});

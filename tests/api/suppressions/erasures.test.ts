import { startServer } from '@posthorn/server';
import { sql, type TableMetadata } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Db } from '../../../server/src/db/db.ts';
import { createCertificate } from '../../support/certificate.ts';
import { type Engine, engines } from '../../support/engines.ts';
import { type Call, caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../../support/server.ts';
import { type SmtpSink, startSmtpSink } from '../../support/smtp-sink.ts';

const GONE = 'gone@example.net';
const OTHER = 'b@example.net';

interface Stand {
  readonly admin: Call;
  readonly db: Db;
  mint(): Promise<TestTenant>;
  dispatch(): Promise<void>;
  /** Rows that name an address anywhere in a text, by table. */
  census(email: string): Promise<Record<string, number>>;
  stop(): Promise<void>;
}

/** A server whose database can be looked into. */
async function start(engine: Engine, environment: Record<string, string>): Promise<Stand> {
  const database = await engine.create();
  const server = await startServer({
    migrate: true,
    environment: {
      PORT: '0',
      LOG_LEVEL: 'silent',
      OPERATOR_TOKEN,
      SECRET_KEY: 'a secret key that is only used by tests',
      DATABASE_URL: database.url,
      CLOCK: 'virtual',
      JOB_INTERVAL_MS: '3600000',
      ...environment,
    },
  });
  const url = server.url ?? '';
  const admin = caller(url, OPERATOR_TOKEN);
  const { db } = server.platform;
  const isText = (type: string) => /text|varchar/i.test(type);

  async function count(table: TableMetadata, email: string): Promise<number> {
    const columns = table.columns.filter(({ dataType }) => isText(dataType)).map(({ name }) => name);
    const conditions = columns.map((column) => sql`lower(${sql.ref(column)}) like ${`%${email}%`}`);
    const found = await sql<{
      count: number;
    }>`select count(*) as count from ${sql.table(table.name)} where ${sql.join(conditions, sql` or `)}`.execute(db.write);
    return Number(found.rows[0]?.count);
  }

  return {
    admin,
    db,
    mint: () => mintTenant(url, admin),
    dispatch: async () => {
      await admin('POST', '/admin/jobs/dispatch/run');
    },
    census: async (email) => {
      const all = await db.write.introspection.getTables();
      const tables = all.filter(
        ({ schema = 'public', columns }) => schema === 'public' && columns.some(({ dataType }) => isText(dataType)),
      );
      const counts = await Promise.all(tables.map(async (table) => [table.name, await count(table, email)] as const));
      return Object.fromEntries(counts.filter(([, number]) => number > 0));
    },
    stop: async () => {
      await server.stop();
      await database.drop();
    },
  };
}

async function send({ call, from }: TestTenant, change: object = {}): Promise<string> {
  const answer = await call('POST', '/v1/email', { body: { from, to: [GONE], subject: 'Hello', text_body: 'Hello.', ...change } });
  expect(answer.status).toBe(202);
  return answer.body.message_id;
}

const show = async ({ call }: TestTenant, id: string) => (await call('GET', `/v1/messages/${id}`)).body;

describe.each(engines)('erasures on $name', (engine) => {
  describe('of mail that was handed to a server', () => {
    let sink: SmtpSink;
    let stand: Stand;
    let tenant: TestTenant;
    beforeAll(async () => {
      const replies = {
        [GONE]: `550 5.1.1 <${GONE.toUpperCase()}>: no such user`,
        'slow@example.net': '450 4.2.1 <slow@example.net> later',
      } as const;
      sink = await startSmtpSink({ certificate: await createCertificate(), replies });
      stand = await start(engine, { PROVIDER_URL: sink.url });
    });
    afterAll(async () => {
      await stand.stop();
      await sink.close();
    });
    beforeEach(async () => {
      tenant = await stand.mint();
    });

    const erase = (email: unknown, call: Call = tenant.call) => call('POST', '/v1/erasures', { body: { email } });

    it('leaves the address nowhere, and everybody else where they are', async () => {
      const id = await send(tenant, { to: ['Gone Away <Gone@Example.net>', OTHER], cc: ['Slow <slow@example.net>'] });
      await stand.dispatch();
      const before = await show(tenant, id);
      expect(JSON.stringify(before.events).toLowerCase()).toContain(`<${GONE}>`);
      expect(Object.keys(await stand.census(GONE))).toEqual(expect.arrayContaining(['messages', 'events']));
      expect(Object.keys(await stand.census('slow@example.net'))).toEqual(expect.arrayContaining(['messages', 'events']));

      expect(await erase(' GONE@example.net')).toMatchObject({ status: 200, body: { erased: true, email: GONE } });
      expect((await erase('slow@example.net')).status).toBe(200);
      expect(await stand.census(GONE)).toEqual({});
      expect(await stand.census('slow@example.net')).toEqual({});
      expect(Object.keys(await stand.census(OTHER))).toEqual(expect.arrayContaining(['messages', 'events']));
      const after = await show(tenant, id);
      expect(after).toMatchObject({ status: 'sent', to: ['', OTHER], cc: [''] });
      expect(after.recipients).toMatchObject([
        { email: '', status: 'bounced', detail: expect.stringContaining('no such user') },
        { email: OTHER, status: 'sent' },
        { email: '', status: 'suppressed' },
      ]);
      const told = after.events.map(({ type, recipients }: { type: string; recipients: string[] }) => `${type} ${recipients}`).sort();
      expect(told).toEqual(['bounce ', 'delivery_delayed ', `sent ${OTHER}`, 'suppressed ']);
      const mails = sink.mails.length;
      await stand.admin('POST', '/admin/clock', { body: { advance_ms: 86_400_000 } });
      await stand.dispatch();
      expect(sink.mails).toHaveLength(mails);
    });

    it('blanks the address in what mail to it says', async () => {
      const said = `Dear Gone@Example.net, 100% yours`;
      const change = {
        to: [OTHER, GONE],
        subject: `For ${GONE}`,
        html_body: `<a href="https://example.com/?u=${GONE}">${said}</a>`,
        text_body: said,
        reply_to: `Gone <${GONE}>`,
        headers: { 'X-For': GONE },
        tags: { who: GONE, plan: 'pro' },
      };
      const id = await send(tenant, change);
      await stand.dispatch();
      await erase(GONE);
      expect(await stand.census(GONE)).toEqual({});
      expect(await show(tenant, id)).toMatchObject({
        subject: 'For ',
        html_body: '<a href="https://example.com/?u=">Dear , 100% yours</a>',
        text_body: 'Dear , 100% yours',
        headers: { 'X-For': '' },
        tags: { who: '', plan: 'pro' },
      });
      expect((await tenant.call('GET', '/v1/messages?tag_key=plan&tag_value=pro')).body.data).toMatchObject([{ id }]);
    });

    it('finds the address in an event and an attempt, and leaves the rest of their text', async () => {
      const id = await send(tenant, { to: ['slow@example.net'] });
      await stand.dispatch();
      expect(Object.keys(await stand.census('slow@example.net'))).toEqual(
        expect.arrayContaining(['messages', 'events', 'delivery_attempts']),
      );
      await erase('slow@example.net');
      expect(await stand.census('slow@example.net')).toEqual({});
      const attempts = await stand.db.read.selectFrom('delivery_attempts').select('reply').where('message_id', '=', id).execute();
      expect(attempts.map(({ reply }) => reply)).toEqual([expect.stringContaining('450 4.2.1 <> later')]);
      expect((await show(tenant, id)).events[0]).toMatchObject({ type: 'delivery_delayed', recipients: [''] });
    });

    it("leaves another tenant's rows alone, until the operator erases over all", async () => {
      const other = await stand.mint();
      for (const one of [tenant, other]) {
        await send(one);
        await one.call('POST', '/v1/suppressions', { body: { email: GONE } });
      }
      await stand.admin('POST', '/admin/suppressions', { body: { email: GONE } });
      await stand.dispatch();
      await erase(GONE);
      expect((await tenant.call('GET', '/v1/suppressions')).body.data).toEqual([]);
      expect((await other.call('GET', '/v1/suppressions')).body.data).toHaveLength(1);
      expect(await stand.census(GONE)).toMatchObject({ messages: 1, suppressions: 2 });
      const { status, body } = await stand.admin('POST', '/admin/erasures', { body: { email: 'Gone@example.net' } });
      expect({ status, body }).toEqual({ status: 200, body: { erased: true, email: GONE } });
      expect(await stand.census(GONE)).toEqual({});
    });

    it.each([
      ['no address', 'x'],
      ['nothing', undefined],
      ['null', null],
      ['a number', 5],
    ])('answers 422 invalid_email to %s', async (_what, email) => {
      const expected = { status: 422, body: { error: 'invalid_email', detail: expect.any(String) } };
      expect(await erase(email)).toMatchObject(expected);
      expect(await stand.admin('POST', '/admin/erasures', { body: { email } })).toMatchObject(expected);
    });

    it('remembers a hash that cannot be made without the key, and none twice', async () => {
      await Promise.all([erase('a@example.org'), erase('a@example.org'), erase('A@example.org')]);
      const rows = await stand.db.read.selectFrom('erasures').select('address_hash').where('tenant_id', '=', tenant.id).execute();
      expect(rows).toEqual([{ address_hash: expect.stringMatching(/^[0-9a-f]{64}$/) }]);
      const plain = await crypto.subtle.digest('SHA-256', new TextEncoder().encode('a@example.org'));
      expect(rows[0]?.address_hash).not.toBe(Buffer.from(plain).toString('hex'));
    });

    it('is undone by DELETE, which always answers 200', async () => {
      await erase(GONE);
      const expected = { status: 200, body: { deleted: true, email: GONE } };
      for (let count = 0; count < 2; count += 1) {
        expect(await tenant.call('DELETE', `/v1/erasures/${encodeURIComponent(' Gone@example.net')}`)).toMatchObject(expected);
        expect(await stand.db.read.selectFrom('erasures').selectAll().where('tenant_id', '=', tenant.id).execute()).toEqual([]);
      }
      expect(await stand.admin('DELETE', `/admin/erasures/${GONE}`)).toMatchObject(expected);
      expect(await tenant.call('DELETE', '/v1/erasures/Nobody')).toMatchObject({ status: 200, body: { deleted: true, email: 'nobody' } });
    });
  });

  describe('of mail that is still open', () => {
    let stand: Stand;
    let tenant: TestTenant;
    beforeAll(async () => {
      stand = await start(engine, { ROLE: 'api' });
    });
    afterAll(() => stand.stop());
    beforeEach(async () => {
      tenant = await stand.mint();
    });

    const erase = (email: string) => tenant.call('POST', '/v1/erasures', { body: { email } });
    const rowOf = (id: string) => stand.db.write.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

    it('holds it back and tells so', async () => {
      const id = await send(tenant, { bcc: [OTHER] });
      await erase(GONE);
      const message = await show(tenant, id);
      expect(message).toMatchObject({ status: 'suppressed', to: [''], bcc: [OTHER] });
      expect(message.events).toMatchObject([{ type: 'suppressed', recipients: ['', OTHER] }]);
      expect(await rowOf(id)).toMatchObject({ due_at: null });
      expect(await stand.census(GONE)).toEqual({});
    });

    it('lets it go on to the others', async () => {
      const id = await send(tenant, { to: [GONE, OTHER] });
      await erase(GONE);
      const message = await show(tenant, id);
      expect(message).toMatchObject({ status: 'queued', to: ['', OTHER], recipients: [{ status: 'suppressed' }, { status: 'pending' }] });
      expect((await rowOf(id)).due_at).not.toBeNull();
    });

    it('gives the unit of the quota back for what nobody gets', async () => {
      const used = async () => (await tenant.call('GET', '/v1/usage')).body.daily.used;
      await send(tenant);
      await send(tenant, { to: [GONE, OTHER] });
      expect(await used()).toBe(2);
      await erase(GONE);
      expect(await used()).toBe(1);
      await erase(GONE);
      expect(await used()).toBe(1);
    });

    it('ends the hold of a worker on a message to nobody else', async () => {
      const id = await send(tenant);
      const claim = { status: 'sending', claim_job: 'j', claim_attempt: 1, claim_expires_at: 9e12, due_at: null };
      await stand.db.write.updateTable('messages').set(claim).where('id', '=', id).execute();
      await erase(GONE);
      expect(await rowOf(id)).toMatchObject({ status: 'suppressed', claim_job: null, claim_attempt: null, claim_expires_at: null });
    });

    it('goes beyond one page, for a tenant and for all', async () => {
      const { db } = stand;
      const row = await rowOf(await send(tenant));
      const copies = Array.from({ length: 1200 }, (_, n) => ({
        ...row,
        id: `${row.id.slice(0, -5)}z${1000 + n}`,
        position: row.position + 1 + n,
      }));
      const restore = () => db.transact((trx) => db.dialect.insertMany(trx, 'messages', copies));
      await restore();
      await erase(GONE);
      expect(await stand.census(GONE)).toEqual({});
      await db.write.deleteFrom('messages').where('position', '>', row.position).where('tenant_id', '=', tenant.id).execute();
      await restore();
      expect((await stand.census(GONE)).messages).toBe(1200);
      await stand.admin('POST', '/admin/erasures', { body: { email: GONE } });
      expect(await stand.census(GONE)).toEqual({});
    });

    it('loses none of several addresses that are erased from one message at once', async () => {
      const emails = ['e1', 'e2', 'e3', 'e4'].map((name) => `${name}@example.net`);
      const id = await send(tenant, { to: emails });
      await Promise.all(emails.map(erase));
      for (const email of emails) expect(await stand.census(email)).toEqual({});
      const message = await show(tenant, id);
      expect(message).toMatchObject({ status: 'suppressed', to: ['', '', '', ''] });
      expect(message.events).toHaveLength(4);
    });

    it('takes characters of patterns for what they are', async () => {
      const id = await send(tenant, { to: ['axb@example.net', 'a_b@example.net', 'a%b@example.net'] });
      await erase('a_b@example.net');
      await erase('%@example.net');
      expect((await show(tenant, id)).to).toEqual(['axb@example.net', '', 'a%b@example.net']);
    });
  });

  it('removes captured mail to the address, whoever else it went to', async () => {
    const stand = await start(engine, {});
    const [tenant, other] = [await stand.mint(), await stand.mint()];
    const ids = [await send(tenant, { to: ['Gone@Example.net', OTHER] }), await send(tenant, { to: [`x${GONE}`] }), await send(other)];
    await stand.dispatch();
    const captured = async () =>
      (await stand.admin('GET', '/admin/captured')).body.data.map(({ message_id }: { message_id: string }) => message_id).sort();
    expect(await captured()).toEqual(ids.toSorted());
    await tenant.call('POST', '/v1/erasures', { body: { email: GONE } });
    expect(await captured()).toEqual(ids.slice(1).sort());
    await stand.admin('POST', '/admin/erasures', { body: { email: GONE } });
    expect(await captured()).toEqual(ids.slice(1, 2));
    await stand.stop();
  });
});

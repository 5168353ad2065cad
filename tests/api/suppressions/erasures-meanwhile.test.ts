import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { holdMeters } from '../../../server/src/meters/hold-store.ts';
import { addressErased } from '../../../server/src/suppressions/index.ts';
import { beginAmid } from '../../support/database/amid.ts';
import { engines } from '../../support/engines.ts';
import { type Answer, type SmtpSink, startSmtpSink } from '../../support/mail/smtp-sink.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';
import { census, GONE, OTHER, send, show, startStill } from './erasing.ts';

describe.each(engines)('an erasure while mail is under way on $name', (engine) => {
  let sink: SmtpSink;
  let server: TestServer;
  let tenant: TestTenant;
  /** What the server says that mail is handed to, once it has all of one. */
  let answer: () => Promise<Answer>;
  /** What happens when the erasure has begun, and nothing is blanked yet. */
  let begun: () => Promise<unknown>;
  beforeAll(async () => {
    sink = await startSmtpSink({ onData: () => answer() });
    server = await startStill(engine, { PROVIDER_URL: sink.url });
    server.app.hooks.on(addressErased, async () => void (await begun()));
  });
  afterAll(async () => {
    await server.stop();
    await sink.close();
  });
  beforeEach(async () => {
    tenant = await server.mint();
    answer = async () => undefined;
    begun = async () => undefined;
  });

  const erase = (email = GONE) => tenant.call('POST', '/v1/erasures', { body: { email } });

  it('leaves no entry on the list behind where somebody complains of a mail before it is reached', async () => {
    const id = await send(tenant);
    await server.run('dispatch');
    await expect.poll(async () => (await show(tenant, id)).status).toBe('sent');
    begun = () => server.admin('POST', '/admin/provider-events', { body: { message_id: id, type: 'complaint', recipients: [GONE] } });
    expect((await erase()).status).toBe(200);
    expect(await show(tenant, id)).toMatchObject({ recipients: [{ email: '', status: 'complained' }] });
    expect(await census(server, GONE)).toEqual({});
  });

  it('comes before a mail that was looked at earlier and waits behind it', async () => {
    const { db } = server.app;
    const email = 'late@example.net';
    const body = { from: tenant.from, to: [email], subject: 'Hello', text_body: 'Hello.', test_mode: true };
    const countWaiting = async () => {
      const { rows } = await sql<{ pid: number }>`select pid from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`.execute(db.read);
      return rows.length;
    };
    const { erased, sent } = await db.transact(async (trx) => {
      await holdMeters(trx, [tenant.id]);
      const first = await beginAmid(db, trx, () => erase(email));
      const second = await beginAmid(db, trx, () => tenant.call('POST', '/v1/email', { body }));
      // What is asked within the transaction keeps it from being ended for doing nothing.
      if (db.writers === 'many') await expect.poll(async () => (await sql`select 1`.execute(trx)) && (await countWaiting())).toBe(2);
      return { erased: first.begun, sent: second.begun };
    });
    expect((await erased).status).toBe(200);
    expect(await sent).toMatchObject({ status: 200, body: { status: 'suppressed' } });
  });

  it.each([
    ['to nobody else', { to: [GONE] }],
    ['to others too', { to: [GONE, OTHER] }],
  ])('leaves nothing behind of what a server says afterwards of a mail %s', async (_whom, change) => {
    answer = async () => {
      await erase();
      return `550 5.1.1 <${GONE.toUpperCase()}> is nobody here`;
    };
    const id = await send(tenant, change);
    await server.run('dispatch');
    const attempts = server.app.db.read.selectFrom('delivery_attempts').select('reply').where('message_id', '=', id);
    const ended = attempts.where('ended_at', 'is not', null);
    await expect.poll(() => ended.execute()).toMatchObject([{ reply: expect.stringContaining('is nobody here') }]);
    expect(await census(server, GONE)).toEqual({});
    const { recipients } = await show(tenant, id);
    const others = recipients.filter(({ email }: { email: string }) => email === OTHER);
    expect(others).toMatchObject(change.to.includes(OTHER) ? [{ status: 'failed', detail: '550 5.1.1 <> is nobody here' }] : []);
  });
});

import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { insertMany } from '../../../server/src/db/dialect.ts';
import { engines } from '../../support/engines.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';
import { census, GONE, OTHER, send, show, startStill } from './erasing.ts';

describe.each(engines)('erasures of mail that is still open on $name', (engine) => {
  let server: TestServer;
  let tenant: TestTenant;
  beforeAll(async () => {
    server = await startStill(engine, { ROLE: 'api' });
  });
  afterAll(() => server.stop());
  beforeEach(async () => {
    tenant = await server.mint();
  });

  const erase = (email: string) => tenant.call('POST', '/v1/erasures', { body: { email } });
  const rowOf = (id: string) => server.app.db.write.selectFrom('messages').selectAll().where('id', '=', id).executeTakeFirstOrThrow();

  it('holds it back and tells so', async () => {
    const id = await send(tenant, { bcc: [OTHER] });
    await erase(GONE);
    const message = await show(tenant, id);
    expect(message).toMatchObject({ status: 'suppressed', to: [''], bcc: [OTHER] });
    expect(message.events).toMatchObject([{ type: 'suppressed', recipients: ['', OTHER] }]);
    expect(await rowOf(id)).toMatchObject({ due_at: null });
    expect(await census(server, GONE)).toEqual({});
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
    await server.app.db.write.updateTable('messages').set(claim).where('id', '=', id).execute();
    await erase(GONE);
    expect(await rowOf(id)).toMatchObject({ status: 'suppressed', claim_job: null, claim_attempt: null, claim_expires_at: null });
  });

  it('goes beyond one page, for a tenant and for all', async () => {
    const { db } = server.app;
    const row = await rowOf(await send(tenant));
    const copies = Array.from({ length: 1200 }, (_, n) => ({
      ...row,
      id: `${row.id.slice(0, -5)}z${1000 + n}`,
      position: row.position + 1 + n,
    }));
    const restore = () => db.transact((trx) => insertMany(trx, 'messages', copies));
    await restore();
    await erase(GONE);
    expect(await census(server, GONE)).toEqual({});
    await db.write.deleteFrom('messages').where('position', '>', row.position).where('tenant_id', '=', tenant.id).execute();
    await restore();
    expect((await census(server, GONE)).messages).toBe(1200);
    await server.admin('POST', '/admin/erasures', { body: { email: GONE } });
    expect(await census(server, GONE)).toEqual({});
  });

  it('lets others be answered between large bodies', async () => {
    const [mails, email] = [24, 'large@example.net'];
    const html_body = `<p>${`${email} `.repeat(50_000)}</p>`;
    for (let count = 0; count < mails; count += 1) await send(tenant, { to: [email], html_body });
    let [isErased, answers] = [false, 0];
    const erased = erase(email).finally(() => {
      isErased = true;
    });
    while (!isErased) {
      await server.admin('GET', '/health');
      answers += 1;
    }
    expect((await erased).status).toBe(200);
    // An answer takes the process some turns; while bodies were rewritten together there was one.
    expect(answers).toBeGreaterThan(3);
    expect(await census(server, email)).toEqual({});
  });

  it('loses none of several addresses that are erased from one message at once', async () => {
    const emails = ['e1', 'e2', 'e3', 'e4'].map((name) => `${name}@example.net`);
    const id = await send(tenant, { to: emails });
    await Promise.all(emails.map(erase));
    for (const email of emails) expect(await census(server, email)).toEqual({});
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

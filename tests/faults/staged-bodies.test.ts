import { beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { Unavailable } from '../../server/src/core/errors/unavailable.ts';
import { engines } from '../support/engines.ts';
import { BY_HAND, useServer } from '../support/posthorn.ts';
import type { TestTenant } from '../support/server.ts';

const HOUR = 60 * 60 * 1000;
const KiB = 1024;
const MAILS = 4;
const BODY_BYTES = 400 * KiB;

describe.each(engines)('a batch whose bodies are stored before it is accepted, on $name', (engine) => {
  let tenant: TestTenant;
  /** What happens once, when bodies are in the database and no mail of theirs is yet. */
  let meanwhile: (() => Promise<unknown>) | undefined;
  let isAway = false;
  const server = useServer(engine, BY_HAND);

  beforeAll(() => {
    const { db } = server.app;
    const { transact } = db;
    vi.spyOn(db, 'transact').mockImplementation(async (work) => {
      if (isAway) throw new Unavailable(new Error('gone'));
      const result = await transact(work);
      const isStaged = meanwhile !== undefined && (await rowsOf('staged_bodies')) > 0;
      const act = isStaged ? meanwhile : undefined;
      if (isStaged) meanwhile = undefined;
      await act?.();
      return result;
    });
  });
  beforeEach(async () => {
    meanwhile = undefined;
    tenant = await server.mint({ rate_limit: -1 });
  });

  const emails = () =>
    Array.from({ length: MAILS }, (_, number) => ({
      from: tenant.from,
      to: [`n${number}@example.net`],
      subject: `mail ${number}`,
      text_body: String(number).repeat(BODY_BYTES),
    }));
  const batch = (headers: Record<string, string> = {}) => tenant.call('POST', '/v1/email/batch', { body: { emails: emails() }, headers });
  const override = (overrides: object) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides } });
  const rowsOf = async (table: 'staged_bodies' | 'message_bodies' | 'messages') =>
    (await server.app.db.read.selectFrom(table).select('id').where('tenant_id', '=', tenant.id).execute()).length;
  const kept = async () => ({
    messages: await rowsOf('messages'),
    bodies: await rowsOf('message_bodies'),
    staged: await rowsOf('staged_bodies'),
    bytes: (await tenant.call('GET', '/v1/usage')).body.storage.used,
  });
  const WHOLE = { messages: MAILS, bodies: MAILS, staged: 0, bytes: MAILS * BODY_BYTES };
  const NOTHING = { messages: 0, bodies: 0, staged: 0, bytes: 0 };

  it('has each mail say what is its own', async () => {
    let seen: object | undefined;
    meanwhile = async () => {
      seen = { messages: await rowsOf('messages'), bodies: await rowsOf('message_bodies'), staged: await rowsOf('staged_bodies') };
    };
    const { status, body } = await batch();
    expect(status).toBe(200);
    // By 1 MiB a transaction.
    expect(seen).toEqual({ messages: 0, bodies: 2, staged: 2 });
    expect(await kept()).toEqual(WHOLE);
    for (const [number, { message_id: id }] of body.data.entries()) {
      expect((await tenant.call('GET', `/v1/messages/${id}`)).body.text_body).toBe(String(number).repeat(BODY_BYTES));
    }
  });

  it('leaves nothing where it is refused in the end', async () => {
    meanwhile = () => override({ daily_quota: 1 });
    expect((await batch()).status).toBe(429);
    expect(await kept()).toEqual(NOTHING);
  });

  it('is not stored where it is clear that it will be refused', async () => {
    let staged = false;
    meanwhile = async () => {
      staged = true;
    };
    await override({ daily_quota: 1 });
    expect((await batch()).status).toBe(429);
    await override({ daily_quota: -1, storage_limit: MAILS * BODY_BYTES - 1 });
    expect((await batch()).status).toBe(402);
    expect(staged).toBe(false);
    expect(await kept()).toEqual(NOTHING);
  });

  it('fits into what is left of the storage, to the byte, and is refused where others were quicker', async () => {
    await override({ storage_limit: MAILS * BODY_BYTES });
    // The figure gets to know of bytes from the changes that were noted.
    meanwhile = () => server.run('cleanup');
    expect((await batch()).status).toBe(200);
    expect((await batch()).status).toBe(402);
    expect(await kept()).toEqual(WHOLE);
    await override({ storage_limit: 2 * MAILS * BODY_BYTES });
    const single = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    meanwhile = () => tenant.call('POST', '/v1/email', { body: single });
    expect((await batch()).status).toBe(402);
    expect(await kept()).toEqual({ ...WHOLE, messages: MAILS + 1, bodies: MAILS + 1, bytes: MAILS * BODY_BYTES + 1 });
  });

  it('is stored anew where it took until its bodies were removed', async () => {
    meanwhile = async () => {
      await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
      await server.run('cleanup');
    };
    expect((await batch()).status).toBe(200);
    expect(await kept()).toEqual(WHOLE);
  });

  it('is stored anew where the settings of its tenant change meanwhile', async () => {
    meanwhile = () => override({ daily_quota: 100 });
    expect((await batch()).status).toBe(200);
    expect(await kept()).toEqual(WHOLE);
  });

  it('is stored once for a key that comes several times at once', async () => {
    const key = { 'Idempotency-Key': 'k' };
    const answers = await Promise.all([batch(key), batch(key), batch(key)]);
    const ids = answers.filter(({ status }) => status === 200).map(({ body }) => JSON.stringify(body));
    expect(new Set(ids).size).toBe(1);
    expect(await kept()).toEqual(WHOLE);
  });

  it('keeps only what goes to somebody', async () => {
    await tenant.call('POST', '/v1/suppressions', { body: { email: 'n0@example.net' } });
    meanwhile = () => tenant.call('POST', '/v1/suppressions', { body: { email: 'n1@example.net' } });
    expect((await batch()).status).toBe(200);
    // Who is suppressed is looked up before the transaction, so that the second one may have come too late.
    const { bodies, ...rest } = await kept();
    expect(rest).toEqual({ messages: MAILS, staged: 0, bytes: bodies * BODY_BYTES });
    expect([MAILS - 1, MAILS - 2]).toContain(bodies);
  });

  it('takes nothing of the storage until it is accepted: what an end without warning left refuses nobody', async () => {
    await override({ storage_limit: MAILS * BODY_BYTES });
    meanwhile = async () => {
      isAway = true;
    };
    expect((await batch()).status).toBe(503);
    isAway = false;
    await server.run('recount_storage');
    expect((await batch()).status).toBe(200);
    expect(await kept()).toEqual({ ...WHOLE, bodies: MAILS + 2, staged: 2 });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
    await server.run('cleanup');
    await server.run('recount_storage');
    expect(await kept()).toEqual(WHOLE);
  });

  it('lets one of two in that come side by side, where one fits', async () => {
    await override({ storage_limit: 1.5 * MAILS * BODY_BYTES });
    const answers = await Promise.all([batch(), batch()]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 402]);
    expect(await kept()).toEqual(WHOLE);
  });

  it('is removed an hour after the database was gone before it was accepted', async () => {
    meanwhile = async () => {
      isAway = true;
    };
    expect((await batch()).status).toBe(503);
    isAway = false;
    await server.run('cleanup');
    expect(await kept()).toEqual({ messages: 0, bodies: 2, staged: 2, bytes: 0 });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
    await server.run('cleanup');
    expect(await kept()).toEqual(NOTHING);
  });
});

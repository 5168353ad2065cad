import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestServer, TestTenant } from '../../support/server.ts';

const DAY = 24 * 60 * 60_000;

/** Calls about one tenant on prepaid emails. */
function about(server: TestServer, tenant: TestTenant) {
  const path = `/admin/tenants/${tenant.id}`;
  const mail = (change: object = {}) => ({ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change });
  return {
    path,
    mail,
    buy: (emails: unknown) => server.admin('POST', `${path}/credits`, { body: { emails } }),
    patch: (body: object) => server.admin('PATCH', path, { body }),
    balance: async (): Promise<number> => (await server.admin('GET', path)).body.credits_balance,
    send: (change: object = {}, key = '') => tenant.call('POST', '/v1/email', { body: mail(change), headers: { 'Idempotency-Key': key } }),
    batch: (emails: object[]) => tenant.call('POST', '/v1/email/batch', { body: { emails } }),
  };
}

async function mintPrepaid(server: TestServer) {
  const tenant = await server.mint({ rate_limit: -1 });
  await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'credits' } });
  return { ...about(server, tenant), tenant };
}

describe.each(engines)('credits on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, TENANT_CONCURRENCY: '60' });

  const now = async (): Promise<number> => (await server.admin('GET', '/admin/clock')).body.now;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  describe('POST /admin/tenants/{id}/credits', () => {
    it('adds a pack that is valid for 365 days', async () => {
      const { buy, balance, tenant } = await mintPrepaid(server);
      expect(await balance()).toBe(0);
      const at = await now();
      const pack = await buy(1000);
      expect(pack.status).toBe(201);
      expect(pack.body).toEqual({
        id: expect.stringMatching(/^crd_[0-9a-z]{26}$/),
        emails: 1000,
        remaining: 1000,
        created_at: at,
        expires_at: at + 365 * DAY,
      });
      await buy(5);
      expect(await balance()).toBe(1005);
      const { body } = await server.admin('GET', '/admin/tenants?limit=100');
      expect(body.data.find(({ id }: { id: string }) => id === tenant.id).credits_balance).toBe(1005);
    });

    it('pays what was sent beyond the balance from the new pack', async () => {
      const { buy, batch, mail, balance } = await mintPrepaid(server);
      await batch([mail(), mail(), mail()]);
      expect(await balance()).toBe(-3);
      expect((await buy(2)).body).toMatchObject({ emails: 2, remaining: 0 });
      expect((await buy(10)).body).toMatchObject({ emails: 10, remaining: 9 });
      expect(await balance()).toBe(9);
    });

    it('adds up purchases that are made at once', async () => {
      const { buy, balance } = await mintPrepaid(server);
      await Promise.all(Array.from({ length: 10 }, () => buy(7)));
      expect(await balance()).toBe(70);
    });

    it.each([
      [{}, { error: 'missing_field', field: 'emails' }],
      [{ emails: 0 }, { error: 'validation_failed', field: 'emails' }],
      [{ emails: 1.5 }, { error: 'validation_failed', field: 'emails' }],
      [{ emails: '5' }, { error: 'validation_failed', field: 'emails' }],
      [{ emails: 1_000_000_001 }, { error: 'validation_failed', field: 'emails', max: 1_000_000_000 }],
    ])('refuses %j', async (body, fault) => {
      const { path } = await mintPrepaid(server);
      expect(await server.admin('POST', `${path}/credits`, { body })).toMatchObject({ status: 422, body: fault });
    });

    it('answers 404 to an unknown tenant, before the body is judged, and 401 to a key of a tenant', async () => {
      const unknown = await server.admin('POST', '/admin/tenants/ten_00000000000000000000000000/credits', { body: {} });
      expect(unknown).toMatchObject({ status: 404, body: { error: 'not_found' } });
      const { path, tenant } = await mintPrepaid(server);
      expect((await tenant.call('POST', `${path}/credits`, { body: { emails: 5 } })).status).toBe(401);
    });
  });

  describe('PATCH /admin/tenants/{id}', () => {
    it('has one pack take the place of all', async () => {
      const { buy, patch, balance } = await mintPrepaid(server);
      await buy(10);
      await advance(100 * DAY);
      await buy(10);
      expect((await patch({ credits_balance: 7 })).body.credits_balance).toBe(7);
      await advance(365 * DAY - 1);
      expect(await balance()).toBe(7);
      await advance(1);
      expect(await balance()).toBe(0);
    });

    it('takes 0, and what it has shown below it', async () => {
      const { buy, patch, balance } = await mintPrepaid(server);
      await buy(10);
      expect((await patch({ credits_balance: 0 })).body.credits_balance).toBe(0);
      expect((await patch({ credits_balance: -3, name: 'Owing' })).body).toMatchObject({ credits_balance: -3, name: 'Owing' });
      expect((await buy(5)).body.remaining).toBe(2);
      expect(await balance()).toBe(2);
    });

    it('keeps the balance that it is not told to change, on any plan', async () => {
      const { buy, patch } = await mintPrepaid(server);
      await buy(10);
      expect((await patch({ plan: 'payg' })).body.credits_balance).toBe(10);
    });

    it.each([1.5, '7', 1_000_000_001])('refuses %j', async (credits_balance) => {
      const { patch } = await mintPrepaid(server);
      expect(await patch({ credits_balance })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'credits_balance' },
      });
    });
  });

  describe('accepted emails', () => {
    it('draw one each, also when they are scheduled or cancelled later', async () => {
      const { buy, send, batch, mail, balance, tenant } = await mintPrepaid(server);
      await buy(10);
      await send();
      expect(await balance()).toBe(9);
      await batch([mail(), mail({ to: ['a@example.net', 'b@example.net'] })]);
      expect(await balance()).toBe(7);
      const { body } = await send({ scheduled_at: (await now()) + DAY });
      expect(await balance()).toBe(6);
      expect((await tenant.call('DELETE', `/v1/email/${body.message_id}`)).status).toBe(200);
      expect(await balance()).toBe(6);
    });

    it('draw nothing when they are simulated, suppressed, refused or answered again', async () => {
      const { buy, send, batch, mail, balance, tenant } = await mintPrepaid(server);
      await buy(10);
      await tenant.call('POST', '/v1/suppressions', { body: { email: 'no@example.net' } });
      await send({}, 'k');
      expect(await balance()).toBe(9);
      await send({}, 'k');
      expect((await send({ test_mode: true })).body.status).toBe('sent');
      expect((await send({ to: ['no@example.net'] })).body.status).toBe('suppressed');
      expect((await send({ to: [] })).status).toBe(422);
      expect(await balance()).toBe(9);
      const refused = [{ from: 'a@elsewhere.example.org' }, { to: [] }, { to: ['no@example.net'] }, { test_mode: true }];
      await batch([mail(), ...refused.map(mail)]);
      expect(await balance()).toBe(8);
    });

    it('draw nothing on another plan', async () => {
      const { buy, patch, send, balance } = await mintPrepaid(server);
      await buy(10);
      await patch({ plan: 'payg' });
      await send();
      expect(await balance()).toBe(10);
    });

    it('draw from the pack that expires first, and what is left of an expired one is gone', async () => {
      const { buy, batch, send, mail, balance } = await mintPrepaid(server);
      await buy(5);
      await advance(100 * DAY);
      await buy(4);
      await batch([mail(), mail()]);
      expect(await balance()).toBe(7);
      await advance(265 * DAY - 1);
      expect(await balance()).toBe(7);
      await advance(1);
      expect(await balance()).toBe(4);
      await send();
      expect(await balance()).toBe(3);
      await (await mintPrepaid(server)).buy(5);
      await advance(100 * DAY);
      expect(await balance()).toBe(0);
    });

    it('find an expired pack empty, and go below zero', async () => {
      const { buy, send, balance } = await mintPrepaid(server);
      await buy(5);
      await advance(365 * DAY);
      expect((await send()).status).toBe(202);
      expect(await balance()).toBe(-1);
      expect((await buy(3)).body.remaining).toBe(2);
    });

    it('that are posted at once draw each exactly once', async () => {
      const { buy, send, balance } = await mintPrepaid(server);
      await buy(100);
      await Promise.all(Array.from({ length: 60 }, () => send()));
      expect(await balance()).toBe(40);
    });
  });
});

describe.each(engines)('STOP_ON_EMPTY_CREDITS on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, STOP_ON_EMPTY_CREDITS: 'true' });

  const EXHAUSTED = { status: 402, body: { error: 'credits_exhausted' } };

  it('refuses sends and whole batches at a balance of 0 or less, until a pack is added', async () => {
    const { buy, send, batch, mail, balance } = await mintPrepaid(server);
    expect(await send()).toMatchObject(EXHAUSTED);
    await buy(1);
    expect((await batch([mail(), mail(), mail()])).status).toBe(200);
    expect(await balance()).toBe(-2);
    expect(await batch([mail()])).toMatchObject(EXHAUSTED);
    await buy(2);
    expect(await send()).toMatchObject(EXHAUSTED);
    await buy(1);
    expect((await send()).status).toBe(202);
    expect(await balance()).toBe(0);
  });

  it('comes after an earlier answer and the quota, and before the fields', async () => {
    const { buy, send, patch } = await mintPrepaid(server);
    await buy(1);
    await send({}, 'k');
    expect((await send({}, 'k')).status).toBe(200);
    expect(await send({ to: [] })).toMatchObject(EXHAUSTED);
    await patch({ overrides: { daily_quota: 1 } });
    expect((await send()).body.error).toBe('quota_exceeded');
  });

  it('lets simulated mail through, which is never billed', async () => {
    const { send, batch, mail, balance } = await mintPrepaid(server);
    expect((await send({ test_mode: true })).status).toBe(200);
    expect((await batch([mail({ test_mode: true })])).status).toBe(200);
    expect(await batch([mail({ test_mode: true }), mail()])).toMatchObject(EXHAUSTED);
    expect(await balance()).toBe(0);
  });

  it('leaves tenants on other plans alone', async () => {
    const { send, patch } = await mintPrepaid(server);
    await patch({ plan: 'payg' });
    expect((await send()).status).toBe(202);
  });
});

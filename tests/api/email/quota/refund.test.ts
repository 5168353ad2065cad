import { describe, expect, it } from 'vitest';
import { CHARGES } from '../../../../server/src/messages/message.ts';
import { engines } from '../../../support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../support/posthorn.ts';

const HOUR = 60 * 60_000;

describe.each(engines)('mail that is suppressed when it is dispatched, on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });

  const now = async (): Promise<number> => (await server.admin('GET', '/admin/clock')).body.now;

  /** Calls about a tenant that has five prepaid emails. */
  async function mintPrepaid() {
    const tenant = await server.mint({ rate_limit: -1 });
    const path = `/admin/tenants/${tenant.id}`;
    const setPlan = (plan: string) => server.admin('PATCH', path, { body: { plan } });
    await setPlan('credits');
    await server.admin('POST', `${path}/credits`, { body: { emails: 5 } });
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const send = (change: object = {}) => tenant.call('POST', '/v1/email', { body: { ...mail, ...change } });
    return {
      tenant,
      setPlan,
      send,
      sendLater: async () => (await send({ scheduled_at: (await now()) + HOUR })).body.message_id as string,
      used: async (): Promise<number> => (await tenant.call('GET', '/v1/usage')).body.daily.used,
      balance: async (): Promise<number> => (await server.admin('GET', path)).body.credits_balance,
      suppressAndDispatch: async () => {
        await tenant.call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } });
        await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
        await server.run('dispatch');
      },
    };
  }

  it.each(['credits', 'payg'])('gives back what it took, where its tenant is on %s by then', async (plan) => {
    const { setPlan, send, sendLater, suppressAndDispatch, used, balance } = await mintPrepaid();
    await send({ to: ['b@example.net'] });
    await sendLater();
    expect(await balance()).toBe(3);
    await setPlan('payg');
    await sendLater();
    expect([await used(), await balance()]).toEqual([3, 3]);
    await setPlan(plan);
    await suppressAndDispatch();
    expect([await used(), await balance()]).toEqual([1, 4]);
  });

  it.each([
    ['credits', 4],
    ['payg', 3],
  ])('gives back as its tenant is on %s, where the release before has accepted it', async (plan, left) => {
    const { setPlan, send, sendLater, suppressAndDispatch, used, balance } = await mintPrepaid();
    await send({ to: ['b@example.net'] });
    const id = await sendLater();
    await server.app.db.transact((trx) => trx.updateTable('messages').set({ charge: null }).where('id', '=', id).execute());
    await setPlan(plan);
    await suppressAndDispatch();
    expect([await used(), await balance()]).toEqual([1, left]);
  });

  it('gives nothing back where it took nothing, as tests of broadcasts do', async () => {
    const { tenant, send, sendLater, suppressAndDispatch, used, balance } = await mintPrepaid();
    await send({ to: ['b@example.net'] });
    const content = { name: 'News', from: tenant.from, subject: 'News', body_text: 'News' };
    const { body: broadcast } = await tenant.call('POST', '/v1/broadcasts', { body: content });
    const test = await tenant.call('POST', `/v1/broadcasts/${broadcast.id}/test`, { body: { to: ['c@example.net'] } });
    const { charge } = await server.app.db.read
      .selectFrom('messages')
      .select('charge')
      .where('id', '=', test.body.data[0].message_id)
      .executeTakeFirstOrThrow();
    expect([charge, await used(), await balance()]).toEqual([CHARGES.test, 1, 4]);

    // A test is on its way at once: another mail that took as little waits to be suppressed.
    const id = await sendLater();
    await server.app.db.transact((trx) => trx.updateTable('messages').set({ charge }).where('id', '=', id).execute());
    await suppressAndDispatch();
    expect((await tenant.call('GET', `/v1/messages/${id}`)).body.status).toBe('suppressed');
    expect([await used(), await balance()]).toEqual([2, 3]);
  });

  it.each([
    ['erased', '/v1/erasures'],
    ['suppressed', '/v1/suppressions'],
  ])('gives back beside the mail of a broadcast to the same address, %s', async (_, path) => {
    const tenant = await server.mint({ rate_limit: -1 });
    const used = async () => (await tenant.call('GET', '/v1/usage')).body.daily.used;
    const [contact] = await addContacts(tenant, 1);
    const broadcast = await writeDraft(tenant, await addAudience(tenant, [contact ?? '']));
    await tenant.call('POST', `/v1/broadcasts/${broadcast}/send`);
    await server.run('fanout');
    const mail = { from: tenant.from, to: ['c0@example.net'], subject: 'x', text_body: 'x', scheduled_at: (await now()) + 1 };
    expect((await tenant.call('POST', '/v1/email', { body: mail })).body.message_id).toBeDefined();
    const before = await used();
    await tenant.call('POST', path, { body: { email: 'c0@example.net' } });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: HOUR } });
    await server.run('dispatch');
    const { body } = await tenant.call('GET', `/v1/broadcasts/${broadcast}/stats`);
    expect([before - (await used()), body.ledger.suppressed]).toEqual([1, 1]);
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

const HOUR = 60 * 60 * 1000;
const DAY = 24 * HOUR;

interface Told {
  events: { type: string; recipients: string[] }[];
}

describe.each(engines)('email to suppressed addresses on $name', (engine) => {
  let tenant: TestTenant;

  const server = useServer(engine, BY_HAND);

  const mint = async (overrides: Record<string, number> = { rate_limit: -1 }) => {
    tenant = await server.mint(overrides);
  };
  const send = async (change: object = {}) =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', ...change } });
  const suppress = async (email: string) => expect((await tenant.call('POST', '/v1/suppressions', { body: { email } })).status).toBe(201);
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const told = ({ events }: Told) => events.map(({ type, recipients }) => [type, ...recipients]);
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });
  const capturedOf = async (id: string) => {
    const { body } = await server.admin('GET', '/admin/captured?limit=100');
    return body.data.filter(({ message_id }: { message_id: string }) => message_id === id);
  };

  describe('when it is accepted', () => {
    it('answers 200, keeps the message, tells of it and sends nothing', async () => {
      await mint();
      await suppress('a@example.net');
      const { status, body } = await send({ to: ['Ann <A@Example.net>'], cc: ['c@example.net'] });
      expect(status).toBe(200);
      expect(body).toEqual({
        message_id: expect.stringMatching(/^msg_/),
        status: 'suppressed',
        test_mode: false,
        scheduled_at: null,
        suppressed_recipients: ['a@example.net'],
      });
      await server.run('dispatch');
      const message = await get(body.message_id);
      expect(message).toMatchObject({ status: 'suppressed', sent_at: null, suppressed_recipients: ['a@example.net'] });
      expect(told(message)).toEqual([['suppressed', 'a@example.net']]);
      expect(message.events[0].data).toEqual({});
      expect(await capturedOf(body.message_id)).toEqual([]);
    });

    it('drops some of several and sends to the rest', async () => {
      await mint();
      await suppress('b@example.net');
      await suppress('c@example.net');
      const { status, body } = await send({ to: ['a@example.net', 'b@example.net'], bcc: ['c@example.net'] });
      expect(status).toBe(202);
      expect(body).toMatchObject({ status: 'queued', suppressed_recipients: ['b@example.net', 'c@example.net'] });
      await server.run('dispatch');
      expect(told(await get(body.message_id))).toEqual([
        ['suppressed', 'b@example.net', 'c@example.net'],
        ['sent', 'a@example.net'],
      ]);
      expect(await capturedOf(body.message_id)).toMatchObject([{ rcpt_to: ['a@example.net'] }]);
    });

    it("heeds everybody's list, and takes no unit of the quota", async () => {
      await mint({ rate_limit: -1, daily_quota: 1 });
      const email = `everybody-${tenant.id}@example.net`;
      await server.admin('POST', '/admin/suppressions', { body: { email } });
      expect((await send({ to: [email] })).body.status).toBe('suppressed');
      await tenant.call('POST', '/v1/erasures', { body: { email: 'erased@example.net' } });
      expect((await send({ to: ['erased@example.net'] })).body.status).toBe('suppressed');
      expect((await send()).status).toBe(202);
      expect((await send()).body.error).toBe('quota_exceeded');
    });

    it('neither schedules nor simulates it', async () => {
      await mint();
      await suppress('a@example.net');
      expect(await send({ scheduled_at: (await now()) + HOUR })).toMatchObject({
        status: 200,
        body: { status: 'suppressed', scheduled_at: null },
      });
      expect(await send({ test_mode: true })).toMatchObject({ status: 200, body: { status: 'suppressed', test_mode: true } });
    });

    it('is a result of its own for each item of a batch, whose unit is not taken', async () => {
      await mint({ rate_limit: -1, daily_quota: 2 });
      await suppress('a@example.net');
      const item = (to: string) => ({ from: tenant.from, to: [to], subject: 'x', text_body: 'x' });
      const { body } = await tenant.call('POST', '/v1/email/batch', { body: [item('a@example.net'), item('b@example.net')] });
      expect(body.data).toMatchObject([
        { status: 'suppressed', suppressed_recipients: ['a@example.net'], error: null },
        { status: 'queued', suppressed_recipients: [], error: null },
      ]);
      expect((await send({ to: ['c@example.net'] })).status).toBe(202);
      expect((await send({ to: ['c@example.net'] })).status).toBe(429);
    });
  });

  describe('when it is dispatched', () => {
    const sendLater = async (change: object = {}, ahead = HOUR) => await send({ scheduled_at: (await now()) + ahead, ...change });
    const dispatch = async () => {
      await advance(HOUR);
      await server.run('dispatch');
    };

    it('is suppressed after all, and its unit is given back', async () => {
      await mint({ rate_limit: -1, daily_quota: 1 });
      const { body } = await sendLater({ cc: ['c@example.net'] });
      expect(body.status).toBe('scheduled');
      await suppress('a@example.net');
      expect((await send({ to: ['b@example.net'] })).body.error).toBe('quota_exceeded');
      await dispatch();
      const message = await get(body.message_id);
      expect(message).toMatchObject({ status: 'suppressed', sent_at: null, suppressed_recipients: ['a@example.net'] });
      expect(told(message).slice(1)).toEqual([['suppressed', 'a@example.net']]);
      expect(await capturedOf(body.message_id)).toEqual([]);
      expect((await send({ to: ['b@example.net'] })).status).toBe(202);
      expect((await send({ to: ['b@example.net'] })).body.error).toBe('quota_exceeded');
    });

    it('shows in no figure of usage, and gives prepaid emails back as far as their pack is still valid', async () => {
      await mint({ rate_limit: -1 });
      const path = `/admin/tenants/${tenant.id}`;
      await server.admin('PATCH', path, { body: { plan: 'credits' } });
      await server.admin('POST', `${path}/credits`, { body: { emails: 5 } });
      const usage = async () => {
        const { daily, monthly, marketing_emails, credits_balance } = (await tenant.call('GET', '/v1/usage')).body;
        return [daily.used, monthly.used, marketing_emails, credits_balance];
      };
      await sendLater();
      await sendLater({ stream: 'marketing' });
      await sendLater({ test_mode: true });
      await sendLater({ to: ['b@example.net'] });
      await sendLater({ stream: 'marketing' }, 366 * DAY);
      expect(await usage()).toEqual([5, 5, 2, 1]);
      await suppress('a@example.net');
      await dispatch();
      expect(await usage()).toEqual([2, 2, 1, 3]);
      await advance(366 * DAY);
      await server.run('dispatch');
      expect(await usage()).toEqual([0, 0, 0, 0]);
      expect((await send({ to: ['b@example.net'] })).status).toBe(202);
      expect(await usage()).toEqual([1, 1, 0, -1]);
    });

    it.each(['unsubscribed', 'cleaned'])(
      'holds back marketing mail to a contact that is %s by then, and no other mail',
      async (contact) => {
        await mint();
        const setStatus = (status: string) => tenant.call('POST', '/v1/contacts', { body: { email: 'a@example.net', status } });
        await setStatus('subscribed');
        const [marketing, transactional] = [await sendLater({ stream: 'marketing' }), await sendLater()];
        await setStatus(contact);
        await dispatch();
        expect((await get(marketing.body.message_id)).status).toBe('suppressed');
        expect((await get(transactional.body.message_id)).status).toBe('sent');
        expect((await send({ stream: 'marketing' })).body.status).toBe('suppressed');
        expect((await send()).body.status).toBe('queued');
      },
    );

    it('goes to the rest, which costs its unit', async () => {
      await mint({ rate_limit: -1, daily_quota: 1 });
      const { body } = await sendLater({ to: ['a@example.net', 'b@example.net'] });
      await suppress('b@example.net');
      await dispatch();
      const message = await get(body.message_id);
      expect(message).toMatchObject({ status: 'sent', suppressed_recipients: ['b@example.net'] });
      expect(told(message).slice(1)).toEqual([
        ['suppressed', 'b@example.net'],
        ['sent', 'a@example.net'],
      ]);
      expect(await capturedOf(body.message_id)).toMatchObject([{ rcpt_to: ['a@example.net'] }]);
      expect((await send()).body.error).toBe('quota_exceeded');
    });

    it('gives back only what still counts', async () => {
      await mint({ rate_limit: -1, daily_quota: 1, monthly_quota: 2 });
      const { body } = await sendLater({}, 2 * DAY);
      await suppress('a@example.net');
      await advance(2 * DAY);
      await server.run('dispatch');
      const message = await get(body.message_id);
      expect(message.status).toBe('suppressed');
      expect(told(message).map(([type]) => type)).toEqual(['scheduled', 'suppressed']);
      const other = { to: ['b@example.net'] };
      expect((await send(other)).status).toBe(202);
      expect((await send(other)).body.window).toBe('daily');
      await advance(DAY);
      expect((await send(other)).status).toBe(202);
      await advance(DAY);
      expect((await send(other)).body.window).toBe('monthly');
    });

    it('holds for simulated mail that was scheduled', async () => {
      await mint();
      const { body } = await sendLater({ test_mode: true });
      await suppress('a@example.net');
      await dispatch();
      const message = await get(body.message_id);
      expect(message).toMatchObject({ status: 'suppressed', test_mode: true });
      expect(told(message).map(([type]) => type)).toEqual(['scheduled', 'suppressed']);
      expect((await tenant.call('GET', '/v1/email/test-events')).body.data).toEqual([]);
    });

    it('is sent once the address is off the list again', async () => {
      await mint();
      const { body } = await sendLater();
      await suppress('a@example.net');
      await tenant.call('DELETE', '/v1/suppressions/a@example.net');
      await dispatch();
      expect((await get(body.message_id)).status).toBe('sent');
    });

    it('cannot be cancelled any more', async () => {
      await mint();
      const { body } = await sendLater();
      await suppress('a@example.net');
      await dispatch();
      const path = `/v1/email/${body.message_id}`;
      expect(await tenant.call('DELETE', path)).toMatchObject({
        status: 422,
        body: { error: 'message_not_cancellable', status: 'suppressed' },
      });
      expect(await tenant.call('PATCH', path, { body: { scheduled_at: (await now()) + HOUR } })).toMatchObject({
        status: 422,
        body: { error: 'message_not_reschedulable', status: 'suppressed' },
      });
    });
  });
});

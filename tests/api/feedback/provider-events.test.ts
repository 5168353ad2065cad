import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

interface Event {
  type: string;
  recipients: string[];
  data: Record<string, unknown>;
}

describe.each(engines)('POST /admin/provider-events on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const report = (body: object) => server.admin('POST', '/admin/provider-events', { body });
  const get = async (id: string) => (await tenant.call('GET', `/v1/messages/${id}`)).body;
  const told = ({ events }: { events: Event[] }) => events.map(({ type, recipients }) => [type, ...recipients]);
  const suppressed = async (email: string) => (await tenant.call('GET', `/v1/suppressions?email=${email}`)).body.data;
  const accept = async (to: string[], change: object = {}) => {
    const body = { from: tenant.from, to, subject: 'Hello', text_body: 'Hello.', ...change };
    return (await tenant.call('POST', '/v1/email', { body })).body.message_id as string;
  };
  const send = async (...to: string[]) => {
    const id = await accept(to);
    await server.run('dispatch');
    return id;
  };

  describe('202', () => {
    it('takes a bounce for a hard one, fails the message and suppresses the address', async () => {
      const id = await send('Gone@example.net');
      const answer = await report({ message_id: id, type: 'bounce', recipients: ['GONE@Example.net'] });
      expect(answer).toMatchObject({ status: 202, body: { message_id: id } });
      const message = await get(id);
      expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }] });
      expect(told(message)).toEqual([
        ['sent', 'gone@example.net'],
        ['bounce', 'gone@example.net'],
      ]);
      expect(message.events[1].data).toEqual({ class: 'hard', code: null, diagnostic: null });
      expect(await suppressed('gone@example.net')).toMatchObject([{ reason: 'hard_bounce', scope: 'all', source_message_id: id }]);
    });

    it.each(['soft', 'policy'])('does not suppress after a %s bounce', async (cls) => {
      const email = `${cls}@example.net`;
      const id = await send(email);
      const data = { class: cls, code: 552, diagnostic: '552 not now', extra: 1 };
      await report({ message_id: id, type: 'bounce', recipients: [email], data });
      const message = await get(id);
      expect(message).toMatchObject({
        status: cls === 'soft' ? 'sent' : 'failed',
        recipients: [{ status: 'bounced', detail: '552 not now' }],
      });
      expect(message.events.at(-1)).toMatchObject({ type: 'bounce', data });
      expect(await suppressed(email)).toEqual([]);
    });

    it('fails the message after a soft bounce that the server says is final, and suppresses nobody', async () => {
      const email = 'full-for-good@example.net';
      const id = await send(email);
      const bounce = { message_id: id, type: 'bounce', recipients: [email] };
      await report({ ...bounce, data: { class: 'soft', action: 'delayed' } });
      expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'bounced' }] });
      await report({ ...bounce, data: { class: 'soft', action: 'failed' } });
      const message = await get(id);
      expect(message).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }] });
      expect(message.events.at(-1)).toMatchObject({ type: 'bounce', data: { class: 'soft', action: 'failed' } });
      expect(await suppressed(email)).toEqual([]);
    });

    it('suppresses after a hard bounce that follows a soft one', async () => {
      const email = 'full-then-gone@example.net';
      const id = await send(email);
      await tenant.call('POST', '/v1/contacts', { body: { email } });
      await report({ message_id: id, type: 'bounce', recipients: [email], data: { class: 'soft' } });
      await report({ message_id: id, type: 'bounce', recipients: [email], data: { class: 'hard' } });
      expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ status: 'bounced' }] });
      expect(await suppressed(email)).toMatchObject([{ reason: 'hard_bounce', scope: 'all' }]);
      expect((await tenant.call('GET', `/v1/contacts?email=${email}`)).body.data).toMatchObject([{ status: 'cleaned' }]);
    });

    it('finds a message by the id of its provider', async () => {
      const id = await send('p@example.net');
      const { provider_message_id } = await get(id);
      const answer = await report({ provider_message_id, type: 'delivery', recipients: ['p@example.net'] });
      expect(answer).toMatchObject({ status: 202, body: { message_id: id } });
      expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'delivered' }] });
    });

    it('lists reports of one millisecond in the order in which they came', async () => {
      const id = await send('reader@example.net');
      const types = ['delivery', 'open', 'click', 'complaint'];
      for (const type of types) await report({ message_id: id, type, recipients: ['reader@example.net'] });
      const { events } = await get(id);
      expect(events.map(({ type }: Event) => type)).toEqual(['sent', ...types]);
    });

    it('takes a complaint, which suppresses and leaves the message sent', async () => {
      const id = await send('spam@example.net', 'other@example.net');
      await report({ message_id: id, type: 'complaint', recipients: ['spam@example.net'] });
      expect(await get(id)).toMatchObject({ status: 'sent', recipients: [{ status: 'complained' }, { status: 'sent' }] });
      expect(await suppressed('spam@example.net')).toMatchObject([{ reason: 'complaint' }]);
      expect(await suppressed('other@example.net')).toEqual([]);
    });

    it('takes a delay, which ends with the delivery', async () => {
      const id = await send('late@example.net');
      await report({ message_id: id, type: 'delivery_delayed', recipients: ['late@example.net'], data: { reason: 'greylisted' } });
      const delayed = await get(id);
      expect(delayed).toMatchObject({ status: 'sent', recipients: [{ status: 'delayed', detail: 'greylisted' }] });
      expect(delayed.events.at(-1)).toMatchObject({ type: 'delivery_delayed', data: { reason: 'greylisted' } });
      await server.run('dispatch');
      await report({ message_id: id, type: 'delivery', recipients: ['late@example.net'] });
      const delivered = await get(id);
      expect(delivered.recipients[0].status).toBe('delivered');
      expect(told(delivered).map(([type]) => type)).toEqual(['sent', 'delivery_delayed', 'delivery']);
    });

    it('takes a failure', async () => {
      const id = await send('f@example.net');
      await report({ message_id: id, type: 'failed', recipients: ['f@example.net'], data: { reason: 'rejected' } });
      expect(await get(id)).toMatchObject({ status: 'failed', recipients: [{ status: 'failed', detail: 'rejected' }] });
    });

    it('takes opens and clicks, each time', async () => {
      const id = await send('o@example.net');
      await report({ message_id: id, type: 'open', recipients: ['o@example.net'], data: { ip: '192.0.2.1', user_agent: 'x' } });
      await report({ message_id: id, type: 'open', recipients: [] });
      await report({ message_id: id, type: 'click', recipients: ['o@example.net'], data: { url: 'https://example.com/' } });
      const message = await get(id);
      expect(told(message).slice(1)).toEqual([['open', 'o@example.net'], ['open'], ['click', 'o@example.net']]);
      expect(message.events[1].data).toEqual({ ip: '192.0.2.1', user_agent: 'x' });
      expect(message.recipients[0].status).toBe('sent');
    });

    it('takes the same report again and changes nothing by it', async () => {
      const id = await send('twice@example.net');
      for (const _ of [1, 2, 3]) await report({ message_id: id, type: 'bounce', recipients: ['twice@example.net'] });
      expect(told(await get(id))).toHaveLength(2);
    });

    it('says nothing of a message that has not gone out', async () => {
      const { now } = (await server.admin('GET', '/admin/clock')).body;
      const id = await accept(['waiting@example.net'], { scheduled_at: now + 60_000 });
      expect((await report({ message_id: id, type: 'bounce', recipients: ['waiting@example.net'] })).status).toBe(202);
      expect(await get(id)).toMatchObject({ status: 'scheduled', events: [{ type: 'scheduled' }] });
      expect(await suppressed('waiting@example.net')).toEqual([]);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
      await server.run('dispatch');
      expect(await get(id)).toMatchObject({ status: 'sent' });
    });

    it('adds what is said of a simulated message to the log of simulated events', async () => {
      const body = { from: tenant.from, to: ['delivered@posthorn.test'], subject: 'x', text_body: 'x', test_mode: true };
      const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
      await report({ message_id: id, type: 'complaint', recipients: ['delivered@posthorn.test'] });
      const { data } = (await tenant.call('GET', '/v1/email/test-events?limit=1')).body;
      expect(data).toMatchObject([{ message_id: id, type: 'complaint' }]);
    });

    it('adds up when reports of one message come at once', async () => {
      const emails = Array.from({ length: 20 }, (_, index) => `many${index}@example.net`);
      const id = await send(...emails);
      await Promise.all(emails.map((email) => report({ message_id: id, type: 'bounce', recipients: [email] })));
      const message = await get(id);
      expect(message.status).toBe('failed');
      expect(told(message).filter(([type]) => type === 'bounce')).toHaveLength(20);
    });
  });

  describe('404', () => {
    it.each([{ message_id: 'msg_none' }, { provider_message_id: 'none' }])('does not know %j', async (name) => {
      const answer = await report({ ...name, type: 'bounce', recipients: ['a@example.net'] });
      expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
    });
  });

  describe('422', () => {
    it.each(['opened', '', 7, null].map((type) => ({ type })))('refuses the type %j', async ({ type }) => {
      const answer = await report({ message_id: 'm', type, recipients: [] });
      const error = type === null ? 'missing_field' : 'invalid_event_type';
      expect(answer).toMatchObject({ status: 422, body: { error, field: 'type' } });
    });

    it.each([
      [{ type: 'bounce', recipients: [] }, 'missing_field', 'message_id'],
      [{ message_id: 'm', type: 'bounce' }, 'missing_field', 'recipients'],
      [{ message_id: 'm', type: 'bounce', recipients: [1] }, 'validation_failed', 'recipients[0]'],
      [{ message_id: 'm', type: 'bounce', recipients: [], data: { class: 'odd' } }, 'validation_failed', 'data.class'],
    ])('refuses %j with %s', async (body, error, field) => {
      expect(await report(body)).toMatchObject({ status: 422, body: { error, field } });
    });
  });

  it("is the operator's alone", async () => {
    expect((await tenant.call('POST', '/admin/provider-events', { body: {} })).status).toBe(401);
  });
});

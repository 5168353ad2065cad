import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { payloadOf } from '../../support/fakes/webhook-receiver.ts';
import { type Hooks, startHooks, verify } from './fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)('what webhooks say on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');

  describe('payloads', () => {
    it.each([
      ['delivered', ['sent', 'delivery']],
      ['bounced', ['bounce']],
      ['complained', ['sent', 'complaint']],
    ])('of a test send to %s are %s', async (local, types) => {
      const hook = await hooks.hook();
      const id = await hook.send(local, { tags: { order: '1' } });
      await run();
      const payloads = hook.received().map(payloadOf);
      expect(payloads.map(({ type }) => type).toSorted()).toEqual(types.toSorted());
      for (const payload of payloads)
        expect(payload).toEqual({
          type: payload.type,
          message_id: id,
          provider_message_id: `test_${id}`,
          recipients: [`${local}@posthorn.test`],
          timestamp: expect.any(Number),
          event_id: expect.stringMatching(/^evt_/),
          test_mode: true,
          tags: { order: '1' },
          data: payload.type === 'bounce' ? { class: 'hard', code: 550, diagnostic: '550 5.1.1 Simulated bounce' } : {},
        });
    });

    it('of a real send, a schedule and a cancellation are those of the message log', async () => {
      const hook = await hooks.hook();
      const sent = await hook.send('a', { test_mode: false, to: ['a@example.net'] });
      await hooks.server.run('dispatch');
      const at = (await hooks.now()) + HOUR;
      const scheduled = await hook.send('a', { test_mode: false, to: ['a@example.net', 'b@example.net'], scheduled_at: at });
      await hook.tenant.call('DELETE', `/v1/email/${scheduled}`);
      await run();
      const told = new Map(hook.received().map((request) => [payloadOf(request).type, payloadOf(request)]));
      expect([...told.keys()].toSorted()).toEqual(['cancelled', 'scheduled', 'sent']);
      expect(told.get('sent')).toMatchObject({ message_id: sent, test_mode: false, tags: {}, recipients: ['a@example.net'] });
      expect(told.get('scheduled')).toMatchObject({
        message_id: scheduled,
        provider_message_id: null,
        data: { scheduled_at: at },
        recipients: ['a@example.net', 'b@example.net'],
      });
      const { body: message } = await hook.tenant.call('GET', `/v1/messages/${scheduled}`);
      for (const event of message.events)
        expect(told.get(event.type)).toMatchObject({ event_id: event.id, timestamp: event.timestamp, data: event.data });
    });

    it('of a suppression never say which list', async () => {
      const hook = await hooks.hook(['suppressed']);
      await hook.tenant.call('POST', '/v1/suppressions', { body: { email: 'a@example.net' } });
      await hook.send('a', { to: ['a@example.net'] });
      await run();
      expect(hook.received().map(payloadOf)).toEqual([
        expect.objectContaining({ type: 'suppressed', recipients: ['a@example.net'], provider_message_id: null, data: {} }),
      ]);
    });
  });

  describe('what is told of other things', () => {
    it('is a contact that was made or changed by itself, and not one of a batch', async () => {
      const hook = await hooks.hook(['contact.created', 'contact.updated']);
      const { call } = hook.tenant;
      const { body: made } = await call('POST', '/v1/contacts', { body: { email: 'Ada@Example.net', attributes: { plan: 'pro' } } });
      await call('PATCH', `/v1/contacts/${made.id}`, { body: { attributes: { plan: 'free' } } });
      await call('POST', '/v1/contacts/batch', { body: { contacts: [{ email: 'b@example.net' }] } });
      await run();
      const told = hook.received().map(payloadOf);
      expect(told.map(({ type }) => type).toSorted()).toEqual(['contact.created', 'contact.updated']);
      const { body: contact } = await call('GET', `/v1/contacts/${made.id}`);
      expect(told.find(({ type }) => type === 'contact.updated')).toEqual({
        type: 'contact.updated',
        event_id: expect.stringMatching(/^evt_/),
        timestamp: expect.any(Number),
        contact,
      });
      expect(told.find(({ type }) => type === 'contact.created').contact.attributes).toEqual({ plan: 'pro' });
      for (const request of hook.received()) await verify(request, hook.secret);
      const [delivery] = await hook.deliveries('?type=contact.updated');
      expect(delivery).toMatchObject({ message_id: null, payload: { contact } });
    });

    it('forgets a contact that is erased', async () => {
      const hook = await hooks.hook(['contact.created']);
      hooks.receiver.answer(hook.path, 500, 204);
      await hook.tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.net', attributes: { name: 'Ada' } } });
      await run();
      await hook.tenant.call('POST', '/v1/erasures', { body: { email: 'ada@example.net' } });
      await hooks.advance(MINUTE);
      await run();
      expect(hook.received()).toHaveLength(2);
      expect(payloadOf(hook.received()[1]).contact).toMatchObject({ email: '', attributes: {} });
    });

    it('is received mail', async () => {
      const hook = await hooks.hook(['inbound.received']);
      const { id, name } = hook.tenant.domain;
      await hook.tenant.call('PATCH', `/v1/domains/${id}`, { body: { inbound: true } });
      const raw = `From: Ada <ada@example.net>\r\nTo: help@${name}\r\nSubject: Hello\r\n\r\nHi\r\n`;
      const headers = { 'Content-Type': 'message/rfc822' };
      const { status } = await hooks.server.admin('POST', `/admin/inbound?rcpt=help@${name}`, { body: raw, headers });
      expect(status).toBe(201);
      await hooks.server.run('inbound');
      await run();
      const { body: log } = await hook.tenant.call('GET', '/v1/inbound');
      expect(hook.received().map(payloadOf)).toEqual([
        { type: 'inbound.received', event_id: expect.any(String), timestamp: expect.any(Number), inbound: log.data[0] },
      ]);
    });
  });
});

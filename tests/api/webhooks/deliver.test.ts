import { createHmac } from 'node:crypto';
import { WebhookSignatureError } from '@posthorn/sdk';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { payloadOf } from '../../support/fakes/webhook-receiver.ts';
import { type Hooks, startHooks, verify } from './fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)('the delivery of webhooks on $name', (engine) => {
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
      await run();
      const { body: log } = await hook.tenant.call('GET', '/v1/inbound');
      expect(hook.received().map(payloadOf)).toEqual([
        { type: 'inbound.received', event_id: expect.any(String), timestamp: expect.any(Number), inbound: log.data[0] },
      ]);
    });
  });

  describe('headers', () => {
    it('say what it is, and are signed in both ways', async () => {
      const hook = await hooks.hook(['delivery']);
      await hook.send();
      await run();
      const [request] = hook.received();
      const [delivery] = await hook.deliveries();
      if (request === undefined) throw new Error('nothing was received');
      const { headers, body } = request;
      const signature = `sha256=${createHmac('sha256', hook.secret).update(body).digest('hex')}`;
      expect(headers).toMatchObject({
        'content-type': 'application/json',
        'x-webhook-signature': signature,
        'x-webhook-id': delivery.event_id,
        'x-webhook-delivery': delivery.id,
        'x-webhook-event': 'delivery',
        'x-webhook-timestamp': String(delivery.attempts[0].at),
        'webhook-id': delivery.event_id,
        'webhook-timestamp': String(Math.floor(delivery.attempts[0].at / 1000)),
        host: `localhost:${hooks.receiver.port}`,
      });
      expect(headers).not.toHaveProperty('x-webhook-signature-previous');
      expect(await verify(request, hook.secret)).toEqual(payloadOf(request));
      await expect(verify({ ...request, body: `${body} ` }, hook.secret)).rejects.toThrow();
    });

    it('are signed by the secret before as well for 24 hours after a rotation', async () => {
      const hook = await hooks.hook(['delivery']);
      const { body: rotated } = await hook.tenant.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`);
      expect(rotated).toMatchObject({ id: hook.id, secret: expect.stringMatching(/^whsec_/), events: ['delivery'] });
      expect(rotated.secret).not.toBe(hook.secret);
      await hook.send();
      await run();
      await hooks.advance(24 * HOUR - 1);
      await hook.send();
      await run();
      await hooks.advance(1);
      await hook.send();
      await run();
      const [first, last, over] = hook.received();
      if (first === undefined || last === undefined || over === undefined) throw new Error('not all were received');
      for (const request of [first, last]) {
        for (const secret of [hook.secret, rotated.secret]) expect(await verify(request, secret)).toEqual(payloadOf(request));
        expect(request.headers['webhook-signature']?.toString().split(' ')).toHaveLength(2);
      }
      expect(await verify(over, rotated.secret)).toEqual(payloadOf(over));
      expect(over.headers).not.toHaveProperty('x-webhook-signature-previous');
      await expect(verify(over, hook.secret)).rejects.toThrow();
    });

    it('have the SDK refuse what another secret signed', async () => {
      const { verifyWebhook } = await import('@posthorn/sdk');
      const hook = await hooks.hook(['delivery']);
      await hook.send();
      await run();
      const [request] = hook.received();
      if (request === undefined) throw new Error('nothing was received');
      const { body, headers } = request;
      expect(
        await verifyWebhook(
          new TextEncoder().encode(body),
          new Headers({ 'X-Webhook-Signature': String(headers['x-webhook-signature']) }),
          hook.secret,
        ),
      ).toEqual(payloadOf(request));
      await expect(verifyWebhook(body, headers, `${hook.secret}x`)).rejects.toThrow(WebhookSignatureError);
      await expect(verifyWebhook(body, {}, hook.secret)).rejects.toThrow(WebhookSignatureError);
      await expect(verifyWebhook(body, { 'x-webhook-signature': 'sha256=00' }, hook.secret)).rejects.toThrow(WebhookSignatureError);
    });
  });

  describe('who gets what', () => {
    it('is decided by the subscription, once for each endpoint', async () => {
      const bounces = await hooks.hook(['bounce']);
      const all = await hooks.hook(['*'], bounces.tenant);
      const off = await hooks.hook(['*'], bounces.tenant);
      const foreign = await hooks.hook();
      await off.patch({ active: false });
      await bounces.send('delivered');
      await bounces.send('bounced');
      await run();
      const types = (hook: typeof all) =>
        hook
          .received()
          .map((request) => payloadOf(request).type)
          .toSorted();
      expect([types(bounces), types(all), types(off), types(foreign)]).toEqual([['bounce'], ['bounce', 'delivery', 'sent'], [], []]);
      const [own] = bounces.received();
      const same = all.received().find((request) => payloadOf(request).type === 'bounce');
      expect(own?.headers['x-webhook-id']).toBe(same?.headers['x-webhook-id']);
      expect(own?.headers['x-webhook-delivery']).not.toBe(same?.headers['x-webhook-delivery']);
    });

    it('is decided when it happens: what came before an endpoint is not delivered to it', async () => {
      const first = await hooks.hook();
      await first.send();
      const second = await hooks.hook(['*'], first.tenant);
      await run();
      expect(first.received()).toHaveLength(2);
      expect(second.received()).toEqual([]);
    });
  });

  it('ends with the endpoint', async () => {
    const hook = await hooks.hook(['delivery']);
    hooks.receiver.answer(hook.path, 500);
    await hook.send();
    await run();
    await hook.tenant.call('DELETE', `/v1/webhooks/${hook.id}`);
    await hooks.advance(HOUR);
    expect(await run()).toBe(0);
    expect(hook.received()).toHaveLength(1);
    expect(await hooks.server.run('cleanup')).toBeGreaterThanOrEqual(1);
    await hooks.advance(25 * HOUR);
    await hooks.server.run('cleanup');
    expect(await hooks.server.run('cleanup')).toBe(0);
  });

  it('forgets an erased address, in attempts to come and in what is shown', async () => {
    const hook = await hooks.hook(['bounce']);
    hooks.receiver.answer(hook.path, 500, 204);
    await hook.send('bounced');
    await run();
    expect(hook.received()[0]?.body).toContain('bounced@posthorn.test');
    await hook.tenant.call('POST', '/v1/erasures', { body: { email: 'bounced@posthorn.test' } });
    expect(JSON.stringify(await hook.deliveries())).not.toContain('bounced@');
    await hooks.advance(MINUTE);
    await run();
    const [, second] = hook.received();
    if (second === undefined) throw new Error('it was not sent again');
    expect(second.body).not.toContain('bounced@');
    expect(payloadOf(second)).toMatchObject({ type: 'bounce', recipients: [''] });
    await verify(second, hook.secret);
  });
});

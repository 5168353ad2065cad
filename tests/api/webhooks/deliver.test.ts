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

    it('are signed by each secret of the last 24 hours, however often it was replaced, up to ten before the one in force', async () => {
      const hook = await hooks.hook(['delivery']);
      const rotate = async (): Promise<string> => (await hook.tenant.call('POST', `/v1/webhooks/${hook.id}/rotate-secret`)).body.secret;
      const receive = async () => {
        await hook.send();
        await run();
        const request = hook.received().at(-1);
        if (request === undefined) throw new Error('nothing was received');
        return request;
      };
      const second = await rotate();
      await hooks.advance(HOUR);
      const third = await rotate();
      const all = await receive();
      for (const secret of [hook.secret, second, third]) expect(await verify(all, secret)).toEqual(payloadOf(all));
      expect(all.headers['x-webhook-signature-previous']).toBe(`sha256=${createHmac('sha256', second).update(all.body).digest('hex')}`);
      await hooks.advance(23 * HOUR);
      const later = await receive();
      await expect(verify(later, hook.secret)).rejects.toThrow();
      for (const secret of [second, third]) expect(await verify(later, secret)).toEqual(payloadOf(later));
      const more = [third];
      for (let count = 0; count < 11; count += 1) more.push(await rotate());
      const most = await receive();
      expect(most.headers['webhook-signature']?.toString().split(' ')).toHaveLength(11);
      await expect(verify(most, third)).rejects.toThrow();
      for (const secret of more.slice(1)) expect(await verify(most, secret)).toEqual(payloadOf(most));
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
    const left = hooks.server.app.db.read.selectFrom('webhooks').select('id').where('id', '=', hook.id);
    expect(await left.execute()).toEqual([]);
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

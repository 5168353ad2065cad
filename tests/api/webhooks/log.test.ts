import { accountEventTypes, messageEventTypes, webhookEvent } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { payloadOf } from '../../support/fakes/webhook-receiver.ts';
import { type Hooked, type Hooks, startHooks, verify } from './fixture.ts';

describe.each(engines)('the log of deliveries on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');
  const typesOf = (deliveries: { type: string }[]) => deliveries.map(({ type }) => type);
  const test = (hook: Hooked, body?: object) => hook.tenant.call('POST', `/v1/webhooks/${hook.id}/test`, { body });

  describe('GET /v1/webhooks/{id}/deliveries', () => {
    it('shows what was sent, to whom and when', async () => {
      const hook = await hooks.hook(['delivery']);
      const message = await hook.send();
      await run();
      const [request] = hook.received();
      if (request === undefined) throw new Error('nothing was received');
      const at = await hooks.now();
      expect((await hook.tenant.call('GET', `/v1/webhooks/${hook.id}/deliveries`)).body).toEqual({
        data: [
          {
            id: expect.stringMatching(/^whd_/),
            webhook_id: hook.id,
            event_id: expect.stringMatching(/^evt_/),
            type: 'delivery',
            message_id: message,
            status: 'delivered',
            attempts: [{ attempt: 1, at, response_status: 204, duration_ms: expect.any(Number), error: null }],
            attempt_count: 1,
            next_attempt_at: null,
            replay_of: null,
            payload: payloadOf(request),
            created_at: at,
          },
        ],
        next_cursor: null,
      });
    });

    it('filters by state, type and message, alone and together, and ignores what it does not know', async () => {
      const hook = await hooks.hook();
      hooks.receiver.answer(hook.path, 500, 204);
      const first = await hook.send('delivered');
      await run();
      await hooks.advance(1);
      const second = await hook.send('bounced');
      await run();
      const all = await hook.deliveries();
      expect(typesOf(all).toSorted()).toEqual(['bounce', 'delivery', 'sent']);
      expect(await hook.deliveries('?status=pending')).toHaveLength(1);
      expect(await hook.deliveries('?status=delivered')).toHaveLength(2);
      expect(await hook.deliveries('?status=failed')).toEqual([]);
      expect(typesOf(await hook.deliveries('?type=bounce'))).toEqual(['bounce']);
      expect(await hook.deliveries(`?message_id=${first}`)).toHaveLength(2);
      expect(typesOf(await hook.deliveries(`?message_id=${second}`))).toEqual(['bounce']);
      expect(await hook.deliveries(`?message_id=${second}&type=sent`)).toEqual([]);
      expect(await hook.deliveries(`?message_id=${first}&status=delivered`)).toHaveLength(1);
      expect(await hook.deliveries('?status=lost&type=opened&message_id=')).toEqual(all);
    });

    it('comes in pages, newest first, and loses none', async () => {
      const hook = await hooks.hook(['sent', 'delivery']);
      for (let count = 0; count < 7; count += 1) {
        await hook.send();
        if (count % 2 === 0) await hooks.advance(1);
      }
      const all = await hook.deliveries('?limit=100');
      expect(all).toHaveLength(14);
      expect(all.map(({ created_at }) => created_at)).toEqual(all.map(({ created_at }) => created_at).toSorted((a, b) => b - a));
      const seen: string[] = [];
      for (let cursor: string | null = ''; cursor !== null; ) {
        const { body } = await hook.tenant.call('GET', `/v1/webhooks/${hook.id}/deliveries?limit=3&cursor=${cursor}`);
        expect(body.data.length).toBeLessThanOrEqual(3);
        seen.push(...body.data.map(({ id }: { id: string }) => id));
        cursor = body.next_cursor;
      }
      expect(seen).toEqual(all.map(({ id }) => id));
      expect(await hook.tenant.call('GET', `/v1/webhooks/${hook.id}/deliveries?cursor=x`)).toMatchObject({
        status: 422,
        body: { error: 'invalid_cursor' },
      });
    });
  });

  describe('POST /v1/webhooks/{id}/test', () => {
    it('sends a made-up event of the first type of the endpoint', async () => {
      const hook = await hooks.hook(['bounce', 'sent']);
      const { status, body } = await test(hook);
      expect(status).toBe(202);
      expect(body).toMatchObject({ type: 'bounce', status: 'pending', message_id: null, payload: { type: 'bounce', sample: true } });
      await run();
      const [request] = hook.received();
      if (request === undefined) throw new Error('nothing was received');
      expect(payloadOf(request)).toEqual(body.payload);
      expect(await verify(request, hook.secret)).toMatchObject({ sample: true, event_id: body.event_id });
      expect((await hook.deliveries())[0]).toMatchObject({ id: body.id, status: 'delivered', payload: body.payload });
    });

    it('sends every type, in the form that it has', async () => {
      const hook = await hooks.hook(['sent']);
      for (const type of [...messageEventTypes, ...accountEventTypes]) expect((await test(hook, { type })).status).toBe(202);
      await run();
      const payloads = new Map(hook.received().map((request) => [payloadOf(request).type, payloadOf(request)]));
      for (const payload of payloads.values()) expect(webhookEvent.parse(payload)).toEqual(payload);
      const common = { event_id: expect.stringMatching(/^evt_/), timestamp: expect.any(Number), sample: true };
      for (const type of messageEventTypes)
        expect(payloads.get(type)).toEqual({
          type,
          message_id: expect.stringMatching(/^msg_/),
          provider_message_id: ['scheduled', 'cancelled', 'suppressed'].includes(type) ? null : 'sample',
          recipients: [expect.any(String)],
          test_mode: false,
          tags: {},
          data: expect.any(Object),
          ...common,
        });
      expect(payloads.get('bounce').data).toEqual({ class: 'hard', code: 550, diagnostic: expect.any(String) });
      expect(payloads.get('click').data).toEqual({ url: expect.any(String), ip: expect.any(String), user_agent: expect.any(String) });
      expect(payloads.get('open').data).toEqual({ ip: expect.any(String), user_agent: expect.any(String) });
      expect(payloads.get('failed').data).toEqual({ reason: expect.any(String) });
      expect(payloads.get('scheduled').data).toEqual({ scheduled_at: expect.any(Number) });
      expect(payloads.get('suppressed').data).toEqual({});
      const contact = expect.objectContaining({ id: expect.stringMatching(/^con_/), email: expect.any(String) });
      expect(payloads.get('contact.created')).toEqual({ type: 'contact.created', contact, ...common });
      expect(payloads.get('contact.updated')).toEqual({ type: 'contact.updated', contact, ...common });
      expect(payloads.get('contact.import.completed')).toEqual({
        type: 'contact.import.completed',
        import: expect.objectContaining({ status: 'done' }),
        ...common,
      });
      expect(payloads.get('inbound.received')).toEqual({
        type: 'inbound.received',
        inbound: expect.objectContaining({ from_addr: expect.any(String) }),
        ...common,
      });
      expect(payloads.get('automation.webhook')).toEqual({
        type: 'automation.webhook',
        name: expect.any(String),
        data: {},
        automation_id: expect.stringMatching(/^aut_/),
        enrollment_id: expect.stringMatching(/^enr_/),
        contact,
        ...common,
      });
    });

    it('is sent while the endpoint is not active, and of some type where it gets all', async () => {
      const hook = await hooks.hook(['*']);
      await hook.patch({ active: false });
      expect((await test(hook)).body.type).toBe('sent');
      await run();
      expect(hook.received()).toHaveLength(1);
    });

    it('refuses a type that there is not', async () => {
      const hook = await hooks.hook();
      expect(await test(hook, { type: 'opened' })).toMatchObject({ status: 422, body: { error: 'invalid_event_type', field: 'type' } });
    });
  });
});

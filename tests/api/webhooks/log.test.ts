import { accountEventTypes, messageEventTypes } from '@posthorn/contract';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { payloadOf } from '../../support/webhook-receiver.ts';
import { type Hooked, type Hooks, startHooks, verify } from './fixture.ts';

const MINUTE = 60_000;

describe.each(engines)('the log of deliveries on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');
  const typesOf = (deliveries: { type: string }[]) => deliveries.map(({ type }) => type);
  const replay = (hook: Hooked, body: object = {}) => hook.tenant.call('POST', `/v1/webhooks/${hook.id}/replay`, { body });
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

  describe('POST /v1/webhooks/{id}/replay', () => {
    it('delivers again under the same event id, as new deliveries, and leaves the originals alone', async () => {
      const hook = await hooks.hook(['delivery']);
      await hook.send();
      await run();
      const [original] = await hook.deliveries();
      await hooks.advance(5);
      const { status, body } = await replay(hook);
      expect(status).toBe(202);
      expect(body.replayed).toBe(1);
      expect(body.data).toEqual([
        {
          ...original,
          id: expect.stringMatching(/^whd_/),
          status: 'pending',
          attempts: [],
          attempt_count: 0,
          next_attempt_at: await hooks.now(),
          replay_of: original.id,
          created_at: await hooks.now(),
        },
      ]);
      await run();
      const [again, kept] = await hook.deliveries();
      expect(again).toMatchObject({ id: body.data[0].id, status: 'delivered', attempt_count: 1 });
      expect(kept).toEqual(original);
      const [first, second] = hook.received();
      if (first === undefined || second === undefined) throw new Error('it was not delivered again');
      expect(second.body).toBe(first.body);
      expect(second.headers['x-webhook-id']).toBe(first.headers['x-webhook-id']);
      expect(second.headers['x-webhook-delivery']).not.toBe(first.headers['x-webhook-delivery']);
      await verify(second, hook.secret);
    });

    it('has eight attempts of its own', async () => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, 500);
      await hook.send();
      await run();
      const { body } = await replay(hook);
      await run();
      for (let count = 0; count < 7; count += 1) {
        await hooks.advance(8 * 60 * MINUTE);
        await run();
      }
      const deliveries = await hook.deliveries('?status=failed');
      expect(deliveries.map(({ id, attempt_count }) => [id, attempt_count])).toEqual([
        [body.data[0].id, 8],
        [deliveries[1].id, 8],
      ]);
    });

    it('takes originals only, the newest first and at most 50', async () => {
      const hook = await hooks.hook(['sent', 'delivery']);
      for (let count = 0; count < 26; count += 1) {
        await hook.send();
        await hooks.advance(1);
      }
      const originals = await hook.deliveries('?limit=100');
      expect(originals).toHaveLength(52);
      for (const [body, expected] of [
        [{}, 50],
        [{ limit: 3 }, 3],
        [{}, 50],
      ] as const) {
        const answer = await replay(hook, body);
        expect(answer.body.replayed).toBe(expected);
        expect(answer.body.data.map(({ replay_of }: { replay_of: string }) => replay_of)).toEqual(
          originals.slice(0, expected).map(({ id }) => id),
        );
      }
      await run();
    });

    it('filters by all that is given', async () => {
      const hook = await hooks.hook();
      hooks.receiver.answer(hook.path, 500, 204);
      const first = await hook.send('delivered');
      await run();
      await hooks.advance(10);
      const between = await hooks.now();
      await hooks.advance(10);
      const second = await hook.send('bounced');
      await run();
      const all = await hook.deliveries();
      const count = async (body: object) => (await replay(hook, body)).body.replayed;
      expect(await count({ delivery_ids: [all[0].id, 'whd_nothing'] })).toBe(1);
      expect(await count({ delivery_ids: [] })).toBe(0);
      expect(await count({ message_id: first })).toBe(2);
      expect(await count({ message_id: second, types: ['sent'] })).toBe(0);
      expect(await count({ types: ['bounce', 'sent', 'sent'] })).toBe(2);
      expect(await count({ types: [] })).toBe(3);
      expect(await count({ status: 'pending' })).toBe(1);
      expect(await count({ status: 'failed' })).toBe(0);
      expect(await count({ since: between })).toBe(1);
      expect(await count({ until: between })).toBe(2);
      expect(await count({ since: all[0].created_at, until: all[0].created_at })).toBe(1);
      expect(await count({ since: null, types: null })).toBe(3);
      await run();
    });

    it.each([
      [{ limit: 0 }, 'validation_failed', 'limit'],
      [{ limit: 51 }, 'validation_failed', 'limit'],
      [{ types: ['opened'] }, 'invalid_event_type', 'types[0]'],
      [{ status: 'lost' }, 'validation_failed', 'status'],
      [{ since: 'yesterday' }, 'validation_failed', 'since'],
      [{ delivery_ids: 'x' }, 'validation_failed', 'delivery_ids'],
    ])('refuses %j', async (body, error, field) => {
      const hook = await hooks.hook();
      expect(await replay(hook, body)).toMatchObject({ status: 422, body: { error, field } });
    });

    it('takes an empty body for no filter', async () => {
      const hook = await hooks.hook();
      expect(await hook.tenant.call('POST', `/v1/webhooks/${hook.id}/replay`)).toMatchObject({
        status: 202,
        body: { replayed: 0, data: [] },
      });
    });

    it('goes out while the endpoint is not active, since it was asked for', async () => {
      const hook = await hooks.hook(['delivery']);
      await hook.send();
      await run();
      await hook.patch({ active: false });
      await replay(hook);
      await run();
      expect(hook.received()).toHaveLength(2);
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

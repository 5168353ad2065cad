import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Hooked, type Hooks, startHooks, verify } from './fixture.ts';

const MINUTE = 60_000;

describe.each(engines)('the replay of deliveries on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');
  const replay = (hook: Hooked, body: object = {}) => hook.tenant.call('POST', `/v1/webhooks/${hook.id}/replay`, { body });

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

    it('delivers a made-up event again as it was', async () => {
      const hook = await hooks.hook(['contact.created']);
      await hook.tenant.call('POST', `/v1/webhooks/${hook.id}/test`, { body: {} });
      await run();
      await hooks.advance(5);
      expect((await replay(hook)).body).toMatchObject({ replayed: 1 });
      await run();
      const [first, second] = hook.received();
      if (first === undefined || second === undefined) throw new Error('it was not delivered again');
      expect(JSON.parse(first.body.toString()).sample).toBe(true);
      expect(second.body).toEqual(first.body);
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
      expect(await count({ types: [] })).toBe(0);
      expect(await count({ types: [], delivery_ids: [all[0].id] })).toBe(0);
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
      [{ since: 1_767_225_600 }, 'validation_failed', 'since'],
      [{ until: 1_767_225_600 }, 'validation_failed', 'until'],
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
});

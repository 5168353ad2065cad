import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Hooks, startHooks, verify } from './fixture.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;

describe.each(engines)('the attempts at a webhook on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');

  describe('attempts', () => {
    it('are eight over 26 hours and 36 minutes, each recorded, and then it has failed', async () => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, 500);
      await hook.send();
      const start = await hooks.now();
      const offsets = [0, 1, 6, 36, 156, 636, 1116, 1596].map((minutes) => minutes * MINUTE);
      const dues: (number | null)[] = [];
      const attemptAt = async (at: number) => {
        await hooks.advance(at - 1 - (await hooks.now()));
        expect(await run()).toBe(0);
        await hooks.advance(1);
        expect(await run()).toBe(1);
      };
      for (const offset of offsets) {
        // The first is made as soon as there is something to tell.
        await (offset === 0 ? run() : attemptAt(start + offset));
        const [delivery] = await hook.deliveries();
        dues.push(delivery.next_attempt_at);
        expect(delivery.attempts).toHaveLength(dues.length);
      }
      expect(dues).toEqual([...offsets.slice(1).map((offset) => start + offset), null]);
      expect(await hook.deliveries()).toEqual([
        expect.objectContaining({
          status: 'failed',
          attempt_count: 8,
          attempts: offsets.map((offset, index) => ({
            attempt: index + 1,
            at: start + offset,
            response_status: 500,
            duration_ms: expect.any(Number),
            error: null,
          })),
        }),
      ]);
      await hooks.advance(100 * HOUR);
      expect(await run()).toBe(0);
      const ids = hook.received().map(({ headers, body }) => `${headers['x-webhook-id']} ${headers['x-webhook-delivery']} ${body}`);
      expect(ids).toHaveLength(8);
      expect(new Set(ids).size).toBe(1);
      for (const request of hook.received()) await verify(request, hook.secret);
    });

    it.each([200, 201, 202, 204, 299])('end with a %i', async (status) => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, 503, status);
      await hook.send();
      await run();
      await hooks.advance(MINUTE);
      await run();
      await hooks.advance(24 * HOUR);
      await run();
      expect((await hook.deliveries())[0]).toMatchObject({
        status: 'delivered',
        next_attempt_at: null,
        attempt_count: 2,
        attempts: [{ response_status: 503 }, { response_status: status }],
      });
      expect(hook.received()).toHaveLength(2);
    });

    it.each([
      ['a 301', { status: 301, location: '/hook/elsewhere' }, 301, null],
      ['a 307', { status: 307, location: '/hook/elsewhere' }, 307, null],
      ['a 410', 410, 410, null],
      ['a 404', 404, 404, null],
      ['a connection that breaks off', 'reset', null, 'UND_ERR_SOCKET'],
      ['a 101', { raw: 'HTTP/1.1 101 Switching Protocols\r\nConnection: Upgrade\r\nUpgrade: x\r\n\r\n' }, null, 'invalid_response'],
      ['a 101 that names no protocol', { raw: 'HTTP/1.1 101 Switching Protocols\r\n\r\n' }, null, 'invalid_response'],
      ['an answer that is not HTTP', { raw: '220 mail.example.com ESMTP\r\n' }, null, 'invalid_response'],
    ] as const)('fail with %s, and are made again', async (_, answer, status, error) => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, answer, 204);
      await hook.send();
      await run();
      const [delivery] = await hook.deliveries();
      expect(delivery).toMatchObject({ status: 'pending', attempts: [{ response_status: status, error }] });
      expect(hooks.receiver.at('/hook/elsewhere')).toEqual([]);
      await hooks.advance(MINUTE);
      await run();
      expect((await hook.deliveries())[0].status).toBe('delivered');
    });

    it('read no more of a large answer than they need', async () => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, { status: 200, body: 'x'.repeat(10_000_000) });
      await hook.send();
      await run();
      expect((await hook.deliveries())[0].status).toBe('delivered');
    });

    it('fail with a name that does not lead anywhere, and go to the URL as it is by then', async () => {
      const hook = await hooks.hook(['delivery']);
      await hook.patch({ url: 'https://localhost:9/' });
      await hook.send();
      await run();
      expect((await hook.deliveries())[0].attempts).toEqual([
        { attempt: 1, at: expect.any(Number), response_status: null, duration_ms: expect.any(Number), error: 'ECONNREFUSED' },
      ]);
      await hook.patch({ url: hooks.receiver.url(hook.path) });
      await hooks.advance(MINUTE);
      await run();
      expect((await hook.deliveries())[0].status).toBe('delivered');
    });
  });

  describe('an endpoint that is not active', () => {
    it('gets no new events, and what waits for it when it is active again', async () => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, 500, 204);
      await hook.send();
      await run();
      await hook.patch({ active: false });
      await hook.send();
      await hooks.advance(HOUR);
      expect(await run()).toBe(0);
      expect((await hook.deliveries())[0]).toMatchObject({ status: 'pending', attempt_count: 1 });
      await hook.patch({ active: true });
      expect(await run()).toBe(1);
      expect(await hook.deliveries()).toEqual([expect.objectContaining({ status: 'delivered', attempt_count: 2 })]);
    });

    it('is held by the suspension of its tenant as well', async () => {
      const hook = await hooks.hook(['delivery']);
      hooks.receiver.answer(hook.path, 500, 204);
      await hook.send();
      await run();
      const suspend = (suspended: boolean) => hooks.server.admin('PATCH', `/admin/tenants/${hook.tenant.id}`, { body: { suspended } });
      await suspend(true);
      await hooks.advance(HOUR);
      expect(await run()).toBe(0);
      await suspend(false);
      expect(await run()).toBe(1);
      expect((await hook.deliveries())[0].status).toBe('delivered');
    });
  });
});

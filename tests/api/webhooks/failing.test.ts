import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Hooked, type Hooks, startHooks } from './fixture.ts';

const MINUTE = 60_000;

describe.each(engines)('an endpoint whose deliveries fail on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');
  const failingOf = async ({ tenant, id }: Hooked) => {
    const { body } = await tenant.call('GET', `/v1/webhooks/${id}`);
    const { body: list } = await tenant.call('GET', '/v1/webhooks');
    expect(list.data.find((one: { readonly id: string }) => one.id === id).failing).toEqual(body.failing);
    return body.failing;
  };

  /** An endpoint with one delivery that was answered by a 500; returns when it was tried. */
  async function failedOnce(): Promise<{ readonly hook: Hooked; readonly since: number }> {
    const hook = await hooks.hook(['delivery']);
    expect(await failingOf(hook)).toBeNull();
    hooks.receiver.answer(hook.path, 500);
    await hook.send();
    await run();
    const [{ attempts }] = await hook.deliveries();
    return { hook, since: attempts[0].at };
  }

  it('says since when, how often and why, over all its deliveries', async () => {
    const { hook, since } = await failedOnce();
    expect(await failingOf(hook)).toEqual({ since, attempts: 1, last_attempt_at: since, response_status: 500, error: null });
    await hooks.advance(MINUTE);
    hooks.receiver.answer(hook.path, 'reset');
    await hook.send();
    await run();
    expect(await failingOf(hook)).toEqual({
      since,
      attempts: 3,
      last_attempt_at: since + MINUTE,
      response_status: null,
      error: expect.stringMatching(/^\w+$/),
    });
  });

  it('says so no more once one of them succeeds, and begins anew with the next that fails', async () => {
    const { hook, since } = await failedOnce();
    hooks.receiver.answer(hook.path, 204);
    await hooks.advance(MINUTE);
    await run();
    expect(await failingOf(hook)).toBeNull();
    hooks.receiver.answer(hook.path, 410);
    await hook.send();
    await run();
    expect(await failingOf(hook)).toMatchObject({ since: since + MINUTE, attempts: 1, response_status: 410 });
  });

  it('forgets it where it gets another URL, and with nothing else that is changed', async () => {
    const { hook } = await failedOnce();
    await hook.patch({ description: 'The shop', active: false });
    expect(await failingOf(hook)).toMatchObject({ attempts: 1 });
    const { body } = await hook.tenant.call('PATCH', `/v1/webhooks/${hook.id}`, { body: { url: hooks.receiver.url('/another') } });
    expect(body.failing).toBeNull();
    expect(await failingOf(hook)).toBeNull();
  });

  it('leaves out what comes of a URL that it had before', async () => {
    const hook = await hooks.hook(['delivery']);
    hooks.receiver.answer(hook.path, 'hang');
    await hook.send();
    const running = run();
    await expect.poll(() => hooks.receiver.at(hook.path).length).toBe(1);
    await hook.tenant.call('PATCH', `/v1/webhooks/${hook.id}`, { body: { url: hooks.receiver.url('/another') } });
    hooks.receiver.release(500);
    await running;
    expect((await hook.deliveries())[0].attempts).toMatchObject([{ response_status: 500 }]);
    expect(await failingOf(hook)).toBeNull();
  });

  it('tells nothing of other endpoints', async () => {
    const { hook } = await failedOnce();
    const other = await hooks.hook(['delivery'], hook.tenant);
    await hook.send();
    await run();
    expect(await failingOf(hook)).toMatchObject({ attempts: 2 });
    expect(await failingOf(other)).toBeNull();
  });
});

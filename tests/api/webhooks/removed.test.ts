import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { payloadOf } from '../../support/fakes/webhook-receiver.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN } from '../../support/server.ts';
import { type Hooked, type Hooks, startHooks } from './fixture.ts';

const DAY = 86_400_000;
const RETENTION = { JOB_INTERVAL_MS: '2000000000', BODY_RETENTION_DAYS: '1', MESSAGE_RETENTION_DAYS: '30' };

describe.each(engines)('deliveries whose event was removed on $name', (engine) => {
  let hooks: Hooks;
  beforeAll(async () => {
    hooks = await startHooks(engine, RETENTION);
  });
  afterAll(() => hooks.close());

  const run = () => hooks.server.run('webhooks');
  const replay = (hook: Hooked, body: object = {}) => hook.tenant.call('POST', `/v1/webhooks/${hook.id}/replay`, { body });
  const addContact = ({ tenant }: Hooked) => tenant.call('POST', '/v1/contacts', { body: { email: 'ada@example.net' } });
  const failingOf = async ({ tenant, id }: Hooked) => (await tenant.call('GET', `/v1/webhooks/${id}`)).body.failing;

  async function advance(days: number): Promise<void> {
    await hooks.advance(days * DAY);
    for (const job of ['stats', 'cleanup', 'cleanup']) await hooks.server.run(job);
  }

  it('are failed instead of posted, and say why', async () => {
    const hook = await hooks.hook(['delivery', 'contact.created']);
    hooks.receiver.answer(hook.path, 500);
    await hook.send();
    await addContact(hook);
    await run();
    await hook.patch({ active: false });
    const failing = await failingOf(hook);
    expect(failing).toMatchObject({ attempts: 2, response_status: 500 });
    await advance(31);
    const held = { status: 'pending', attempt_count: 1, payload: null };
    expect(await hook.deliveries()).toMatchObject([held, held]);
    await hook.patch({ active: true });
    await run();
    expect(hook.received()).toHaveLength(2);
    const last = { attempt: 2, at: await hooks.now(), response_status: null, duration_ms: 0, error: 'event_removed' };
    const ended = { status: 'failed', attempts: [{ response_status: 500 }, last], attempt_count: 2, next_attempt_at: null, payload: null };
    expect(await hook.deliveries()).toMatchObject([
      { type: 'contact.created', ...ended },
      { type: 'delivery', ...ended },
    ]);
    const answer = await fetch(`${hooks.server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    const attempts = readSamples(await answer.text()).filter(({ name }) => name === 'posthorn_webhook_attempts_total');
    expect(attempts.map(({ labels, value }) => [labels.outcome, value])).toEqual(
      expect.arrayContaining([
        ['retry', 2],
        ['failed', 0],
        ['event_removed', 2],
      ]),
    );
    // The endpoint was not asked.
    expect(await failingOf(hook)).toEqual(failing);
  });

  it('are not repeated', async () => {
    const hook = await hooks.hook(['delivery', 'contact.created']);
    await hook.send();
    await run();
    const [gone] = await hook.deliveries();
    expect(gone.payload).toEqual(payloadOf(hook.received()[0]));
    await advance(31);
    expect(await hook.deliveries()).toEqual([{ ...gone, payload: null }]);
    expect(await replay(hook, { delivery_ids: [gone.id] })).toMatchObject({ status: 410, body: { error: 'event_removed' } });
    await addContact(hook);
    await hook.tenant.call('POST', `/v1/webhooks/${hook.id}/test`, { body: { type: 'delivery' } });
    await run();
    const [sample, kept] = await hook.deliveries();
    expect((await replay(hook)).body.data).toMatchObject([{ replay_of: sample.id }, { replay_of: kept.id }]);
    await run();
    expect(hook.received()).toHaveLength(5);
  });

  it('take no place of those that are repeated', async () => {
    const hook = await hooks.hook(['delivery', 'contact.created']);
    const message = await hook.send();
    await addContact(hook);
    await run();
    const [removed, kept] = await hook.deliveries();
    await hooks.advance(20 * DAY);
    // An event since then keeps the message, and what happened to it before.
    const opened = { message_id: message, type: 'open', recipients: ['delivered@posthorn.test'], data: {} };
    expect(await hooks.server.admin('POST', '/admin/provider-events', { body: opened })).toMatchObject({ status: 202 });
    await advance(15);
    expect(await hook.deliveries()).toMatchObject([
      { id: removed.id, payload: null },
      { id: kept.id, payload: { type: 'delivery' } },
    ]);
    expect(await replay(hook, { limit: 1 })).toMatchObject({ status: 202, body: { replayed: 1, data: [{ replay_of: kept.id }] } });
    expect((await replay(hook, { limit: 2 })).body.data).toMatchObject([{ replay_of: kept.id }]);
  });

  it('are not posted by a repetition that was asked for before', async () => {
    const hook = await hooks.hook(['contact.created']);
    hooks.receiver.answer(hook.path, 204, 500);
    await addContact(hook);
    await run();
    expect((await replay(hook)).body.replayed).toBe(1);
    await run();
    await advance(31);
    await run();
    expect(hook.received()).toHaveLength(2);
    expect((await hook.deliveries())[0]).toMatchObject({
      status: 'failed',
      attempts: [{ response_status: 500 }, { error: 'event_removed' }],
    });
  });
});

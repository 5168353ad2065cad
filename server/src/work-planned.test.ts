import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../tests/support/engines.ts';
import { startWebhookReceiver, type WebhookReceiver } from '../../tests/support/fakes/webhook-receiver.ts';
import { automationsOf } from '../../tests/support/fixtures/automations.ts';
import { addAudience, addContacts, writeDraft } from '../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../tests/support/posthorn.ts';
import type { TestTenant } from '../../tests/support/server.ts';
import { eventually } from '../../tests/support/wait.ts';
import { SECOND_MS } from './core/durations.ts';
import { workPlanned } from './queue/jobs.ts';

const mailOf = (tenant: TestTenant, more: object = {}) => ({
  ...{ from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' },
  ...more,
});

describe.each(engines)('what will be due is told to its sweep on $name', (engine) => {
  const told: unknown[] = [];
  const server = useServer(engine, { ...BY_HAND, ALLOW_SHORT_WAITS: 'true' });
  beforeAll(() => server.app.hooks.on(workPlanned, async (...planned) => void told.push(planned)));

  const toldOf = async (act: () => Promise<unknown>) => {
    told.splice(0);
    await act();
    return told.splice(0);
  };
  const inSeconds = (count: number) => server.app.clock.now() + count * SECOND_MS;

  it('by mail that is scheduled, the first of a batch, and mail that is moved', async () => {
    const tenant = await server.mint();
    const send = (more: object) => tenant.call('POST', '/v1/email', { body: mailOf(tenant, more) });
    expect(await toldOf(() => send({ scheduled_at: inSeconds(7) }))).toEqual([['scheduler', inSeconds(7)]]);
    const batch = [9, 5, 8].map((count) => mailOf(tenant, { scheduled_at: inSeconds(count) }));
    expect(await toldOf(() => tenant.call('POST', '/v1/email/batch', { body: batch }))).toEqual([['scheduler', inSeconds(5)]]);
    const { body } = await send({ scheduled_at: inSeconds(90) });
    const move = (scheduled_at: number) => () => tenant.call('PATCH', `/v1/email/${body.message_id}`, { body: { scheduled_at } });
    expect(await toldOf(move(inSeconds(3)))).toEqual([['scheduler', inSeconds(3)]]);
    expect(await toldOf(() => tenant.call('DELETE', `/v1/email/${body.message_id}`))).toEqual([]);
    expect(await toldOf(move(inSeconds(2)))).toEqual([]);
    expect(await toldOf(() => send({}))).toEqual([]);
  });

  it('by a broadcast that is scheduled', async () => {
    const tenant = await server.mint();
    const audience = await addAudience(tenant, await addContacts(tenant, 1));
    const send = async (body: object) => tenant.call('POST', `/v1/broadcasts/${await writeDraft(tenant, audience)}/send`, { body });
    expect(await toldOf(() => send({ scheduled_at: inSeconds(4) }))).toEqual([['fanout', inSeconds(4)]]);
    expect(await toldOf(() => send({}))).toEqual([]);
  });

  it('by a contact that comes to a wait', async () => {
    const tenant = await server.mint();
    const us = automationsOf(server, tenant);
    await us.active([{ id: 'w', type: 'wait', seconds: 6 }]);
    await us.contact('a@example.net');
    await eventually(async () => (told.length > 0 ? told : undefined));
    expect(told.splice(0)).toEqual([['automations', inSeconds(6)]]);
  });
});

/** The recurring jobs run at the start, and then in an hour. */
describe.each(engines)('what falls due between two runs on $name', (engine) => {
  let receiver: WebhookReceiver;
  beforeAll(async () => {
    receiver = await startWebhookReceiver();
  });
  afterAll(() => receiver.close());
  const server = useServer(engine, { JOB_INTERVAL_MS: BY_HAND.JOB_INTERVAL_MS, WEBHOOK_ALLOW_PRIVATE: 'true' });

  it('goes out when it is due: mail of a tenant that is no longer suspended', async () => {
    const tenant = await server.mint();
    const { db, clock } = server.app;
    const body = mailOf(tenant, { scheduled_at: clock.now() + 1800 * SECOND_MS });
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    // As its job leaves it that finds it held.
    await db.write.updateTable('messages').set({ status: 'queued' }).where('id', '=', id).execute();
    for (const suspended of [true, false]) await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    const status = async () => (await tenant.call('GET', `/v1/messages/${id}`)).body.status;
    await eventually(async () => ((await status()) === 'queued' ? undefined : true));
  });

  it('goes out when it is due: webhooks of an endpoint that is active again', async () => {
    const tenant = await server.mint();
    const hook = (await tenant.call('POST', '/v1/webhooks', { body: { url: receiver.url('/held'), events: ['scheduled'] } })).body;
    const set = (active: boolean) => tenant.call('PATCH', `/v1/webhooks/${hook.id}`, { body: { active } });
    receiver.answer('/held', 500, 204);
    await tenant.call('POST', '/v1/email', { body: mailOf(tenant, { scheduled_at: server.app.clock.now() + 1800 * SECOND_MS }) });
    const deliveries = async () => (await tenant.call('GET', `/v1/webhooks/${hook.id}/deliveries`)).body.data;
    await eventually(async () => ((await deliveries())[0].attempt_count === 1 ? true : undefined));
    await set(false);
    // As the job of its second attempt leaves it, which finds it held.
    await server.app.db.write
      .updateTable('webhook_deliveries')
      .set({ next_attempt_at: server.app.clock.now(), due_at: server.app.clock.now() + 1800 * SECOND_MS })
      .where('webhook_id', '=', hook.id)
      .execute();
    await set(true);
    await eventually(async () => ((await deliveries())[0].status === 'delivered' ? true : undefined));
  });
});

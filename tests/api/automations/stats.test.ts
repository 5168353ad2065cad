import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, DAY, mail, wait } from '../../support/fixtures/automations.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

describe.each(engines)('GET /v1/automations/{id}/stats on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('counts step by step who is there and what became of the mail', async () => {
    const tenant = await server.mint();
    const automations = automationsOf(server, tenant);
    const branch = { id: 'b', type: 'branch', filter: { field: 'attributes.vip', op: 'eq', value: true }, then: [mail('vip')] };
    const steps = [mail('one'), wait('w', DAY / 1000), branch, mail('last')];
    const id = await automations.active(steps, { from_domain_id: tenant.domain.id });
    const contacts: string[] = [];
    for (const name of ['ada', 'grace', 'alan'])
      contacts.push(await automations.contact(`${name}@example.net`, { attributes: { vip: name === 'ada' } }));
    await automations.run();
    await automations.dispatch();
    const messages = await automations.messages();
    for (const message of messages.slice(0, 2)) for (let n = 0; n < 2; n += 1) await automations.happens(message.id, 'open');
    await automations.happens(messages[0].id, 'click');
    // A program opens what its reader has not, and is not counted.
    for (const type of ['open', 'click'] as const) await automations.happens(messages[2].id, type, { prefetch: true });
    const stats = async () => (await tenant.call('GET', `/v1/automations/${id}/stats`)).body;
    const before = await stats();
    expect(before).toMatchObject({ automation_id: id, enrollments: { active: 3, completed: 0, cancelled: 0, failed: 0 } });
    expect(before.steps.map(({ step, path, active }: Record<string, unknown>) => [step, path, active])).toEqual([
      ['one', 'steps[0]', 0],
      ['w', 'steps[1]', 3],
      ['b', 'steps[2]', 0],
      ['vip', 'steps[2].then[0]', 0],
      ['last', 'steps[3]', 0],
    ]);
    expect(before.steps[0].mail).toMatchObject({ total: 3, sent: 3, queued: 0, failed: 0, unique_opens: 2, unique_clicks: 1 });
    expect(before.steps[0].mail.events).toMatchObject({ sent: 3, open: 4, click: 1, bounce: 0 });
    expect(before.steps[1].mail).toBeNull();
    expect(before.steps[3].mail).toMatchObject({ total: 0, sent: 0 });

    await tenant.call('PATCH', `/v1/contacts/${contacts[2]}`, { body: { status: 'unsubscribed' } });
    await automations.advance(2 * DAY);
    await automations.run();
    await automations.dispatch();
    const after = await stats();
    expect(after.enrollments).toMatchObject({ active: 0, completed: 2, cancelled: 1 });
    expect(after.steps.map(({ mail: own }: { mail: { sent: number } | null }) => own?.sent ?? null)).toEqual([3, null, null, 1, 2]);
    expect(after.steps[4]).toMatchObject({ step: 'last', cancelled: 1 });
  });

  it('knows no automations of other tenants', async () => {
    const [tenant, other] = [await server.mint(), await server.mint()];
    const id = await automationsOf(server, tenant).active([wait('w', 60)], { from_domain_id: tenant.domain.id });
    expect((await other.call('GET', `/v1/automations/${id}/stats`)).body).toEqual({ error: 'not_found' });
  });
});

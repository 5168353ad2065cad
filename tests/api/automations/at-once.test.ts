import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Automations, automationsOf, DAY, mail } from '../../support/fixtures/automations.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

/** No background run comes to help: it is an hour away. */
describe.each(engines)('automations begin at once on $name', (engine) => {
  let tenant: TestTenant;
  let us: Automations;
  const server = useServer(engine, BY_HAND);
  beforeEach(async () => {
    tenant = await server.mint();
    us = automationsOf(server, tenant);
  });

  const sent = (subjects: readonly string[]) =>
    eventually(async () => {
      const found = (await us.messages()).map(({ subject, status }) => `${subject} ${status}`);
      return subjects.every((subject) => found.includes(`Subject ${subject} sent`)) ? found : undefined;
    });
  const opened = { id: 'o', type: 'wait_for_event', event: 'open', timeout_seconds: 86_400, then: [mail('yes')] };

  it('with the first step when a contact is created', async () => {
    const id = await us.active([mail('hi')]);
    await us.contact('a@example.net');
    await sent(['hi']);
    expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 1, cancelled: 0, failed: 0 });
  });

  it('when a contact is enrolled by hand, or joins an audience, and what that sets off in turn', async () => {
    const audience = await us.audience();
    await us.active([mail('joined')], { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } });
    const contact_id = await us.contact('a@example.net');
    const id = await us.active([{ id: 'a', type: 'add_to_audience', audience_id: audience }, mail('by-hand')]);
    await us.post(`/automations/${id}/enrollments`, { contact_id });
    await sent(['by-hand', 'joined']);
  });

  it('when a mail has the event that is waited for', async () => {
    await us.active([mail('hi'), opened]);
    await us.contact('a@example.net');
    await sent(['hi']);
    await us.happens((await us.messages())[0].id, 'open');
    await sent(['hi', 'yes']);
  });

  it('when a paused one is activated, with what fell due meanwhile', async () => {
    const id = await us.active([mail('hi'), opened]);
    await us.contact('a@example.net');
    await sent(['hi']);
    await us.post(`/automations/${id}/pause`);
    await us.happens((await us.messages())[0].id, 'open');
    await us.advance(DAY);
    expect(await us.enrollments(id)).toMatchObject([{ status: 'active', current_step: 'o' }]);
    await us.post(`/automations/${id}/activate`);
    await sent(['hi', 'yes']);
  });
});

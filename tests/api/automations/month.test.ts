import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Automations, automationsOf, DAY, mail, wait } from '../../support/fixtures/automations.ts';
import { useServer, useTenant } from '../../support/posthorn.ts';

const DAY_SECONDS = 86_400;

const STEPS = [
  mail('welcome'),
  {
    id: 'opened',
    type: 'wait_for_event',
    event: 'open',
    step: 'welcome',
    timeout_seconds: 3 * DAY_SECONDS,
    then: [{ id: 'mark', type: 'update_contact', attributes: { keen: true } }],
    else: [mail('reminder')],
  },
  wait('week', 7 * DAY_SECONDS),
  {
    id: 'who',
    type: 'branch',
    filter: { field: 'attributes.keen', op: 'eq', value: true },
    then: [mail('offer')],
    else: [wait('longer', 7 * DAY_SECONDS), mail('survey')],
  },
  wait('rest', 7 * DAY_SECONDS),
  mail('goodbye'),
];

describe.each(engines)('a month of an automation on $name', (engine) => {
  let us: Automations;
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  const tenant = useTenant(server);
  beforeAll(async () => {
    us = automationsOf(server, tenant);
  });

  it('takes two contacts their ways, with a week of pause in the middle', async () => {
    const id = await us.active(STEPS);
    await us.contact('keen@example.net');
    await us.contact('calm@example.net');
    const { body: clock } = await server.admin('GET', '/admin/clock');
    for (let day = 0; day <= 35; day += 1) {
      if (day === 5) await us.post(`/automations/${id}/pause`);
      if (day === 12) await us.post(`/automations/${id}/activate`);
      await us.run();
      await us.dispatch();
      if (day === 1) {
        const [first] = (await us.messages()).filter(({ to }) => to[0] === 'keen@example.net');
        await us.happens(first.id, 'open');
      }
      await us.advance(DAY);
    }
    const sent = (await us.messages()).map(({ to, subject, created_at }) => [
      to[0],
      subject.slice('Subject '.length),
      Math.round((created_at - clock.now) / DAY),
    ]);
    const of = (email: string) => sent.filter(([to]) => to === email).map(([, ...rest]) => rest);
    // Opened on day 1 and marked on day 2; the week would end on day 9 and ends with the pause, on day 12.
    expect(of('keen@example.net')).toEqual([
      ['welcome', 0],
      ['offer', 12],
      ['goodbye', 19],
    ]);
    // Reminded on day 3; the week ends on day 10, in the pause.
    expect(of('calm@example.net')).toEqual([
      ['welcome', 0],
      ['reminder', 3],
      ['survey', 19],
      ['goodbye', 26],
    ]);
    expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: 2, cancelled: 0, failed: 0 });
  });
});

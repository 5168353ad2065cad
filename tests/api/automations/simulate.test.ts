import { stepTypes } from '@posthorn/contract';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Automations, automationsOf, DAY, HOUR, MINUTE, mail, wait } from '../../support/fixtures/automations.ts';
import { useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

describe.each(engines)('POST /v1/automations/{id}/simulate on $name', (engine) => {
  let tenant: TestTenant;
  let us: Automations;
  let now: number;
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  beforeAll(async () => {
    now = (await server.admin('GET', '/admin/clock')).body.now;
  });
  beforeEach(async () => {
    tenant = await server.mint();
    us = automationsOf(server, tenant);
  });

  const draft = async (steps: readonly object[]) =>
    (await us.post('/automations', { name: 'x', trigger_kind: 'contact_created', steps })).body.id as string;
  async function walk(steps: readonly object[], { contact = {}, events }: { contact?: object; events?: object[] } = {}) {
    const contact_id = await us.contact('a@example.net', contact);
    return us.post(`/automations/${await draft(steps)}/simulate`, { contact_id, events });
  }
  const told = ({ body }: Awaited<ReturnType<typeof walk>>) =>
    body.path.map(({ step, at, outcome, detail }: Record<string, unknown>) => [step, Number(at) - now, outcome, detail]);

  const opened = {
    id: 'o',
    type: 'wait_for_event',
    event: 'open',
    step: 'hi',
    timeout_seconds: 86_400,
    then: [mail('yes')],
    else: [mail('no')],
  };

  it('takes the address of a contact instead of its id', async () => {
    await us.contact('b@example.net', { attributes: { first_name: 'Bo' } });
    const path = `/automations/${await draft([mail('hi', { subject: 'Hi {{ first_name }}' })])}/simulate`;
    expect((await us.post(path, { email: 'B@example.net' })).body.path[0].detail).toBe('Hi Bo');
    expect((await us.post(path, { email: 'nobody@example.net' })).body.error).toBe('contact_not_found');
    expect((await us.post(path, { email: 'nobody' })).body.error).toBe('invalid_email');
    expect((await us.post(path, {})).body).toEqual({ error: 'missing_field', detail: 'contact_id is required.', field: 'contact_id' });
  });

  it('walks through every kind of step and keeps nothing of it', async () => {
    const audience = await us.audience();
    const steps = [
      mail('hi', { subject: 'Hi {{ first_name }}' }),
      wait('w', 3600),
      { id: 'u', type: 'update_contact', attributes: { plan: 'pro' } },
      { id: 'a', type: 'add_to_audience', audience_id: audience },
      {
        id: 'b',
        type: 'branch',
        filter: {
          and: [
            { field: 'attributes.plan', op: 'eq', value: 'pro' },
            { field: 'audience', op: 'member_of', value: audience },
          ],
        },
        then: [{ id: 'r', type: 'remove_from_audience', audience_id: audience }],
      },
      { id: 'h', type: 'webhook', name: 'told' },
      { id: 'p', type: 'wait_until', at: 0 },
      { id: 'x', type: 'exit' },
      mail('never'),
    ];
    const answer = await walk(steps, { contact: { attributes: { first_name: 'Ann' } } });
    expect(answer).toMatchObject({ status: 200, body: { ended: 'completed' } });
    expect(new Set([...answer.body.path.map(({ type }: { type: string }) => type), opened.type])).toEqual(new Set(stepTypes));
    expect(told(answer)).toEqual([
      ['hi', 0, 'sent', 'Hi Ann'],
      ['w', HOUR, 'waited', null],
      ['u', HOUR, 'updated', null],
      ['a', HOUR, 'added', null],
      ['b', HOUR, 'then', null],
      ['r', HOUR, 'removed', null],
      ['h', HOUR, 'announced', 'told'],
      ['p', HOUR, 'waited', null],
      ['x', HOUR, 'exited', null],
    ]);
    expect(answer.body.path[0].type).toBe('send_email');
    const [contact] = (await us.get('/contacts')).data;
    expect(contact.attributes).toEqual({ first_name: 'Ann' });
    expect((await us.get(`/audiences/${audience}/members`)).data).toEqual([]);
    expect(await us.messages()).toEqual([]);
    const events = server.app.db.read.selectFrom('events').select('type').where('tenant_id', '=', tenant.id);
    expect(await events.execute()).toEqual([{ type: 'contact.created' }]);
  });

  it.each(['active', 'paused', 'archived'])('walks one that is %s', async (state) => {
    const contact_id = await us.contact('a@example.net');
    const id = await us.active([mail('hi')]);
    if (state === 'paused') await us.post(`/automations/${id}/pause`);
    if (state === 'archived') await us.post(`/automations/${id}/archive`);
    const { status, body } = await us.post(`/automations/${id}/simulate`, { contact_id });
    expect([status, body.ended]).toEqual([200, 'completed']);
    expect((await us.automation(id)).status).toBe(state);
    expect(await us.messages()).toEqual([]);
  });

  it('lets events happen, counted from the mail', async () => {
    const events = [{ event: 'open', step: 'hi', after_seconds: 7200 }];
    expect(told(await walk([wait('w', 60), mail('hi'), opened], { events }))).toEqual([
      ['w', MINUTE, 'waited', null],
      ['hi', MINUTE, 'sent', 'Subject hi'],
      ['o', MINUTE + 2 * HOUR, 'happened', null],
      ['yes', MINUTE + 2 * HOUR, 'sent', 'Subject yes'],
    ]);
  });

  it.each([
    ['none is given', undefined],
    ['another is given', [{ event: 'click', after_seconds: 5 }]],
    ['it comes too late', [{ event: 'open', after_seconds: 86_401 }]],
  ])('lets the time run out where %s', async (_, events) => {
    const answer = await walk([mail('hi'), opened], events === undefined ? {} : { events });
    expect(told(answer).slice(1)).toEqual([
      ['o', DAY, 'timed_out', null],
      ['no', DAY, 'sent', 'Subject no'],
    ]);
  });

  it('lets nothing happen to a mail that is not sent', async () => {
    const events = [{ event: 'open', step: 'hi', after_seconds: 5 }];
    expect(told(await walk([mail('hi', { subject: '{{ attributes.none }}' }), opened], { events }))).toEqual([
      ['hi', 0, 'failed', expect.stringMatching(/^empty_subject: /)],
      ['o', DAY, 'timed_out', null],
      ['no', DAY, 'sent', 'Subject no'],
    ]);
  });

  it.each(['nope', 'o'])('refuses an event of the mail of %s, which is no step that sends one', async (step) => {
    const events = [
      { event: 'open', step: 'yes', after_seconds: 5 },
      { event: 'open', step, after_seconds: 5 },
    ];
    expect(await walk([mail('hi'), opened], { events })).toMatchObject({
      status: 422,
      body: {
        error: 'validation_failed',
        field: 'events[1].step',
        detail: 'events[1].step: Not the id of a send_email step of the automation.',
      },
    });
  });

  it('cancels for one who gets no mail', async () => {
    const answer = await walk([{ id: 'u', type: 'update_contact', status: 'unsubscribed' }, mail('hi'), mail('ho')]);
    expect(answer.body.ended).toBe('cancelled');
    expect(told(answer)).toEqual([
      ['u', 0, 'updated', null],
      ['hi', 0, 'cancelled', 'unsubscribed'],
    ]);
  });

  it('fails where a step would', async () => {
    const answer = await walk([{ id: 's', type: 'send_email', template_alias: 'none' }, mail('ho')]);
    expect(answer.body).toMatchObject({
      ended: 'failed',
      path: [{ step: 's', outcome: 'failed', detail: expect.stringContaining('template_not_found') }],
    });
  });

  it('refuses a program that is none, and a contact that is none', async () => {
    expect(await walk([])).toMatchObject({ status: 422, body: { error: 'invalid_steps', path: 'steps' } });
    const id = await draft([mail('hi')]);
    expect(await us.post(`/automations/${id}/simulate`, { contact_id: 'con_none' })).toMatchObject({
      status: 422,
      body: { error: 'contact_not_found' },
    });
    expect(await us.post('/automations/aut_none/simulate')).toMatchObject({ status: 404 });
  });
});

import { type StepType, stepTypes } from '@posthorn/contract';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { type Watched, watch } from '../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../tests/support/engines.ts';
import { type Automations, automationsOf, mail, wait } from '../../../tests/support/fixtures/automations.ts';
import { useServer } from '../../../tests/support/posthorn.ts';
import { openRunner } from '../../../tests/support/processes/automation-runner.ts';
import type { TestTenant } from '../../../tests/support/server.ts';
import type { AppContext } from '../app-context.ts';
import { addMembers } from '../audiences/add-members.ts';
import { wakeOnEvent } from './run/wake-on-event.ts';

const MANY = 40;
const awaited = { type: 'wait_for_event', event: 'open', timeout_seconds: 3600 };

describe.each(engines)('statements of automations on $name', (engine) => {
  let app: AppContext;
  let watched: Watched;
  let runner: Awaited<ReturnType<typeof openRunner>>;
  let tenant: TestTenant;
  let us: Automations;
  let audience: string;
  let minted = 0;

  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  beforeAll(async () => {
    watched = watch(server.app);
    app = watched.app;
    runner = await openRunner(app);
  });
  afterAll(() => runner.close());
  beforeEach(async () => {
    tenant = await server.mint();
    us = automationsOf(server, tenant);
    audience = await us.audience();
  });

  const active = (steps: readonly object[]) =>
    us.active(steps, { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } });

  /** New contacts of the tenant. */
  async function contacts(count: number): Promise<string[]> {
    minted += 1;
    const given = Array.from({ length: count }, (_, place) => ({ email: `s${minted}-${place}@example.net` }));
    return (await us.post('/contacts/batch', { contacts: given })).body.data.map((one: { id: string }) => one.id);
  }

  /** What some work takes. SQLite inserts rows one by one, with one statement. */
  async function taken(work: () => Promise<unknown>): Promise<string[]> {
    watched.statements.length = 0;
    watched.reads.length = 0;
    await work();
    const statements = [...watched.statements, ...watched.reads];
    const inserts = statements.filter((text) => text.startsWith('insert'));
    return [...statements.filter((text) => !text.startsWith('insert')), ...new Set(inserts)];
  }

  const join = async (contactIds: readonly string[]) => addMembers(runner.app, { tenantId: tenant.id, id: audience }, contactIds);
  async function step(count: number): Promise<string[]> {
    await join(await contacts(count));
    return taken(runner.sweep);
  }

  /** A program for each type of step; a new type is missing here. */
  const programs = {
    wait: () => [wait('w', 3600)],
    wait_until: () => [{ type: 'wait_until', at: 4_000_000_000_000 }],
    wait_for_event: () => [mail('hi'), awaited],
    branch: () => [{ type: 'branch', filter: { field: 'email', op: 'starts_with', value: 's' }, then: [wait('w', 3600)] }],
    update_contact: () => [{ type: 'update_contact', attributes: { seen: true }, status: 'subscribed' }],
    send_email: () => [mail('hi', { html_body: '<p>{{ email }}</p>' })],
    add_to_audience: (audience_id: string) => [{ type: 'add_to_audience', audience_id }],
    remove_from_audience: (audience_id: string) => [{ type: 'remove_from_audience', audience_id }],
    webhook: () => [{ type: 'webhook', name: 'told' }],
    exit: () => [{ type: 'exit' }],
  } satisfies Readonly<Record<StepType, (audience: string) => readonly object[]>>;

  it.each(stepTypes)('of the step %s are as many for 40 who are due as for one', async (type) => {
    await active(programs[type](await us.audience()));
    // The first mail of a tenant also moves its windows on.
    await step(1);
    const one = await step(1);
    expect(one.length).toBeGreaterThan(5);
    expect(await step(MANY)).toEqual(one);
  });

  it('of an enrollment are as many for 40 who join an audience as for one', async () => {
    await active([wait('w', 3600)]);
    await active([wait('v', 3600)]);
    const [first, many] = [await contacts(1), await contacts(MANY)];
    const one = await taken(() => join(first));
    expect(one.filter((text) => text.includes('automation_enrollments')).length).toBe(1);
    expect(await taken(() => join(many))).toEqual(one);
  });

  it('of events that are waited for are as many for 40 mails as for one', async () => {
    const id = await active([mail('hi'), { ...awaited, id: 'o' }]);
    await step(MANY + 1);
    const sent = await us.messages();
    expect(sent).toHaveLength(MANY + 1);
    const opened = (messages: readonly { id: string; contact_id: string; to: string[] }[]) =>
      taken(() =>
        app.db.transact((trx) =>
          wakeOnEvent(
            { app, queue: runner.queue },
            trx,
            messages.map((message) => ({
              id: `evt_${message.id}`,
              tenantId: tenant.id,
              messageId: message.id,
              type: 'open',
              recipients: message.to,
              at: 0,
              data: {},
              contactId: message.contact_id,
              testMode: false,
              providerMessageId: null,
              domainId: 'dom',
              stream: 'marketing',
              broadcastId: null,
            })),
          ),
        ),
      );
    const [first, ...rest] = sent;
    const one = await opened([first]);
    expect(await opened(rest)).toEqual(one);
    expect((await us.enrollments(id)).every(({ next_run_at, created_at }) => next_run_at === created_at)).toBe(true);
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { useNewTenant, useServer } from '../../support/posthorn.ts';

type State = 'draft' | 'active' | 'paused' | 'archived';
type Operation = 'edit' | 'activate' | 'pause' | 'archive' | 'enroll';

/** The state that follows, or the code that refuses. */
const TABLE: Record<State, Record<Operation, string>> = {
  draft: { edit: 'draft', activate: 'active', pause: 'not_active', archive: 'archived', enroll: 'not_active' },
  active: { edit: 'not_editable', activate: 'not_activatable', pause: 'paused', archive: 'archived', enroll: 'active' },
  paused: { edit: 'not_editable', activate: 'active', pause: 'not_active', archive: 'archived', enroll: 'not_active' },
  archived: { edit: 'not_editable', activate: 'not_activatable', pause: 'not_active', archive: 'not_archivable', enroll: 'not_active' },
};
const CELLS = Object.entries(TABLE).flatMap(([state, row]) =>
  Object.entries(row).map(([operation, outcome]) => [state as State, operation as Operation, outcome] as const),
);

const STEPS = [{ id: 'w', type: 'wait', seconds: 3600 }];

describe.each(engines)('states of automations on $name', (engine) => {
  const server = useServer(engine, { CLOCK: 'virtual', ROLE: 'api' });
  const tenant = useNewTenant(server);

  const post = (path: string, body: object = {}) => tenant.call('POST', `/v1/automations${path}`, { body });
  const get = async (id: string) => (await tenant.call('GET', `/v1/automations/${id}`)).body;
  const contact = async (email = 'a@example.net') => (await tenant.call('POST', '/v1/contacts', { body: { email } })).body.id as string;

  async function inState(state: State): Promise<string> {
    const begins = { trigger_kind: 'audience_added', trigger_config: await joining() };
    const { id } = (await post('', { name: 'x', ...begins, from_domain_id: tenant.domain.id, steps: STEPS })).body;
    if (state === 'active' || state === 'paused') await post(`/${id}/activate`);
    if (state === 'paused') await post(`/${id}/pause`);
    if (state === 'archived') await post(`/${id}/archive`);
    expect((await get(id)).status).toBe(state);
    return id;
  }
  const joining = async () => ({ audience_id: (await tenant.call('POST', '/v1/audiences', { body: { name: 'x' } })).body.id });

  async function operate(id: string, operation: Operation) {
    if (operation === 'edit') return tenant.call('PATCH', `/v1/automations/${id}`, { body: { name: 'y' } });
    if (operation === 'enroll') return post(`/${id}/enrollments`, { contact_id: await contact() });
    return post(`/${id}/${operation}`);
  }

  it.each(CELLS)('%s, %s: %s', async (state, operation, outcome) => {
    const id = await inState(state);
    const answer = await operate(id, operation);
    const after = (await get(id)).status;
    if (outcome in TABLE) {
      expect(answer.status).toBeLessThan(300);
      expect(after).toBe(outcome);
    } else {
      expect(answer).toMatchObject({ status: 409, body: { error: outcome, status: state } });
      expect(after).toBe(state);
    }
  });

  it.each([['draft'], ['active'], ['paused'], ['archived']] as const)('%s, delete: gone', async (state) => {
    const id = await inState(state);
    expect((await tenant.call('DELETE', `/v1/automations/${id}`)).status).toBe(200);
    expect((await tenant.call('GET', `/v1/automations/${id}`)).status).toBe(404);
  });

  it('a 409 comes before the faults of the body', async () => {
    const id = await inState('paused');
    expect((await tenant.call('PATCH', `/v1/automations/${id}`, { body: { steps: 5 } })).body).toMatchObject({ error: 'not_editable' });
    const refusal = { error: 'not_active', status: 'paused' };
    expect((await post(`/${id}/enrollments`, {})).body).toEqual({ ...refusal, detail: expect.stringContaining('activate it first') });
    expect((await post(`/${id}/pause`)).body).toEqual({ ...refusal, detail: 'Only an active automation can be paused.' });
  });

  it('of many who archive at once, one does', async () => {
    const id = await inState('active');
    const answers = await Promise.all(Array.from({ length: 6 }, () => post(`/${id}/archive`)));
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409]);
  });

  it('of many who activate and edit a draft at once, one activates and what is active is what was checked', async () => {
    const id = await inState('draft');
    const edits = Array.from({ length: 3 }, (_, place) =>
      tenant.call('PATCH', `/v1/automations/${id}`, { body: { steps: [{ id: `v${place}`, type: 'exit' }] } }),
    );
    const answers = await Promise.all([...edits, ...Array.from({ length: 3 }, () => post(`/${id}/activate`))]);
    const activated = answers.slice(3).filter(({ status }) => status === 200);
    expect(activated).toHaveLength(1);
    expect((await get(id)).steps).toEqual(activated[0]?.body.steps);
  });

  it('whoever is enrolled while it is archived is cancelled or refused', async () => {
    const id = await inState('active');
    const contacts = await Promise.all(Array.from({ length: 6 }, (_, place) => contact(`c${place}@example.net`)));
    const [archived, ...enrolled] = await Promise.all([
      post(`/${id}/archive`),
      ...contacts.map((contact_id) => post(`/${id}/enrollments`, { contact_id })),
    ]);
    expect(archived.status).toBe(200);
    const count = enrolled.filter(({ status }) => status === 201).length;
    expect((await get(id)).enrollment_counts).toEqual({ active: 0, completed: 0, cancelled: count, failed: 0 });
    const list = (await tenant.call('GET', `/v1/automations/${id}/enrollments`)).body.data;
    expect(list.map(({ status, exit_reason }: Record<string, unknown>) => [status, exit_reason])).toEqual(
      Array.from({ length: count }, () => ['cancelled', 'archived']),
    );
  });

  it('are active a hundred at once, each of which a contact goes into', async () => {
    const begins = { name: 'x', trigger_kind: 'contact_created', from_domain_id: tenant.domain.id, steps: STEPS };
    const ids: string[] = [];
    for (let index = 0; index < 101; index += 1) ids.push((await post('', begins)).body.id);
    const activate = async (id: string | undefined) => post(`/${id}/activate`);
    for (const id of ids.slice(0, 100)) expect((await activate(id)).status).toBe(200);
    const refused = await activate(ids[100]);
    expect(refused).toMatchObject({ status: 409, body: { error: 'automation_limit_reached', limit: 100, detail: expect.any(String) } });
    await contact();
    const enrolled = await Promise.all(ids.map(async (id) => (await get(id)).enrollment_counts.active));
    expect(enrolled).toEqual([...Array(100).fill(1), 0]);
    await post(`/${ids[0]}/pause`);
    expect((await activate(ids[100])).status).toBe(200);
    expect((await activate(ids[0])).body.error).toBe('automation_limit_reached');
  });
});

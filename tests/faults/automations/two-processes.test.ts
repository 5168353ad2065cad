import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { type Automations, automationsOf, mail } from '../../support/fixtures/automations.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const CONTACTS = 300;
const PAGE = 100;
const STEPS = [
  mail('hi'),
  {
    id: 'b',
    type: 'branch',
    filter: { field: 'email', op: 'starts_with', value: 'c1' },
    then: [{ id: 'u', type: 'update_contact', attributes: { one: true } }],
    else: [{ id: 'v', type: 'update_contact', attributes: { one: false } }],
  },
  mail('ho'),
];

// SQLite has one server a file.
describe.each(engines.filter(({ name }) => name === 'postgres'))('two processes on $name', (engine) => {
  let database: TestDatabase;
  const servers: TestServer[] = [];

  beforeEach(async () => {
    database = await engine.create();
  });
  afterEach(async () => {
    for (const server of servers.splice(0)) await server.stop();
    await database.drop();
  });

  async function start(role: string): Promise<TestServer> {
    const server = await startTestServer(engine, { ROLE: role, JOB_INTERVAL_MS: '3600000' }, database);
    servers.push(server);
    return server;
  }

  async function enrollAll(us: Automations): Promise<string> {
    const audience = await us.audience();
    const id = await us.active(STEPS, { trigger_kind: 'audience_added', trigger_config: { audience_id: audience } });
    for (let from = 0; from < CONTACTS; from += PAGE) {
      const contacts = Array.from({ length: PAGE }, (_, place) => ({ email: `c${from + place}@example.net` }));
      const { body } = await us.post('/contacts/batch', { contacts });
      await us.post(`/audiences/${audience}/members/bulk`, { contact_ids: body.data.map((one: { id: string }) => one.id) });
    }
    return id;
  }

  it('work off the same enrollments, and each step is done by one of them', async () => {
    const [one, other] = [await start('api'), await start('api')];
    const us = automationsOf(one, await one.mint());
    const id = await enrollAll(us);
    const done = await Promise.all([one.run('automations'), other.run('automations'), other.run('automations')]);
    expect(done.reduce((sum, steps) => sum + steps, 0)).toBe(CONTACTS * 4);
    expect((await us.automation(id)).enrollment_counts).toEqual({ active: 0, completed: CONTACTS, cancelled: 0, failed: 0 });
    const sent = await one.app.db.read.selectFrom('messages').select(['contact_id', 'subject']).where('automation_id', '=', id).execute();
    expect(sent).toHaveLength(CONTACTS * 2);
    expect(new Set(sent.map(({ contact_id, subject }) => `${contact_id} ${subject}`)).size).toBe(CONTACTS * 2);
  });

  it('a worker begins at once with whom another process enrolls', async () => {
    const api = await start('api');
    await start('worker');
    const us = automationsOf(api, await api.mint());
    const id = await us.active(STEPS);
    await us.contact('a@example.net');
    await eventually(async () => ((await us.automation(id)).enrollment_counts.completed === 1 ? true : undefined));
    expect((await us.messages()).map(({ subject }) => subject)).toEqual(['Subject hi', 'Subject ho']);
  });
});

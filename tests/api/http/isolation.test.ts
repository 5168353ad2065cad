import { contract, type Operation } from '@posthorn/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { type ExampleTable, examples } from '../../../contract/src/examples/index.ts';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { createFixtures, type Fixtures, within } from '../../support/random/fixtures.ts';
import { eventually, forEach } from '../../support/wait.ts';

const table: ExampleTable = examples;

/** Every operation, with a body that fits. */
const operations = Object.entries(contract).flatMap(([resource, group]) =>
  Object.entries<Operation>(group).map(([name, { method, path, query }]) => ({
    method,
    path,
    body: table[resource]?.[name]?.body,
    lists: query !== undefined && 'cursor' in query.shape,
  })),
);
/** The same for every tenant. */
const SHARED = ['/v1/template-gallery/{name}'];
const named = operations.filter(({ path }) => path.includes('{') && !SHARED.includes(path));
const lists = operations.filter(({ method, lists, path }) => method === 'GET' && lists && !path.includes('{'));

/** Names that nobody has. */
const missingOf = (value: string) => {
  if (/^[a-z]+_/.test(value)) return value.replace(/_.*/, `_${'0'.repeat(26)}`);
  if (/^\d+$/.test(value)) return value;
  return value.includes('@') ? 'nobody@example.org' : 'none';
};

describe.each(engines)("another tenant's things on $name", (engine) => {
  let theirs: Fixtures;
  let own: Fixtures;
  let missing: Fixtures;
  /** What the owner saw last. */
  let seen: readonly string[];

  const server = useServer(engine, BY_HAND);
  const owner = useTenant(server);
  const stranger = useTenant(server);
  beforeAll(async () => {
    theirs = await createFixtures(server, owner, 'theirs');
    for (const name of ['One', 'Two']) {
      await owner.call('POST', '/v1/audiences', { body: { name } });
      await owner.call('POST', '/v1/segments', { body: { name, filter: { all: true } } });
      await owner.call('POST', '/v1/contacts', { body: { email: `${name}@example.org` } });
    }
    own = await createFixtures(server, stranger, 'ours');
    missing = Object.fromEntries(Object.entries(theirs).map(([path, value]) => [path, missingOf(value)]));
    // What the fixtures set going has ended once nothing changes any more.
    seen = await eventually(async () => {
      const one = await inventory();
      return JSON.stringify(await inventory()) === JSON.stringify(one) ? one : undefined;
    });
  });

  /** What the owner sees of its own, but for what time alone changes. */
  async function inventory(): Promise<readonly string[]> {
    const paths = [
      ...lists.map(({ path }) => path),
      ...named.filter(({ method }) => method === 'GET').map(({ path }) => within(theirs, path)),
    ];
    const answers = await forEach(paths, async (path) => {
      const answer = await fetch(`${server.url}${path}`, { headers: { Authorization: `Bearer ${owner.key}` } });
      return `${path} ${answer.status} ${await answer.text()}`;
    });
    return answers.map((line) => line.replaceAll(/"last_used_at":(?:null|\d+)/g, '"last_used_at":0'));
  }

  /** Since the test before, so that each test takes one inventory. */
  async function expectUnchanged(): Promise<void> {
    const before = seen;
    seen = await inventory();
    expect(seen).toEqual(before);
  }

  async function ask(method: string, path: string, body: unknown) {
    const given = body === undefined ? {} : { body: JSON.stringify(body) };
    const answer = await fetch(`${server.url}${path}`, { method, headers: { Authorization: `Bearer ${stranger.key}` }, ...given });
    return { status: answer.status, body: await answer.text() };
  }

  it('are what the fixtures say: each can be asked for by its owner', async () => {
    for (const { method, path } of named.filter((operation) => operation.method === 'GET')) {
      const answer = await fetch(`${server.url}${within(theirs, path)}`, { headers: { Authorization: `Bearer ${owner.key}` } });
      expect({ method, path, status: answer.status }).toEqual({ method, path, status: 200 });
    }
  });

  it.each(named)('look like things that nobody has to $method $path', async ({ method, path, body }) => {
    const foreign = await ask(method, within(theirs, path), body);
    const none = await ask(method, within(missing, path), body);
    const neutral = ({ status, body: text }: typeof foreign, fixtures: Fixtures) => ({
      status,
      body: Object.values(fixtures).reduce((said, value) => (value.length > 3 ? said.replaceAll(value, '…') : said), text),
    });
    expect(neutral(foreign, theirs)).toEqual(neutral(none, missing));
    await expectUnchanged();
  });

  /** Bodies that name things. */
  const bodies: readonly (readonly [string, string, (fixtures: Fixtures) => object])[] = [
    ['POST', '/v1/api-keys', (fixtures) => ({ name: 'x', permission: 'sending_access', domain_id: fixtures['/v1/domains'] })],
    ['POST', '/v1/audiences/{id}/members', (fixtures) => ({ contact_id: fixtures['/v1/contacts'] })],
    ['POST', '/v1/audiences/{id}/members/bulk', (fixtures) => ({ contact_ids: [fixtures['/v1/contacts']] })],
    ['POST', '/v1/automations/{id}/enrollments', (fixtures) => ({ contact_id: fixtures['/v1/contacts'] })],
    ['POST', '/v1/automations/{id}/simulate', (fixtures) => ({ contact_id: fixtures['/v1/contacts'] })],
    ['POST', '/v1/automations', (fixtures) => ({ ...automation, from_domain_id: fixtures['/v1/domains'] })],
    ['PATCH', '/v1/broadcasts/{id}', (fixtures) => ({ target_kind: 'audience', target_id: fixtures['/v1/audiences'] })],
    ['PATCH', '/v1/broadcasts/{id}', (fixtures) => ({ target_kind: 'segment', target_id: fixtures['/v1/segments'] })],
    ['POST', '/v1/broadcasts/{id}/preview', (fixtures) => ({ contact_id: fixtures['/v1/contacts'] })],
    ['POST', '/v1/segments/preview', (fixtures) => ({ filter: { field: 'audience', op: 'member_of', value: fixtures['/v1/audiences'] } })],
    [
      'POST',
      '/v1/segments/preview',
      (fixtures) => ({ filter: { field: 'events.open', op: 'not_happened', broadcast_id: fixtures['/v1/broadcasts'] } }),
    ],
    ['POST', '/v1/webhooks/{id}/replay', (fixtures) => ({ delivery_ids: [], message_id: fixtures['/v1/messages'] })],
    ['POST', '/v1/email', (fixtures) => ({ ...email(), attachments: [{ storage_key: fileOf(fixtures) }] })],
    ['POST', '/v1/email/batch', (fixtures) => ({ emails: [{ ...email(), template_alias: fixtures['/v1/templates'] }] })],
  ];
  const automation = { name: 'x', trigger_kind: 'contact_created', steps: [{ type: 'exit' }] };
  const fileOf = (fixtures: Fixtures) =>
    Object.entries(fixtures)
      .filter(([path]) => path.startsWith('/attachments'))
      .map(([, part]) => part)
      .join('/');
  const email = () => ({ from: stranger.from, to: ['bob@example.org'], subject: 'Hello', text_body: 'Hello' });

  it.each(bodies)('look like things that nobody has in the body of %s %s (%#)', async (method, path, body) => {
    const [foreign, none] = [await ask(method, within(own, path), body(theirs)), await ask(method, within(own, path), body(missing))];
    const neutral = (text: string) =>
      text.replaceAll(/\b[a-z]{3}_[0-9a-z]{26}\b|"alias":"\w+"/g, '…').replaceAll(/"(?:created|updated)_at":\d+/g, '');
    expect({ ...foreign, body: neutral(foreign.body) }).toEqual({ ...none, body: neutral(none.body) });
    await expectUnchanged();
  });

  it('are not reached by a cursor', async () => {
    const ids = Object.values(theirs).filter((value) => value.includes('_'));
    const walked: string[] = [];
    for (const { path } of lists) {
      const { body: page } = await owner.call('GET', `${path}?limit=1`);
      if (page.next_cursor === null) continue;
      walked.push(path);
      const { status, body } = await stranger.call('GET', `${path}?cursor=${encodeURIComponent(page.next_cursor)}`);
      expect({ path, status: status < 500 }).toEqual({ path, status: true });
      for (const id of ids) expect(JSON.stringify(body)).not.toContain(id);
    }
    expect(walked.length).toBeGreaterThan(2);
  });
});

import { accountContract, adminContract, contract, type Operation } from '@posthorn/contract';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { automationsOf, HOUR, wait } from '../../support/fixtures/automations.ts';
import { addAudience, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { signInAgain, signUp, type TestPerson } from '../../support/fixtures/people.ts';
import { layAside } from '../../support/mail/lay-aside.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { giveUpJob } from '../../support/queue/give-up-job.ts';
import type { Answer } from '../../support/server.ts';

const ENVIRONMENT = { ...BY_HAND, BASE_URL: 'https://mail.operator.example' };
const MAIL = 'From: Ann <ann@isp.example>\r\nTo: postmaster\r\nSubject: Hello\r\n\r\nHello\r\n';

/** Lists whose cursor is a row: a number tells no list from another. */
const listsOf = (table: object) =>
  Object.entries(table as Record<string, Record<string, Operation>>).flatMap(([resource, group]) =>
    Object.entries(group)
      .filter(([, { query }]) => query?.shape.cursor?.safeParse('5').success === false)
      .map(([name, { method, path }]) => ({ place: `${resource}.${name}`, method, path })),
  );
const lists = [
  ...listsOf(contract).map((list) => ({ of: 'tenant', ...list })),
  ...listsOf(adminContract).map((list) => ({ of: 'operator', ...list })),
  ...listsOf(accountContract).map((list) => ({ of: 'person', ...list })),
];

describe.each(engines)('the pages of lists on $name', (engine) => {
  const server = useServer(engine, ENVIRONMENT);
  const tenant = useTenant(server);
  const ids: Record<string, string> = {};
  let owner: TestPerson;

  const post = async (path: string, body: object) => {
    const answer = await tenant.call('POST', path, { body });
    if (answer.status >= 300) throw new Error(`${path}: ${answer.status} ${JSON.stringify(answer.body)}`);
    return answer.body;
  };
  const twice = async (make: (which: string) => Promise<unknown>) => {
    for (const which of ['one', 'two']) await make(which);
  };

  beforeAll(async () => {
    const automations = automationsOf(server, tenant);
    ids.webhook = (await post('/v1/webhooks', { url: 'https://hooks.example.com/in', events: ['sent'] })).id;
    await twice(async () => {
      ids.automation = await automations.active([wait('w', HOUR / 1000)]);
    });
    const contacts: string[] = [];
    await twice(async (which) => contacts.push(await automations.contact(`${which}@example.net`)));
    ids.contact = contacts[0] ?? '';
    await twice(async () => {
      ids.audience = await addAudience(tenant, contacts);
      ids.broadcast = await writeDraft(tenant, ids.audience);
      await post(`/v1/broadcasts/${ids.broadcast}/send`, {});
      await sendAll(server);
    });
    await twice(async (name) => {
      ids.segment = (await post('/v1/segments', { name, filter: { all: true } })).id;
      await post('/v1/api-keys', { name, permission: 'full_access' });
      await post('/v1/domains', { name: `${name}.${tenant.domain.name}` });
      await post('/v1/contacts/export', {});
      const body = new FormData();
      body.append('file', new Blob([`email\n${name}@example.net\n`], { type: 'text/csv' }), 'people.csv');
      await fetch(`${server.url}/v1/contacts/import`, { method: 'POST', headers: { Authorization: `Bearer ${tenant.key}` }, body });
      const headers = { 'Content-Type': 'message/rfc822' };
      await server.admin('POST', '/admin/inbound?rcpt=postmaster', { headers, body: MAIL });
      await giveUpJob(server, { queue: 'deliver', payload: { message_ids: [] }, error: name });
      await layAside(server, { unreadable: name });
    });
    await server.run('export');
    await server.run('import');
    await server.run('inbound');
    owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    await signUp(server, { tenant_id: tenant.id, role: 'viewer' });
    await signInAgain(server, owner);
    const invitations = `/account/tenants/${tenant.id}/invitations`;
    await twice((name) => owner.browser.call('POST', invitations, { body: { email: `${name}@example.org`, role: 'viewer' } }));
    await server.mint();
    ids.tenant = tenant.id;
  });

  const idAt = (place: string) => ids[place === 'audiences.listOfContact' ? 'contact' : place.replace(/s\..*$/, '')] ?? '';
  const pathOf = (place: string, path: string) => path.replace('{tenant_id}', tenant.id).replace('{id}', idAt(place));
  const askerOf = (of: string) => ({ tenant: tenant.call, operator: server.admin, person: owner.browser.call })[of] ?? tenant.call;

  it.each(lists)('are walked by their cursor alone: $of $place', async ({ of, place, method, path }) => {
    const ask = (cursor: string): Promise<Answer> => {
      const query = { limit: 1, cursor };
      return method === 'GET'
        ? askerOf(of)('GET', `${pathOf(place, path)}?limit=1&cursor=${encodeURIComponent(cursor)}`)
        : askerOf(of)(method, pathOf(place, path), { body: query });
    };
    const first = await ask('');
    expect(first).toMatchObject({ status: 200, body: { data: [expect.anything()], next_cursor: expect.any(String) } });
    const second = await ask(first.body.next_cursor);
    expect(second).toMatchObject({ status: 200, body: { data: [expect.anything()] } });
    expect(second.body.data).not.toEqual(first.body.data);
    expect(await ask('5:msg_00000000000000000000000000')).toMatchObject({ status: 422, body: { error: 'invalid_cursor' } });
  });
});

import { accountContract, contract, type Operation, type OperationTable, writes } from '@posthorn/contract';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signUp } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const DAY = 24 * 60 * 60 * 1000;

const operationsOf = (table: OperationTable) =>
  Object.entries(table).flatMap(([resource, group]) =>
    Object.entries(group)
      .filter(([, { scope }]) => scope !== 'public')
      .map(([name, operation]) => ({ key: `${resource}.${name}`, operation })),
  );

describe.each(engines)('the audit on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const statusesOf = (data: { operation: string; status: number | null }[]) =>
    data.map(({ operation, status }) => `${operation} ${status}`);

  it('says who changed what, where, when and from where', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const call = server.as(await owner.browser.bearer({ tenant_id: tenant.id }));
    const made = await call('POST', '/v1/audiences', { body: { name: 'x' } });
    await call('GET', '/v1/audiences');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    await call('DELETE', `/v1/audiences/${made.body.id}`);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    await call('DELETE', `/v1/audiences/${made.body.id}`);
    const { body } = await owner.browser.call('GET', `/account/audit?tenant_id=${tenant.id}`);
    const who = { user_id: owner.id, email: owner.email, tenant_id: tenant.id, ip: '127.0.0.1' };
    const what = { id: expect.stringMatching(/^adt_/), created_at: expect.any(Number), object: made.body.id };
    expect(body.data.slice(0, 3)).toEqual([
      { ...who, ...what, operation: 'audiences.delete', status: 404, request_id: expect.any(String), tenant_id: tenant.id },
      { ...who, ...what, operation: 'audiences.delete', status: 200, request_id: expect.any(String) },
      { ...who, ...what, operation: 'audiences.create', status: 201, request_id: made.headers.get('x-request-id') },
    ]);
    expect(statusesOf(body.data).some((line) => line.includes('list'))).toBe(false);
  });

  it('has no entry of the tokens that every page gets, and again after some minutes', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner', operator: true });
    await owner.browser.bearer({ tenant_id: tenant.id });
    await owner.browser.bearer({ operator: true });
    const { body } = await owner.browser.call('GET', '/account/audit');
    expect(statusesOf(body.data.filter((entry: { user_id: string }) => entry.user_id === owner.id))).toEqual([
      'account.links.accept (invitation) 200',
    ]);
  });

  it('holds every operation that changes something, and none that reads', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const headers = { Authorization: `Bearer ${await owner.browser.bearer({ tenant_id: tenant.id })}` };
    const all = operationsOf(contract);
    const bodyFor = ({ method, bodyType }: Operation) => {
      if (method === 'GET') return {};
      if (bodyType !== 'multipart') return { body: '{}' };
      const form = new FormData();
      form.append('file', new File(['email\na@example.com\n'], 'x.csv'));
      return { body: form };
    };
    for (const { operation } of all) {
      const path = operation.path.replaceAll(/\{\w+\}/g, 'x');
      await fetch(`${server.url}${path}`, { method: operation.method, headers, ...bodyFor(operation) });
    }
    const rows = await server.app.db.read.selectFrom('audit_entries').select('operation').where('tenant_id', '=', tenant.id).execute();
    const seen = new Set(rows.map(({ operation }) => operation));
    const expected = all.filter(({ operation }) => writes(operation)).map(({ key }) => key);
    expect([...seen].filter((key) => !key.startsWith('account.')).sort()).toEqual([...new Set(expected)].sort());
  });

  it('has the request of whoever was not signed in before', async () => {
    const person = await signUp(server);
    const credentials = { email: person.email, password: PASSWORD };
    const answer = await openBrowser(server).call('POST', '/account/sign-in', { body: credentials });
    const { body } = await person.browser.call('GET', '/account/audit');
    const requests = body.data.map(({ operation, request_id }: Record<string, unknown>) => [operation, request_id]);
    expect(requests).toContainEqual(['account.access.signIn', answer.headers.get('x-request-id')]);
    expect(requests).toContainEqual(['account.links.accept (invitation)', expect.stringMatching(/^[\da-f]{24}$/)]);
  });

  it('holds what is done in /account, in the tenant that it was done to', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const invited = await owner.browser.call('POST', `/account/tenants/${tenant.id}/invitations`, {
      body: { email: 'a@example.com', role: 'viewer' },
    });
    const { body } = await owner.browser.call('GET', `/account/audit?tenant_id=${tenant.id}`);
    expect(body.data[0]).toMatchObject({ operation: 'account.members.invite', object: invited.body.id, status: 201 });
    expect(body.data.at(-1)).toMatchObject({ operation: 'account.links.accept (invitation)', object: owner.id, status: 200 });
    const keys = new Set(operationsOf(accountContract).map(({ key }) => `account.${key}`));
    const names = body.data.map(({ operation }: { operation: string }) => operation);
    expect(names.filter((name: string) => !keys.has(name) && !name.startsWith('account.links.accept'))).toEqual([]);
  });

  it('says whose role was changed and who was taken out, also when they are gone', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const viewer = await signUp(server, { tenant_id: tenant.id, role: 'viewer' });
    const members = `/account/tenants/${tenant.id}/members`;
    const { body: all } = await owner.browser.call('GET', members);
    const { id } = all.data.find(({ user_id }: { user_id: string }) => user_id === viewer.id);
    await owner.browser.call('PATCH', `${members}/${id}`, { body: { role: 'marketer' } });
    await owner.browser.call('DELETE', `${members}/${id}`);
    const { body } = await owner.browser.call('GET', `/account/audit?tenant_id=${tenant.id}&limit=2`);
    expect(body.data.map(({ operation, object, status }: Record<string, unknown>) => [operation, object, status])).toEqual([
      ['account.members.remove', viewer.id, 200],
      ['account.members.update', viewer.id, 200],
    ]);
  });

  it('of a tenant has no line that a stranger could write', async () => {
    const tenant = await server.mint();
    const stranger = await signUp(server);
    await stranger.browser.call('POST', `/account/tenants/${tenant.id}/invitations`, { body: { email: 'a@example.com', role: 'owner' } });
    const rows = await server.app.db.read.selectFrom('audit_entries').selectAll().where('tenant_id', '=', tenant.id).execute();
    expect(rows).toEqual([]);
    const { body } = await stranger.browser.call('GET', '/account/audit');
    expect(body.data[0]).toMatchObject({ operation: 'account.members.invite', status: 404, tenant_id: null });
  });

  it('is shown to owners and developers, to others their own part, and to the operator all of it', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const viewer = await signUp(server, { tenant_id: tenant.id, role: 'viewer' });
    const operator = await signUp(server, { operator: true });
    const stranger = await signUp(server);
    const ask = async ({ browser }: typeof owner, query: string) => browser.call('GET', `/account/audit${query}`);
    const ofTenant = `?tenant_id=${tenant.id}`;
    expect((await ask(owner, ofTenant)).status).toBe(200);
    expect(await ask(viewer, ofTenant)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
    expect(await ask(stranger, ofTenant)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const { status, body: part } = await ask(operator, ofTenant);
    expect([status, part]).toEqual([200, (await ask(owner, ofTenant)).body]);
    expect(new Set(part.data.map(({ tenant_id }: { tenant_id: string }) => tenant_id))).toEqual(new Set([tenant.id]));
    expect((await ask(operator, '?tenant_id=nobody')).body).toEqual({ data: [], next_cursor: null });
    const people = async (person: typeof owner) =>
      new Set((await ask(person, '?limit=100')).body.data.map(({ user_id }: { user_id: string }) => user_id));
    expect(await people(viewer)).toEqual(new Set([viewer.id]));
    expect((await people(operator)).size).toBeGreaterThan(2);
  });

  it('tells the operator what operators did', async () => {
    const operator = await signUp(server, { operator: true });
    const call = server.as(await operator.browser.bearer({ operator: true }));
    const { body: tenant } = await call('POST', '/admin/tenants', { body: { name: 'x' } });
    const { body } = await operator.browser.call('GET', '/account/audit?limit=2');
    expect(body.data).toContainEqual(
      expect.objectContaining({ operation: 'admin.tenants.create', object: tenant.id, status: 201, tenant_id: null }),
    );
  });

  it('names no address that was erased, by the tenant or by the operator', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const operator = await signUp(server, { operator: true });
    const call = server.as(await owner.browser.bearer({ tenant_id: tenant.id }));
    const operate = server.as(await operator.browser.bearer({ operator: true }));
    const objects = async () => {
      const rows = await server.app.db.read
        .selectFrom('audit_entries')
        .select(['operation', 'object'])
        .where('user_id', 'in', [owner.id, operator.id])
        .execute();
      return rows.filter(({ operation }) => /^(?:admin\.)?(?:suppressions|erasures)/.test(operation)).map(({ object }) => object ?? '');
    };
    await call('POST', '/v1/suppressions', { body: { email: 'one@example.com' } });
    await call('POST', '/v1/suppressions', { body: { email: 'two@example.com' } });
    await call('DELETE', '/v1/suppressions/One%40Example.com');
    expect((await call('POST', '/v1/erasures', { body: { email: 'One@example.com' } })).status).toBe(200);
    expect((await objects()).sort()).toEqual(['', '', '', 'two@example.com']);
    await operate('POST', '/admin/suppressions', { body: { email: 'two@example.com' } });
    expect((await operate('POST', '/admin/erasures', { body: { email: 'two@example.com' } })).status).toBe(200);
    expect(await objects()).toEqual(['', '', '', '', '', '']);
  });

  it('names no address that was erased, however it was spelled', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const call = server.as(await owner.browser.bearer({ tenant_id: tenant.id }));
    const objects = async () => {
      const rows = await server.app.db.read.selectFrom('audit_entries').select('object').where('user_id', '=', owner.id).execute();
      return rows.flatMap(({ object }) => (object?.includes('@') ? [object] : [])).sort();
    };
    const spelled = ['Zoë@BÜCHER.example', 'zoe@BÜCHER.example', 'Zoe <zoe@bücher.example>', '"ZOE"@xn--bcher-kva.example'];
    for (const email of [...spelled, 'joezoe@bücher.example']) await call('DELETE', `/v1/suppressions/${encodeURIComponent(email)}`);
    expect(await objects()).toHaveLength(spelled.length + 1);
    const { id } = (await call('POST', '/v1/audiences', { body: { name: 'x' } })).body;
    for (const [audience, email] of [
      [id, 'Zoe@bücher.example'],
      ['mistyped', 'Zoe@bücher.example'],
      [id, 'joe/zoe@bücher.example'],
    ])
      await call('DELETE', `/v1/audiences/${audience}/members/${encodeURIComponent(email)}`);
    await call('DELETE', `/v1/suppressions/${encodeURIComponent('joe/zoe@bücher.example')}`);
    expect((await call('POST', '/v1/erasures', { body: { email: 'zoe@bücher.example' } })).status).toBe(200);
    expect(await objects()).toEqual([
      'Zoë@BÜCHER.example',
      `${id}/joe/zoe@bücher.example`,
      'joe/zoe@bücher.example',
      'joezoe@bücher.example',
    ]);
    expect((await call('POST', '/v1/erasures', { body: { email: 'joe/zoe@bücher.example' } })).status).toBe(200);
    expect(await objects()).toEqual(['Zoë@BÜCHER.example', 'joezoe@bücher.example']);
  });

  it('knows of what was begun by a process that died', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const call = server.as(await owner.browser.bearer({ tenant_id: tenant.id }));
    await call('POST', '/v1/audiences', { body: { name: 'x' } });
    // What such a process leaves behind is the row as it was before the change.
    const { body: before } = await owner.browser.call('GET', `/account/audit?tenant_id=${tenant.id}`);
    const [{ id }] = before.data;
    await server.app.db.transact((trx) => trx.updateTable('audit_entries').set({ status: null }).where('id', '=', id).execute());
    const { body } = await owner.browser.call('GET', `/account/audit?tenant_id=${tenant.id}`);
    expect(body.data[0]).toMatchObject({ operation: 'audiences.create', status: null });
  });

  it('keeps what was done for 400 days', async () => {
    const tenant = await server.mint();
    await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const count = async () =>
      (await server.app.db.read.selectFrom('audit_entries').select('id').where('tenant_id', '=', tenant.id).execute()).length;
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 400 * DAY } });
    await server.run('cleanup');
    expect(await count()).toBe(1);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    await server.run('cleanup');
    expect(await count()).toBe(0);
  });
});

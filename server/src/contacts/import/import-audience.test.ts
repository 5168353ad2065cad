import { describe, expect, it, vi } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { automationsOf, wait } from '../../../../tests/support/fixtures/automations.ts';
import { file, importsOf } from '../../../../tests/support/fixtures/imports.ts';
import { BY_HAND, useNewTenant, useServer } from '../../../../tests/support/posthorn.ts';
import { postgresEngine } from '../../db/postgres/postgres-engine.ts';
import { sqliteEngine } from '../../db/sqlite/sqlite-engine.ts';

describe.each(engines)('an import into an audience on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);
  const imports = importsOf(server, tenant);

  const post = async (path: string, body: object, { call } = tenant) => (await call('POST', path, { body })).body;
  const audience = async (of = tenant): Promise<string> => (await post('/v1/audiences', { name: 'Readers' }, of)).id;
  /** Reads the stored members, whether or not the audience exists. */
  const members = async (id: string) => {
    const { read } = server.app.db;
    const rows = await read
      .selectFrom('audience_members as m')
      .innerJoin('contacts as c', 'c.id', 'm.contact_id')
      .select(['c.email', 'm.tenant_id'])
      .where('m.audience_id', '=', id)
      .orderBy('c.email')
      .execute();
    return rows.map(({ email }) => email);
  };

  it('takes in whom a row makes or changes, whatever the status, and leaves all others as they are', async () => {
    const readers = await audience();
    const [there, gone, other] = [
      await post('/v1/contacts', { email: 'there@example.net' }),
      await post('/v1/contacts', { email: 'gone@example.net', status: 'unsubscribed' }),
      await post('/v1/contacts', { email: 'other@example.net' }),
    ];
    for (const { id } of [there, other]) await post(`/v1/audiences/${readers}/members`, { contact_id: id });
    await post('/v1/contacts', { email: 'apart@example.net' });
    const text =
      'email,n\nthere@example.net,1\ngone@example.net,1\nnew@example.net,1\nNEW@example.net,2\nno address,1\nlong@example.net,1,2\n';
    const row = await imports.runAll(text, { audience_id: readers });
    expect(row).toMatchObject({ audience_id: readers, created: 1, updated: 3, failed: 2 });
    expect(await members(readers)).toEqual(['gone@example.net', 'new@example.net', 'other@example.net', 'there@example.net']);
    expect((await tenant.call('GET', `/v1/contacts/${gone.id}`)).body.status).toBe('unsubscribed');
    expect((await imports.announced()).at(-1)).toMatchObject({ type: 'contact.import.completed', import: { audience_id: readers } });
  });

  it('leaves out who does not fit into the plan', async () => {
    const small = await server.mint({ contact_limit: 2 });
    const readers = await audience(small);
    await post('/v1/contacts', { email: 'known@example.net' }, small);
    const row = await importsOf(server, small).runAll('email\na@example.net\nb@example.net\nknown@example.net\n', { audience_id: readers });
    expect(row).toMatchObject({ created: 1, updated: 1, failed: 1, errors: [{ row: 2, error: 'contact_limit_reached' }] });
    expect(await members(readers)).toEqual(['a@example.net', 'known@example.net']);
  });

  it('lets new members enter the automations of the audience, once, and nobody those of new contacts', async () => {
    const us = automationsOf(server, tenant);
    const [readers, others] = [await us.audience(), await us.audience()];
    const triggerOf = (id: string) => ({ trigger_kind: 'audience_added', trigger_config: { audience_id: id } });
    const joined = await us.active([wait('later', 60)], triggerOf(readers));
    const elsewhere = await us.active([wait('later', 60)], triggerOf(others));
    const created = await us.active([wait('later', 60)]);
    const { id } = await post('/v1/contacts', { email: 'n0@example.net' });
    await post(`/v1/audiences/${readers}/members`, { contact_id: id });
    const before = await us.automation(created);
    await imports.runAll(file(600), { audience_id: readers });
    await imports.runAll(file(600), { audience_id: readers });
    expect((await us.automation(joined)).enrollment_counts).toMatchObject({ active: 600 });
    expect((await us.automation(elsewhere)).enrollment_counts).toMatchObject({ active: 0 });
    expect((await us.automation(created)).enrollment_counts).toEqual(before.enrollment_counts);
  });

  it('imports all the same once the audience is deleted, and lets nobody join or enter', async () => {
    const us = automationsOf(server, tenant);
    const readers = await us.audience();
    const joined = await us.active([wait('later', 60)], { trigger_kind: 'audience_added', trigger_config: { audience_id: readers } });
    const id = await imports.upload(file(700), undefined, { audience_id: readers });
    await imports.run();
    expect(await members(readers)).toHaveLength(500);
    expect((await tenant.call('DELETE', `/v1/audiences/${readers}`)).status).toBe(200);
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'done', created: 700, failed: 0, error: null, audience_id: readers });
    expect(await members(readers)).toEqual([]);
    expect((await us.automation(joined)).enrollment_counts).toMatchObject({ active: 500 });
  });

  it('makes nobody a member twice, and leaves nobody out, where one that broke off goes on', async () => {
    const readers = await audience();
    const id = await imports.upload(file(1000), undefined, { audience_id: readers });
    await imports.run();
    const used = engine.name === 'sqlite' ? sqliteEngine : postgresEngine;
    const { insertMany } = used;
    const broken = vi.spyOn(used, 'insertMany').mockImplementation(async (trx, table, rows) => {
      await insertMany(trx, table, rows);
      if (table === 'contacts') throw new Error('away');
    });
    await imports.run();
    broken.mockRestore();
    expect(await members(readers)).toHaveLength(500);
    await imports.run();
    expect(await imports.show(id)).toMatchObject({ status: 'done', created: 1000 });
    expect(new Set(await members(readers)).size).toBe(1000);
  });

  it('takes nobody of another tenant in', async () => {
    const other = await server.mint();
    const [readers, theirs] = [await audience(), await audience(other)];
    await importsOf(server, other).runAll(file(2), { audience_id: theirs });
    expect(await members(readers)).toEqual([]);
    await imports.runAll(file(3), { audience_id: readers });
    expect(await members(readers)).toHaveLength(3);
    expect(await members(theirs)).toHaveLength(2);
  });
});

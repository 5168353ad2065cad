import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { postFile } from '../../support/fixtures/contact-files.ts';
import { BY_HAND, useNewTenant, useServer } from '../../support/posthorn.ts';

const statuses = async (calls: readonly Promise<{ status: number }>[]) => (await Promise.all(calls)).map(({ status }) => status).sort();

describe.each(engines)('what a tenant may have under way on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  it('is 10 imports at once', async () => {
    const start = () => postFile(server, tenant, 'email\na@example.net\n');
    expect(await statuses(Array.from({ length: 12 }, start))).toEqual([...Array(10).fill(202), 409, 409]);
    expect((await start()).body).toMatchObject({ error: 'import_limit_reached', limit: 10 });
    await server.run('import');
    expect((await start()).status).toBe(202);
    const other = await server.mint();
    expect((await postFile(server, other, 'email\na@example.net\n')).status).toBe(202);
  });

  it('is 10 exports at once', async () => {
    const start = () => tenant.call('POST', '/v1/contacts/export');
    expect(await statuses(Array.from({ length: 12 }, start))).toEqual([...Array(10).fill(202), 409, 409]);
    expect((await start()).body).toMatchObject({ error: 'export_limit_reached', limit: 10 });
    await server.run('export');
    expect((await start()).status).toBe(202);
  });

  it('is as many domains as its plan takes, beside those that the operator gives it', async () => {
    await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { plan: 'free' } });
    const add = (number: number) => tenant.call('POST', '/v1/domains', { body: { name: `d${number}.${tenant.domain.name}` } });
    expect(await statuses(Array.from({ length: 11 }, (_, number) => add(number)))).toEqual([...Array(9).fill(201), 402, 402]);
    expect((await add(11)).body).toMatchObject({ error: 'domain_limit_reached', limit: 10 });
    const given = await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name: `given.${tenant.domain.name}` } });
    expect(given.status).toBe(201);
    const [last] = (await tenant.call('GET', '/v1/domains')).body.data;
    for (const { id } of [last, { id: tenant.domain.id }]) await tenant.call('DELETE', `/v1/domains/${id}`);
    expect((await add(12)).status).toBe(201);
  });
});

import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts } from '../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useNewTenant, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { insertMany } from '../db/dialect.ts';
import { audienceJoined } from './add-members.ts';
import { purgeDisowned } from './delete-audience.ts';

describe.each(engines)('an audience that is deleted on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useNewTenant(server);

  const fill = async (id: string, count: number) => {
    const rows = Array.from({ length: count }, (_, n) => ({
      audience_id: id,
      contact_id: `con_${n}`,
      tenant_id: tenant.id,
      contact_created_at: n,
      created_at: n,
    }));
    const { db } = server.app;
    await db.transact((trx) => insertMany(trx, 'audience_members', rows));
  };
  const members = async (id: string) =>
    (await server.app.db.read.selectFrom('audience_members').select('contact_id').where('audience_id', '=', id).execute()).length;
  const row = (id: string) => server.app.db.read.selectFrom('audiences').selectAll().where('id', '=', id).executeTakeFirst();

  it('removes the audience and all memberships', async () => {
    const [id, other] = [await addAudience(tenant, []), await addAudience(tenant, [])];
    await fill(id, 1200);
    await fill(other, 3);
    expect(await tenant.call('DELETE', `/v1/audiences/${id}`)).toMatchObject({ status: 200, body: { deleted: true, id } });
    expect(await members(id)).toBe(0);
    expect(await row(id)).toBeUndefined();
    expect(await members(other)).toBe(3);
    expect(await tenant.call('GET', `/v1/audiences/${id}`)).toMatchObject({ status: 404 });
    expect(await tenant.call('DELETE', `/v1/audiences/${id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect((await tenant.call('GET', '/v1/audiences')).body.data).toHaveLength(1);
  });

  it('is ended by the cleanup where it broke off', async () => {
    const id = await addAudience(tenant, []);
    await fill(id, 700);
    await server.app.db.write.updateTable('audiences').set({ tenant_id: '' }).where('id', '=', id).execute();
    expect((await tenant.call('GET', `/v1/audiences/${id}`)).status).toBe(404);
    expect(await server.run('cleanup')).toBeGreaterThanOrEqual(700);
    expect(await members(id)).toBe(0);
    expect(await row(id)).toBeUndefined();
    expect(await purgeDisowned(server.app)).toBe(0);
  });
});

describe.each(engines)('an audience that is deleted while somebody joins it on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  it('leaves no member behind', async () => {
    const id = await addAudience(tenant, []);
    const [contact] = await addContacts(tenant, 1);
    let deleted: ReturnType<typeof tenant.call> | undefined;
    server.app.hooks.on(audienceJoined, async (trx) => {
      const { begun } = await beginAmid(server.app.db, trx, () => tenant.call('DELETE', `/v1/audiences/${id}`));
      deleted = begun;
    });
    const joined = await tenant.call('POST', `/v1/audiences/${id}/members`, { body: { contact_id: contact } });
    expect(joined.status).toBe(201);
    expect(await deleted).toMatchObject({ status: 200 });
    expect(await server.app.db.read.selectFrom('audience_members').selectAll().where('audience_id', '=', id).execute()).toEqual([]);
  });
});

import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts } from '../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';
import { audienceJoined } from './add-members.ts';

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

import { describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';

describe.each(engines)('mail of a tenant that is no longer suspended on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server);

  const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });

  it('goes on at once, also where its job is just finding it held', async () => {
    const { db, clock } = server.app;
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await suspend(true);
    const { begun } = await db.transact(async (trx) => {
      // As a job does that takes it, and sees it held.
      await trx.updateTable('messages').set({ attempts: 0 }).where('id', '=', id).execute();
      return beginAmid(db, trx, () => suspend(false));
    });
    expect(await begun).toMatchObject({ status: 200 });
    const { due_at: dueAt } = await db.read.selectFrom('messages').select('due_at').where('id', '=', id).executeTakeFirstOrThrow();
    expect(dueAt).toBeLessThanOrEqual(clock.now());
  });
});

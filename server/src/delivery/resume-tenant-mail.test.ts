import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../tests/support/posthorn.ts';

describe.each(engines)('mail of a tenant that is no longer suspended on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });
  const tenant = useTenant(server);

  const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });

  /** Whether a transaction waits for another one; that of SQLite has not even begun. */
  async function isHeldUp(): Promise<boolean> {
    if (engine.name === 'sqlite') return true;
    const { rows } = await sql`select 1 from pg_stat_activity
      where datname = current_database() and wait_event_type = 'Lock'`.execute(server.app.db.read);
    return rows.length > 0;
  }

  it('goes on at once, also where its job is just finding it held', async () => {
    const { db, clock } = server.app;
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    const { message_id: id } = (await tenant.call('POST', '/v1/email', { body })).body;
    await suspend(true);
    let resumed: ReturnType<typeof suspend> | undefined;
    let hasEnded = false;
    await db.transact(async (trx) => {
      // As a job does that takes it, and sees it held.
      await trx.updateTable('messages').set({ attempts: 0 }).where('id', '=', id).execute();
      resumed = suspend(false).finally(() => {
        hasEnded = true;
      });
      // Asked within the transaction, which would otherwise be ended for doing nothing.
      await expect.poll(async () => (await sql`select 1`.execute(trx)) && (hasEnded || (await isHeldUp()))).toBe(true);
    });
    expect(await resumed).toMatchObject({ status: 200 });
    const { due_at: dueAt } = await db.read.selectFrom('messages').select('due_at').where('id', '=', id).executeTakeFirstOrThrow();
    expect(dueAt).toBeLessThanOrEqual(clock.now());
  });
});

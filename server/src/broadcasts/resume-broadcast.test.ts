import { describe, expect, it } from 'vitest';
import { watch } from '../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../tests/support/posthorn.ts';
import type { TestTenant } from '../../../tests/support/server.ts';
import { lockInOrder } from '../db/dialect.ts';
import { createQueue } from '../queue/create-queue.ts';
import { resumeBroadcast } from './resume-broadcast.ts';

describe.each(engines)('resuming a broadcast where a pace is kept on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api', BROADCAST_RATE: '60' });

  /** Creates a broadcast of two mails, one of which was refused temporarily and is retried in half an hour. */
  async function writeRefused(tenant: TestTenant): Promise<string> {
    const { db, clock } = server.app;
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 2)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    await db.transact(async (trx) => {
      const rows = await trx.selectFrom('messages').select('id').where('broadcast_id', '=', id).limit(1).execute();
      const ids = rows.map((row) => row.id);
      await lockInOrder(trx, 'messages', ids);
      const refused = { attempts: 1, first_attempt_at: 1, due_at: clock.now() + 1_800_000 };
      await trx.updateTable('messages').set(refused).where('id', 'in', ids).execute();
    });
    return id;
  }

  /** Returns how many retries of a broadcast are due. */
  async function countDue(id: string): Promise<number> {
    const { db, clock } = server.app;
    const retries = db.read.selectFrom('messages').select('id').where('broadcast_id', '=', id).where('attempts', '>', 0);
    return (await retries.where('due_at', '<=', clock.now()).execute()).length;
  }

  /** Returns when the day began for which the retries of a broadcast go on. */
  const triedFrom = async (id: string): Promise<number> => {
    const retries = server.app.db.read.selectFrom('messages').select('first_attempt_at').where('broadcast_id', '=', id);
    return Number((await retries.where('attempts', '>', 0).executeTakeFirstOrThrow()).first_attempt_at);
  };

  const move = (tenant: TestTenant, id: string, verb: string) => tenant.call('POST', `/v1/broadcasts/${id}/${verb}`);

  it('lets its retries go, and leaves those of others that the tenant is sending', async () => {
    const tenant = await server.mint();
    const [paused, other] = [await writeRefused(tenant), await writeRefused(tenant)];
    await move(tenant, paused, 'pause');
    await move(tenant, paused, 'resume');
    await server.run('fanout');
    expect([await countDue(paused), await countDue(other)]).toEqual([1, 0]);
    expect([await triedFrom(paused), await triedFrom(other)]).toEqual([server.app.clock.now(), 1]);
  });

  it('lets them go where the release before resumes one that has left others alone', async () => {
    const tenant = await server.mint();
    const [paused, other] = [await writeRefused(tenant), await writeRefused(tenant)];
    await move(tenant, paused, 'pause');
    await move(tenant, paused, 'resume');
    await server.run('fanout');
    const { db } = server.app;
    await db.transact((trx) => trx.updateTable('broadcast_ledgers').set({ issue_after: '' }).where('broadcast_id', '=', other).execute());
    await server.run('fanout');
    expect(await countDue(other)).toBe(1);
  });

  it('lets them go also where another is resumed before they have', async () => {
    const tenant = await server.mint();
    const [first, second] = [await writeRefused(tenant), await writeRefused(tenant)];
    for (const verb of ['pause', 'resume']) for (const id of [first, second]) await move(tenant, id, verb);
    await server.run('fanout');
    expect([await countDue(first), await countDue(second)]).toEqual([1, 1]);
  });

  it('lets those of all go where the tenant is resumed', async () => {
    const tenant = await server.mint();
    const [first, second] = [await writeRefused(tenant), await writeRefused(tenant)];
    for (const suspended of [true, false]) await server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    await server.run('fanout');
    expect([await countDue(first), await countDue(second)]).toEqual([1, 1]);
  });
});

describe.each(engines)('resuming a broadcast on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api' });

  it('costs as many statements however many of its retries wait', async () => {
    const tenant = await server.mint();
    const { db, clock } = server.app;
    const statementsFor = async (count: number) => {
      const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, count)));
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
      await server.run('fanout');
      await tenant.call('POST', `/v1/broadcasts/${id}/pause`);
      const dueAt = clock.now() + 60_000;
      await db.transact(async (trx) => {
        const rows = await trx.selectFrom('messages').select('id').where('broadcast_id', '=', id).execute();
        const ids = rows.map((row) => row.id);
        await lockInOrder(trx, 'messages', ids);
        await trx.updateTable('messages').set({ attempts: 1, first_attempt_at: 1, due_at: dueAt }).where('id', 'in', ids).execute();
      });
      const watched = watch(server.app);
      const queue = { ...createQueue(watched.app), enqueue: async () => undefined };
      expect(await resumeBroadcast({ app: watched.app, queue }, { tenantId: tenant.id, id })).toMatchObject({ status: 'sending' });
      return watched.statements.length;
    };
    const forOne = await statementsFor(1);
    expect(forOne).toBeGreaterThan(3);
    expect(await statementsFor(600)).toBe(forOne);
  });
});

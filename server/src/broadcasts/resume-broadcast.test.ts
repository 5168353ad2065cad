import { describe, expect, it } from 'vitest';
import { watch } from '../../../tests/support/database/watch-statements.ts';
import { engines } from '../../../tests/support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../tests/support/posthorn.ts';
import { lockInOrder } from '../db/dialect.ts';
import { createQueue } from '../queue/create-queue.ts';
import { resumeBroadcast } from './resume-broadcast.ts';

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

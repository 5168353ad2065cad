import { describe, expect, it } from 'vitest';
import { addAudience, addContacts, writeDraft } from '../../../../tests/support/broadcasts.ts';
import { engines } from '../../../../tests/support/engines.ts';
import { BY_HAND, useServer } from '../../../../tests/support/posthorn.ts';
import { rescheduleOverdue } from './pace.ts';

describe.each(engines)('broadcast mail that came due while nobody swept, on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api', BROADCAST_RATE: '60' });

  /** Of ten mails a second apart, ten seconds later: how many are due, and how many turns there are for them all. */
  async function findDue(clock: 'real' | 'virtual') {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 10)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 10_000 } });
    const { app } = server;
    await rescheduleOverdue({ ...app, config: { ...app.config, CLOCK: clock } });
    const rows = await app.db.read.selectFrom('messages').select('due_at').where('broadcast_id', '=', id).execute();
    return {
      due: rows.filter(({ due_at }) => (due_at ?? 0) <= app.clock.now()).length,
      turns: new Set(rows.map(({ due_at }) => due_at)).size,
    };
  }

  it('keeps its turn where it is at most 5 s late on the real clock, and takes a new one otherwise', async () => {
    const { due, turns } = await findDue('real');
    // The clock of the test stands still but for the ten seconds.
    expect([turns, due]).toEqual([10, 6]);
  });

  it('is due on a clock that was moved past it', async () => {
    expect(await findDue('virtual')).toEqual({ due: 10, turns: 10 });
  });
});

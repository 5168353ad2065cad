import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../../tests/support/posthorn.ts';
import { claimEmails } from '../../delivery/claim-emails.ts';
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

describe.each(engines)('broadcast mail whose job comes late, on $name', (engine) => {
  const server = useServer(engine, { JOB_INTERVAL_MS: '3600000', ROLE: 'api', BROADCAST_RATE: '1' });

  const claimAll = async (id: string, ids: readonly string[]) => {
    const job = { id, attempt: 1, payload: { message_ids: [...ids] }, holdsLease: () => true };
    const claimed = await claimEmails({ app: server.app }, [job], true);
    return claimed.map(({ message }) => message.id);
  };

  it('is claimed as far as the pace has room, and otherwise takes new turns', async () => {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 8)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    const { db, clock } = server.app;
    const list = () =>
      db.read.selectFrom('messages').select(['id', 'due_at', 'status']).where('broadcast_id', '=', id).orderBy('id').execute();
    const all = (await list()).map((row) => row.id);
    const [first = '', second = '', ...rest] = all;

    expect(await claimAll('one', all)).toEqual([first]);
    const after = await list();
    const postponed = after.slice(1).map(({ due_at }) => due_at ?? 0);
    expect(after.map(({ status }) => status)).toEqual(['sending', ...Array(7).fill('queued')]);
    // Behind the eight turns that the mail had before, a minute from one to the next.
    expect(postponed.map((dueAt) => dueAt - (postponed[0] ?? 0))).toEqual(rest.map((_, place) => place * 60_000).concat(360_000));
    expect(postponed[0]).toBeGreaterThan(clock.now() + 5 * 60_000);

    // What was tried goes when it is due.
    await db.transact((trx) => trx.updateTable('messages').set({ attempts: 1 }).where('id', '=', second).execute());
    expect(await claimAll('two', all)).toEqual([second]);
  });
});

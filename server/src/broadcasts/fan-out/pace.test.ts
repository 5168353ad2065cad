import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../../../../tests/support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../../../tests/support/posthorn.ts';
import type { Db } from '../../db/db.ts';
import { lockInOrder } from '../../db/dialect.ts';
import { claimEmails } from '../../delivery/claim-emails.ts';
import { rescheduleOverdue } from './pace.ts';
import { findLastTurn, lockPaces, reserveTurns, updatePaces } from './pace-store.ts';

const MINUTE = 60_000;

interface Tried {
  readonly attempts: number;
  readonly first_attempt_at?: number;
}

const setAttempts = (db: Db, ids: readonly string[], tried: Tried) =>
  db.transact(async (trx) => {
    await lockInOrder(trx, 'messages', ids);
    await trx.updateTable('messages').set(tried).where('id', 'in', ids).execute();
  });

async function idsOf(db: Db, broadcastId: string): Promise<string[]> {
  const rows = await db.read.selectFrom('messages').select('id').where('broadcast_id', '=', broadcastId).orderBy('id').execute();
  return rows.map(({ id }) => id);
}

describe.each(engines)('broadcast mail that came due while nobody swept, on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api', BROADCAST_RATE: '60' });

  /** Returns how many of ten mails a second apart are due ten seconds later, and how many turns there are for them all. */
  async function findDue(clock: 'real' | 'virtual', { retries = false } = {}) {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 10)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 10_000 } });
    const { app } = server;
    if (retries) await setAttempts(app.db, await idsOf(app.db, id), { attempts: 1, first_attempt_at: app.clock.now() });
    await rescheduleOverdue({ ...app, config: { ...app.config, CLOCK: clock } });
    const rows = await app.db.read.selectFrom('messages').select('due_at').where('broadcast_id', '=', id).execute();
    return {
      due: rows.filter(({ due_at }) => (due_at ?? 0) <= app.clock.now()).length,
      turns: new Set(rows.map(({ due_at }) => due_at)).size,
    };
  }

  it('keeps its turn where it is at most 5 s late on the real clock, and takes a new one otherwise', async () => {
    const { due, turns } = await findDue('real');
    // The clock of the test stands still except for the ten seconds.
    expect([turns, due]).toEqual([10, 6]);
  });

  it('is left to be claimed where it was tried: it takes turns of its own then', async () => {
    expect(await findDue('real', { retries: true })).toEqual({ due: 10, turns: 10 });
  });

  it('is due on a clock that was moved past it', async () => {
    expect(await findDue('virtual')).toEqual({ due: 10, turns: 10 });
  });
});

describe.each(engines)('broadcast mail at 40,000 a minute, on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, ROLE: 'api', BROADCAST_RATE: '40000' });

  it('has 40 turns in 60 ms, of whatever page it is, and also when it takes new ones', async () => {
    const tenant = await server.mint();
    const { app } = server;
    for (const size of [3, 37, 40]) {
      const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, size)));
      await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    }
    await server.run('fanout');
    const turns = async () => {
      const rows = await app.db.read.selectFrom('messages').select('due_at').where('tenant_id', '=', tenant.id).execute();
      const dues = rows.map(({ due_at }) => due_at ?? 0).toSorted((a, b) => a - b);
      return dues.map((due) => due - (dues[0] ?? 0));
    };
    const exact = Array.from({ length: 80 }, (_, place) => Math.floor(place * 1.5));
    expect(await turns()).toEqual(exact);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 60_000 } });
    await rescheduleOverdue({ ...app, config: { ...app.config, CLOCK: 'real' } });
    expect(await turns()).toEqual(exact);
  });
});

describe.each(engines)('broadcast mail whose job comes late, on $name', (engine) => {
  const server = useServer(engine, { JOB_INTERVAL_MS: '3600000', ROLE: 'api', BROADCAST_RATE: '1' });

  async function claimAll(id: string, ids: readonly string[], attempt = 1) {
    const job = { id, attempt, priority: 0, payload: { message_ids: [...ids] }, holdsLease: () => true };
    const claimed = await claimEmails(server.app, { jobs: [job], bulk: true });
    return claimed.map(({ message }) => message.id);
  }

  /** Creates eight mails of a broadcast that was walked, a function to read them, and one to write their outcome. */
  async function makeMail() {
    const tenant = await server.mint();
    const id = await writeDraft(tenant, await addAudience(tenant, await addContacts(tenant, 8)));
    await tenant.call('POST', `/v1/broadcasts/${id}/send`);
    await server.run('fanout');
    const { db } = server.app;
    const list = () =>
      db.read.selectFrom('messages').select(['id', 'due_at', 'status']).where('broadcast_id', '=', id).orderBy('id').execute();
    const change = (ids: readonly string[], tried: Tried) => setAttempts(db, ids, tried);
    const operate = (verb: 'pause' | 'resume') => tenant.call('POST', `/v1/broadcasts/${id}/${verb}`);
    return { all: await idsOf(db, id), list, change, operate };
  }

  it('is claimed as far as the pace has room, and otherwise takes new turns', async () => {
    const { all, list } = await makeMail();
    const [first, ...rest] = all;
    expect(await claimAll('one', all)).toEqual([first]);
    const after = await list();
    const postponed = after.slice(1).map(({ due_at }) => due_at ?? 0);
    expect(after.map(({ status }) => status)).toEqual(['sending', ...Array(7).fill('queued')]);
    expect(postponed.map((dueAt) => dueAt - (postponed[0] ?? 0))).toEqual(rest.map((_, place) => place * MINUTE));
    // After the eight turns that the mail had before, a minute apart.
    expect(postponed[0]).toBeGreaterThan(server.app.clock.now() + 5 * MINUTE);
  });

  it('goes first where it was tried before, and takes turns of its own where there is no room', async () => {
    const { all, list, change } = await makeMail();
    const retries = all.slice(4);
    await change(retries, { attempts: 1, first_attempt_at: server.app.clock.now() });
    expect(await claimAll('one', all)).toEqual([retries[0]]);
    const dueAt = new Map((await list()).map((row) => [row.id, row.due_at ?? 0]));
    const turns = retries.slice(1).map((id) => dueAt.get(id) ?? 0);
    const now = server.app.clock.now();
    expect(turns.map((turn) => turn - (turns[0] ?? 0))).toEqual([0, MINUTE, 2 * MINUTE]);
    // Right after the one that went out; others that come are placed after those.
    expect(turns[0]).toBeLessThanOrEqual(now + MINUTE);
    await change(all.slice(0, 2), { attempts: 1, first_attempt_at: now });
    expect(await claimAll('two', all.slice(0, 2))).toEqual([]);
    const later = (await list()).slice(0, 2).map(({ due_at }) => (due_at ?? 0) - (turns[0] ?? 0));
    expect(later).toEqual([3 * MINUTE, 4 * MINUTE]);
  });

  it('takes the turns of retries anew when its broadcast is resumed', async () => {
    const { all, list, change, operate } = await makeMail();
    await change(all, { attempts: 1, first_attempt_at: server.app.clock.now() });
    const waiting = all.slice(1);
    const first = async () => Math.min(...(await list()).map((row) => row.due_at ?? Number.POSITIVE_INFINITY));
    expect(await claimAll('one', all)).toEqual([all[0]]);
    const before = await first();
    await operate('pause');
    await operate('resume');
    expect(await claimAll('two', waiting)).toEqual([]);
    expect(await first()).toBe(before);
  });

  it('counts as not tried where its broadcast was tried anew', async () => {
    const { all, change } = await makeMail();
    await change(all, { attempts: 1 });
    expect(await claimAll('one', all)).toEqual([all[0]]);
  });

  it('does not wait where its worker died, perhaps as it was handed over', async () => {
    const { all, change } = await makeMail();
    const [first = ''] = all;
    expect(await claimAll('one', [first])).toEqual([first]);
    await change([first], { attempts: 1, first_attempt_at: server.app.clock.now() });
    expect(await claimAll('one', [first], 2)).toEqual([first]);
  });
});

describe.each(engines)('the pace beside processes of the release before, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const NOW = 1_790_000_000_000_000;
  const HALF_MS = 500;

  const reserve = (us: number) =>
    server.app.db.transact(async (trx) => (await reserveTurns(trx, { taken: new Map([['ten_1', us]]), now: NOW })).get('ten_1'));
  /** Writes what the previous release does: whole milliseconds alone. */
  const write = (times: { next_at?: number; handed_until?: number; retries_until?: number }) =>
    server.app.db.transact((trx) => trx.updateTable('broadcast_paces').set(times).where('tenant_id', '=', 'ten_1').execute());
  const read = () =>
    server.app.db.read.selectFrom('broadcast_paces').selectAll().where('tenant_id', '=', 'ten_1').executeTakeFirstOrThrow();

  it('takes turns after those that they have taken, and they after its own', async () => {
    expect([await reserve(HALF_MS), await reserve(HALF_MS), await reserve(HALF_MS)]).toEqual([NOW, NOW + HALF_MS, NOW + 2 * HALF_MS]);
    expect((await read()).next_at).toBe(NOW / 1000 + 2);
    await write({ next_at: NOW / 1000 + MINUTE });
    expect(await reserve(HALF_MS)).toBe(NOW + MINUTE * 1000);
    expect(await read()).toMatchObject({ next_us: NOW + MINUTE * 1000 + HALF_MS, next_at: NOW / 1000 + MINUTE + 1 });
    expect(await findLastTurn(server.app.db.read)).toBe(NOW / 1000 + MINUTE + 1);
    // As if that release had resumed a broadcast: all turns are free.
    await write({ next_at: 0 });
    expect(await reserve(HALF_MS)).toBe(NOW);
  });

  it('counts what they have handed over, and they what it has', async () => {
    await reserve(HALF_MS);
    const update = (handedUntil: number, retriesUntil: number) =>
      server.app.db.transact((trx) => updatePaces(trx, new Map([['ten_1', { handedUntil, retriesUntil }]])));
    const find = () => server.app.db.transact(async (trx) => (await lockPaces(trx, ['ten_1'])).get('ten_1'));
    await update(NOW + HALF_MS, NOW + 3 * HALF_MS);
    expect(await read()).toMatchObject({ handed_until: NOW / 1000 + 1, retries_until: NOW / 1000 + 2 });
    expect(await find()).toEqual({ handedUntil: NOW + HALF_MS, retriesUntil: NOW + 3 * HALF_MS });
    await write({ handed_until: NOW / 1000 + MINUTE });
    expect(await find()).toEqual({ handedUntil: NOW + MINUTE * 1000, retriesUntil: NOW + 3 * HALF_MS });
  });
});

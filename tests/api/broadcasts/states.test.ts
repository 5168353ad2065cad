import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { addAudience, addContacts, sendAll, writeDraft } from '../../support/fixtures/broadcasts.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import type { TestTenant } from '../../support/server.ts';

type State = 'draft' | 'scheduled' | 'sending' | 'paused' | 'sent' | 'cancelled';
type Operation = 'edit' | 'send' | 'cancel' | 'pause' | 'resume' | 'retry' | 'delete';

const STATES: readonly State[] = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'];
/** The states in which an operation goes through, what it answers, what it leads to, and what it is refused with in all others. */
const OPERATIONS: Readonly<Record<Operation, { in: readonly State[]; status: number; to: State | null; code?: string }>> = {
  edit: { in: ['draft'], status: 200, to: 'draft', code: 'not_editable' },
  send: { in: ['draft'], status: 202, to: 'sending', code: 'not_draft' },
  cancel: { in: ['draft', 'scheduled'], status: 200, to: 'cancelled', code: 'not_cancelable' },
  pause: { in: ['sending'], status: 200, to: 'paused', code: 'not_pausable' },
  resume: { in: ['paused'], status: 200, to: 'sending', code: 'not_resumable' },
  retry: { in: ['sending', 'paused', 'sent'], status: 202, to: null, code: 'not_retryable' },
  delete: { in: STATES, status: 200, to: null },
};

const pairs = STATES.flatMap((state) => (Object.keys(OPERATIONS) as Operation[]).map((operation) => ({ state, operation })));

describe.each(engines)('the states of a broadcast on $name', (engine) => {
  let tenant: TestTenant;
  let audience: string;

  // One mail a minute, so that a broadcast to two stays as it is until the clock is moved.
  const server = useServer(engine, { ...BY_HAND, BROADCAST_RATE: '1' });
  beforeEach(async () => {
    tenant = await server.mint();
    audience = await addAudience(tenant, await addContacts(tenant, 2));
  });

  const path = (id: string, verb = '') => `/v1/broadcasts/${id}${verb}`;
  const advance = (ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms: ms } });

  /** Sends what is due, now and after each minute. */
  async function passMinutes(count: number): Promise<void> {
    await sendAll(server);
    for (let minute = 0; minute < count; minute += 1) {
      await advance(60_000);
      await sendAll(server);
    }
  }

  function operate(id: string, operation: Operation) {
    if (operation === 'edit') return tenant.call('PATCH', path(id), { body: { name: 'Renamed' } });
    if (operation === 'delete') return tenant.call('DELETE', path(id));
    return tenant.call('POST', path(id, `/${operation}`));
  }

  async function bring(state: State): Promise<string> {
    const id = await writeDraft(tenant, audience);
    if (state === 'draft') return id;
    if (state === 'cancelled') await operate(id, 'cancel');
    else if (state === 'scheduled') {
      const { body } = await server.admin('GET', '/admin/clock');
      await tenant.call('POST', path(id, '/send'), { body: { scheduled_at: body.now + 3_600_000_000 } });
    } else await operate(id, 'send');
    if (state === 'paused') await operate(id, 'pause');
    if (state === 'sent') {
      await passMinutes(1);
    }
    expect((await tenant.call('GET', path(id))).body.status).toBe(state);
    return id;
  }

  it.each(pairs)('$operation of one that is $state', async ({ state, operation }) => {
    const id = await bring(state);
    const rule = OPERATIONS[operation];
    const answer = await operate(id, operation);
    const after = await tenant.call('GET', path(id));
    if (!rule.in.includes(state)) {
      expect(answer).toMatchObject({ status: 409, body: { error: rule.code, status: state } });
      expect(after.body.status).toBe(state);
      return;
    }
    expect(answer.status).toBe(rule.status);
    if (operation === 'delete') expect(after.status).toBe(404);
    else expect(after.body.status).toBe(rule.to ?? state);
  });

  it.each(['edit', 'send', 'cancel', 'pause', 'resume', 'retry', 'delete'] as const)('%s of none is 404', async (operation) => {
    const answer = await operate('bc_00000000000000000000000000', operation);
    expect(answer).toMatchObject({ status: 404, body: { error: 'not_found' } });
  });

  it.each([
    ['send', 'cancel'],
    ['send', 'send'],
    ['send', 'edit'],
    ['cancel', 'cancel'],
  ] as const)('of %s and %s of a draft at once, one wins and the other is told', async (one, other) => {
    for (let round = 0; round < 10; round += 1) {
      const id = await bring('draft');
      const answers = await Promise.all([operate(id, one), operate(id, other)]);
      const { body } = await tenant.call('GET', path(id));
      const lost = answers.filter(({ status }) => status === 409);
      // An edit may also come first and be sent along.
      if (other !== 'edit') expect(lost.length).toBe(1);
      for (const { body: refusal } of lost) expect(['draft', body.status]).toContain(refusal.status);
      expect(answers.some(({ status }) => status < 300)).toBe(true);
    }
  });

  it('of pause and pause at once, one wins', async () => {
    const id = await bring('sending');
    const answers = await Promise.all([operate(id, 'pause'), operate(id, 'pause')]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('of pause and resume at once, each is refused only for a state that forbids it', async () => {
    const forbids = { pause: (state: string) => state !== 'sending', resume: (state: string) => state !== 'paused' };
    const id = await bring('sending');
    const verbs = Array.from({ length: 60 }, (_, place) => (place % 2 === 0 ? ('pause' as const) : ('resume' as const)));
    const answers = await Promise.all(verbs.map(async (verb) => ({ verb, answer: await operate(id, verb) })));
    for (const { verb, answer } of answers) expect(answer.status === 200 || forbids[verb](answer.body.status)).toBe(true);
  });

  it('holds what is paused, whatever the clock says, and goes on when it is resumed', async () => {
    const own = await server.mint();
    const target = await addAudience(own, await addContacts(own, 3));
    const id = await writeDraft(own, target);
    await own.call('POST', path(id, '/send'));
    await server.run('fanout');
    await own.call('POST', path(id, '/pause'));
    const ledger = async () => (await own.call('GET', path(id, '/stats'))).body.ledger;
    const held = await ledger();
    await advance(86_400_000);
    await sendAll(server);
    expect(await ledger()).toEqual(held);
    expect(held.queued).toBeGreaterThanOrEqual(2);
    await own.call('POST', path(id, '/resume'));
    await passMinutes(2);
    expect(await ledger()).toMatchObject({ total: 3, sent: 3, queued: 0 });
    expect((await own.call('GET', path(id))).body.status).toBe('sent');
  });

  it('counts a contact that unsubscribes before its mail goes out as suppressed, one that is deleted as skipped', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 4);
    const id = await writeDraft(own, await addAudience(own, ids));
    await own.call('POST', path(id, '/send'));
    await sendAll(server);
    await own.call('PATCH', `/v1/contacts/${ids[1]}`, { body: { status: 'unsubscribed' } });
    await own.call('DELETE', `/v1/contacts/${ids[2]}`);
    await passMinutes(3);
    const { body } = await own.call('GET', path(id, '/recipients'));
    const told = body.data.map((row: { status: string; reason: string | null }) => [row.status, row.reason]);
    expect(told).toEqual([
      ['sent', null],
      ['suppressed', 'suppressed'],
      ['skipped', 'deleted'],
      ['sent', null],
    ]);
    const { ledger } = (await own.call('GET', path(id, '/stats'))).body;
    expect(ledger).toEqual({ total: 4, pending: 0, queued: 0, sent: 2, failed: 0, suppressed: 1, skipped: 1 });
    expect((await own.call('GET', path(id))).body.status).toBe('sent');
  });

  it('cancels what waits when it is deleted, and leaves in the log what was sent', async () => {
    const own = await server.mint();
    const ids = await addContacts(own, 3);
    const id = await writeDraft(own, await addAudience(own, ids));
    await own.call('POST', path(id, '/send'));
    await sendAll(server);
    expect((await own.call('DELETE', path(id))).body).toEqual({ deleted: true, id });
    const { body } = await own.call('GET', '/v1/messages');
    expect(body.data.map(({ status }: { status: string }) => status).sort()).toEqual(['cancelled', 'cancelled', 'sent']);
    expect(body.data.every((row: { broadcast_id: string }) => row.broadcast_id === id)).toBe(true);
    const rows = await server.app.db.read.selectFrom('broadcast_ledgers').select('broadcast_id').where('tenant_id', '=', own.id).execute();
    expect(rows).toEqual([]);
  });

  it('pauses where its segment is gone, and says why', async () => {
    const own = await server.mint();
    await addContacts(own, 1);
    const { body: segment } = await own.call('POST', '/v1/segments', { body: { name: 'All', filter: { all: true } } });
    const id = await writeDraft(own, segment.id, { target_kind: 'segment' });
    await server.app.db.write.updateTable('broadcasts').set({ status: 'sending', started_at: 1 }).where('id', '=', id).execute();
    await own.call('DELETE', `/v1/segments/${segment.id}`);
    await server.run('fanout');
    const { body } = await own.call('GET', path(id));
    expect(body.status).toBe('paused');
    expect(body.last_error).toMatch(/^target_not_found/);
  });
});

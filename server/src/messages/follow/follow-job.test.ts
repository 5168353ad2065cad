import { describe, expect, it, onTestFinished } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../../../tests/support/posthorn.ts';
import { createHooks } from '../../core/hooks.ts';
import { createMessages } from '../index.ts';
import { findBackfillOf, IS_FOLLOWED, lockLogCursors } from './cursor-store.ts';
import { createFollowJob } from './follow-job.ts';

describe.each(engines)('a run on demand of the job that counts on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  /** As an upgrade finds it: all of the log is from before. */
  async function forget(): Promise<void> {
    const { write } = server.app.db;
    await write.updateTable('events').set({ counted: null }).where('tenant_id', '=', tenant.id).execute();
    const past = { past_mail: Number.MAX_SAFE_INTEGER, past_events: '~' };
    await write
      .insertInto('stat_cursors')
      .values({ tenant_id: tenant.id, followed: Number.MAX_SAFE_INTEGER, ...past })
      .execute();
  }

  it('ends when its time is over, and the next one goes on', async () => {
    const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' };
    for (let count = 0; count < 3; count += 1) await tenant.call('POST', '/v1/email', { body: mail });
    await server.run('dispatch');
    await forget();
    const stats = async () => (await tenant.call('GET', '/v1/stats')).body;
    let now = 0;
    const monotonic = () => {
      now += 60_000;
      return now;
    };
    const job = createFollowJob(server.app, { monotonic });
    expect(await stats()).toMatchObject({ complete: false });
    await job.runToEnd();
    expect(job.hasMore()).toBe(true);
    expect(await stats()).toMatchObject({ complete: false, totals: { accepted: 3 } });
    while (job.hasMore()) await job.runToEnd();
    expect(await stats()).toMatchObject({ complete: true, totals: { accepted: 3 } });
    expect(await createFollowJob(server.app).runToEnd()).toBe(0);
  });
});

describe.each(engines)('the job that reads the logs, where no feature counts, on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);

  const followed = async () =>
    (await server.app.db.read.selectFrom('messages').select('position').where('tenant_id', '=', tenant.id).where(IS_FOLLOWED).execute())
      .length;
  const indexed = async () =>
    (await server.app.db.read.selectFrom('message_recipients').select('position').where('tenant_id', '=', tenant.id).execute()).length;
  async function run(): Promise<void> {
    const { stats } = createMessages({ ...server.app, hooks: createHooks() }).backgroundJobs;
    do await stats.runToEnd();
    while (stats.hasMore());
  }

  it('fills the index of recipients and moves the cursor that retention asks for', async () => {
    const mail = { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' };
    for (let count = 0; count < 3; count += 1) await tenant.call('POST', '/v1/email', { body: mail });
    expect([await followed(), await indexed()]).toEqual([0, 0]);
    await run();
    expect([await followed(), await indexed()]).toEqual([3, 3]);
  });

  it('does the same for what is from before there were cursors', async () => {
    const { write } = server.app.db;
    await write.deleteFrom('message_recipients').where('tenant_id', '=', tenant.id).execute();
    await write.updateTable('events').set({ counted: null }).where('tenant_id', '=', tenant.id).execute();
    const past = { past_mail: Number.MAX_SAFE_INTEGER, past_events: '~' };
    await write.updateTable('stat_cursors').set(past).where('tenant_id', '=', tenant.id).execute();
    expect([await followed(), await indexed()]).toEqual([0, 0]);
    await run();
    expect([await followed(), await indexed()]).toEqual([3, 3]);
    expect(await findBackfillOf(server.app.db.read, tenant.id)).toBeUndefined();
  });
});

/** On SQLite there is no other process. */
describe.each(engines.filter(({ name }) => name === 'postgres'))('counting while another process counts on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  /** Holds the lock until it is released, at the end of the test at the latest. */
  async function hold(): Promise<() => Promise<void>> {
    const [held, release] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const transaction = server.app.db.transact(async (trx) => {
      expect(await lockLogCursors(trx)).toBe(true);
      held.resolve();
      await release.promise;
    });
    const end = async () => {
      release.resolve();
      await transaction;
    };
    onTestFinished(end);
    await Promise.race([held.promise, transaction]);
    return end;
  }
  const send = () =>
    tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['ada@example.net'], subject: 'x', text_body: 'x' } });

  it('leaves it to that one, and says that there is more', async () => {
    await send();
    const release = await hold();
    const job = createFollowJob(server.app);
    expect([await job.run(), job.hasMore(), await job.nextDueAt()]).toEqual([0, true, null]);
    await release();
    expect(await job.run()).toBeGreaterThan(0);
    expect([job.hasMore(), await job.nextDueAt()]).toEqual([false, null]);
  });

  it('waits for it on demand, and counts what that one has not', async () => {
    await send();
    const release = await hold();
    let waits = 0;
    const wait = async () => {
      waits += 1;
      if (waits === 3) await release();
    };
    const job = createFollowJob(server.app, { monotonic: () => 0, wait });
    expect(await job.runToEnd()).toBeGreaterThan(0);
    expect([waits, job.hasMore()]).toEqual([3, false]);
  });

  it('waits no longer than a request does, and says that there is more', async () => {
    await send();
    const release = await hold();
    let now = 0;
    let waits = 0;
    const wait = async () => {
      waits += 1;
      now += 1000;
    };
    const job = createFollowJob(server.app, { monotonic: () => now, wait });
    expect(await job.runToEnd()).toBe(0);
    // Ten seconds for the first kind, and a look at the next.
    expect([waits, job.hasMore()]).toEqual([11, true]);
    await release();
  });
});

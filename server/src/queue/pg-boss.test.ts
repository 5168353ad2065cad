import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '../../../tests/support/engines.ts';
import { freePort } from '../../../tests/support/free-port.ts';
import { createFixture, type Fixture, gate } from '../../../tests/support/queue/fixture.ts';
import { createSystemRandom } from '../core/crypto/random.ts';
import { Unavailable } from '../core/errors/unavailable.ts';
import { createIdFactory } from '../core/ids.ts';
import { openDatabase } from '../db/open.ts';
import { createQueue } from './create-queue.ts';
import { jobNames } from './jobs.ts';

describe.each(engines.filter(({ name }) => name === 'postgres'))('the queue on $name alone', (engine: Engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await createFixture(engine);
  });
  afterEach(() => fixture.close());

  it('has the worker of another process start a job when it is committed', async () => {
    const { promise, resolve } = Promise.withResolvers<readonly string[]>();
    const sender = await fixture.open();
    const worker = await fixture.open(async (labels) => resolve(labels));
    await worker.queue.start();
    await fixture.enqueue(sender.queue, ['prompt']);
    expect(await promise).toEqual(['prompt']);
  });

  it('is installed once by processes that start together, and again without harm', async () => {
    const { url, drop } = await engine.createEmpty();
    const db = await openDatabase(url);
    const create = () => createQueue({ config: { DATABASE_URL: url }, db, newId: createIdFactory(createSystemRandom()), log: fixture.log });
    await expect(create().open()).rejects.toThrow('not installed');
    await Promise.all([create().install(), create().install()]);
    await create().install();
    const queue = create();
    await queue.open();
    await db.transact((trx) => queue.enqueue(trx, [{ queue: 'deliver', payload: { message_ids: ['job'] } }]));
    expect((await queue.depths()).deliver.waiting).toBe(1);
    await queue.stop();
    await db.close();
    await drop();
  });

  it('replaces the first form of its index of groups', async () => {
    const { url, drop } = await engine.createEmpty();
    const db = await openDatabase(url);
    const queue = createQueue({ config: { DATABASE_URL: url }, db, newId: createIdFactory(createSystemRandom()), log: fixture.log });
    const listIndexes = async () => {
      const { rows } = await sql<{ name: string }>`select indexname as name from pg_indexes where indexname like 'posthorn%'`.execute(
        db.read,
      );
      return rows.map(({ name }) => name);
    };
    await queue.install();
    await sql`drop index pgboss.posthorn_jobs_of_group`.execute(db.write);
    await sql`create index posthorn_job_groups on pgboss.job (name, group_id, priority desc)`.execute(db.write);
    await queue.install();
    expect(await listIndexes()).toEqual(['posthorn_jobs_of_group']);
    await db.close();
    await drop();
  });

  it('goes on after the clock of the server was set back', async () => {
    const started = gate();
    const ended = gate();
    const first = await fixture.open(async () => {
      started.resolve();
      await ended.promise;
    });
    await first.queue.start();
    await fixture.enqueue(first.queue, ['held']);
    await fixture.pass(started.promise);
    first.hang();
    const later = sql`to_timestamp(${fixture.clock.now() / 1000 + 3600})`;
    await fixture.db.transact(async (trx) => {
      await first.queue.enqueue(trx, [{ queue: 'deliver_bulk', payload: { message_ids: ['waiting'] } }]);
      await sql`update pgboss.job set start_after = ${later} where state < 'active'`.execute(trx);
    });
    await sql`update pgboss.job set heartbeat_on = ${later} where state = 'active'`.execute(fixture.db.write);
    await sql`update pgboss.queue set monitor_on = ${later}, monitor_claim_on = ${later}, maintain_on = ${later}`.execute(fixture.db.write);
    const done: string[] = [];
    const both = gate();
    const second = await fixture.open(async (labels) => {
      done.push(...labels);
      if (done.length === 2) both.resolve();
    });
    await second.queue.start();
    const before = fixture.clock.now();
    await fixture.pass(both.promise);
    ended.resolve();
    expect(done.toSorted()).toEqual(['held', 'waiting']);
    expect(fixture.clock.now() - before).toBeLessThan(10 * 60_000);
  });

  it('is unavailable, and no fault of ours, where the database goes away while it starts', async () => {
    const { db, log } = fixture;
    const url = `postgres://postgres@127.0.0.1:${await freePort()}/gone`;
    const create = () => createQueue({ config: { DATABASE_URL: url }, db, newId: createIdFactory(createSystemRandom()), log });
    await expect(create().install()).rejects.toThrow(Unavailable);
    await expect(create().open()).rejects.toThrow(Unavailable);
  });

  it('is told of our lease, and to let jobs wait and work as long as they need', async () => {
    const { rows } = await sql<Record<string, number>>`
      select retention_seconds, heartbeat_seconds, expire_seconds, deletion_seconds from pgboss.queue`.execute(fixture.db.read);
    expect(rows.length).toBe(jobNames.length);
    for (const row of rows) {
      expect(row).toMatchObject({ heartbeat_seconds: 20, expire_seconds: 86_400, deletion_seconds: 14 * 86_400 });
      expect(row.retention_seconds).toBeGreaterThan(50 * 365 * 86_400);
    }
  });

  it('takes four connections at most', async () => {
    const { queue } = await fixture.open();
    await queue.start();
    await fixture.enqueue(
      queue,
      Array.from({ length: 200 }, (_, index) => `job ${index}`),
    );
    const working = queue.drain(['deliver', 'deliver_bulk']);
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from pg_stat_activity where datname = current_database() and application_name = 'posthorn-queue'`.execute(
      fixture.db.read,
    );
    expect(rows[0]?.count).toBeGreaterThan(0);
    expect(rows[0]?.count).toBeLessThanOrEqual(4);
    await working;
  });
});

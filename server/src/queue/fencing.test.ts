import { PgBoss } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Engine, engines } from '../../../tests/support/engines.ts';
import { createFixture, type Fixture } from '../../../tests/support/queue/fixture.ts';
import type { JobStore } from './job-store.ts';
import { createPgBossJobs } from './pg-boss-jobs.ts';
import { poolOptions } from './pg-boss-patches.ts';
import type { Queue } from './queue.ts';
import { createSqliteJobs } from './sqlite-jobs.ts';

const JOBS = 50;

interface Subject {
  readonly store: JobStore;
  /** Advances the time past leases and back-offs. */
  expire(): Promise<void>;
}

function sqliteSubject({ db, clock }: Fixture): Subject {
  const store = createSqliteJobs(db, clock.forInstance().time);
  return {
    store,
    expire: async () => {
      await clock.jump(60_000);
      await store.reclaim();
    },
  };
}

async function postgresSubject({ db, url, clock }: Fixture): Promise<Subject> {
  const { bossClock } = clock.forInstance();
  const options = { ...poolOptions, connectionString: url, max: 1, migrate: false, schedule: false, supervise: false };
  const boss = new PgBoss({ ...options, clock: bossClock });
  await boss.start();
  return {
    store: createPgBossJobs(boss, db),
    expire: async () => {
      await clock.jump(60_000);
      await boss.supervise();
      await clock.jump(60_000);
    },
  };
}

const subjectOf = (engine: Engine, fixture: Fixture) => (engine.name === 'sqlite' ? sqliteSubject(fixture) : postgresSubject(fixture));

describe.each(engines)('the jobs of $name', (engine) => {
  let fixture: Fixture;
  let subject: Subject;
  let queue: Queue;
  beforeEach(async () => {
    fixture = await createFixture(engine);
    ({ queue } = await fixture.open());
    subject = await subjectOf(engine, fixture);
  });
  afterEach(async () => {
    await subject.store.close();
    await fixture.close();
  });

  const depth = async () => (await queue.depths()).deliver;

  /** Jobs claimed twice: by a worker whose lease ran out, and then by another. */
  async function claimTwice() {
    const labels = Array.from({ length: JOBS }, (_, index) => `job ${index}`);
    await fixture.enqueue(queue, labels);
    const stale = await subject.store.claim('deliver', JOBS);
    await subject.expire();
    const fresh = await subject.store.claim('deliver', JOBS);
    const byId = (claims: typeof stale) => claims.map(({ id }) => id).toSorted();
    expect(byId(fresh)).toEqual(byId(stale));
    expect(stale.length).toBe(JOBS);
    expect(new Set(stale.map(({ attempt }) => attempt))).toEqual(new Set([1]));
    expect(new Set(fresh.map(({ attempt }) => attempt))).toEqual(new Set([2]));
    return { stale, fresh };
  }

  it('are out of reach of a worker that lost them, and within that of the one that has them', async () => {
    const { stale, fresh } = await claimTwice();
    const { store } = subject;
    expect(await store.complete('deliver', stale)).toBe(0);
    expect(await store.extend('deliver', stale)).toEqual([]);
    await store.fail('deliver', stale, 'too late');
    await store.release('deliver', stale);
    expect(await depth()).toMatchObject({ waiting: 0, active: JOBS, failed: 0 });
    expect((await store.extend('deliver', fresh)).length).toBe(JOBS);
    expect(await store.complete('deliver', fresh)).toBe(JOBS);
    expect(await depth()).toMatchObject({ waiting: 0, active: 0, failed: 0 });
  });

  it('are out of reach of a worker whose lease ran out before another has them', async () => {
    await fixture.enqueue(queue, ['job']);
    const { store } = subject;
    const stale = await store.claim('deliver', 1);
    await subject.expire();
    expect(await store.complete('deliver', stale)).toBe(0);
    expect(await store.extend('deliver', stale)).toEqual([]);
    await store.fail('deliver', stale, 'too late');
    await store.release('deliver', stale);
    expect(await depth()).toMatchObject({ waiting: 1, active: 0, failed: 0 });
  });

  it('are told apart when only some of a batch are lost', async () => {
    await fixture.enqueue(queue, ['a', 'b']);
    const { store } = subject;
    const claims = await store.claim('deliver', 2);
    await store.release('deliver', claims.slice(0, 1));
    const kept = claims.slice(1).map(({ id }) => id);
    expect(await store.extend('deliver', claims)).toEqual(kept);
    expect(await store.complete('deliver', claims)).toBe(1);
    const [again] = await store.claim('deliver', 2);
    expect(again).toEqual({ ...claims[0], attempt: 2 });
  });
});

import { setImmediate } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { jobSpecs } from '../../server/src/queue/jobs.ts';
import type { ClaimedJob, Queue } from '../../server/src/queue/queue.ts';
import { engines } from '../support/engines.ts';
import { createFixture, type Fixture, gate, type Work } from './fixture.ts';

const LEASE_MS = 20_000;
const labelled = (count: number) => Array.from({ length: count }, (_, index) => `job ${index}`);

/** Notes what it is given. */
function recorder() {
  const batches: string[][] = [];
  const work: Work = async (labels) => {
    batches.push([...labels]);
  };
  return { batches, work };
}

/** Takes a batch and does not let go of it before the gate opens. */
function holder() {
  const started = gate();
  const opened = gate();
  const jobs: ClaimedJob[] = [];
  const work: Work = async (_, batch) => {
    jobs.push(...batch.jobs);
    started.resolve();
    await opened.promise;
  };
  return { started, opened, jobs, work };
}

async function until(holds: () => boolean | Promise<boolean>): Promise<void> {
  while (!(await holds())) await setImmediate();
}

describe.each(engines)('the queue on $name', (engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await createFixture(engine);
  });
  afterEach(() => fixture.close());

  const depthOf = async (queue: Queue) => (await queue.depths()).deliver;

  describe('enqueue', () => {
    it('joins the transaction: a commit makes the jobs, a rollback does not', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      const rolledBack = fixture.db.transact(async (trx) => {
        await queue.enqueue(trx, [{ queue: 'deliver', payload: { message_ids: ['never'] } }]);
        throw new Error('rolled back');
      });
      await expect(rolledBack).rejects.toThrow('rolled back');
      await fixture.enqueue(queue, ['kept']);
      expect(await queue.drain(['deliver', 'deliver_bulk'])).toBe(1);
      expect(batches).toEqual([['kept']]);
    });

    it('takes jobs of several queues, and none', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      await fixture.db.transact(async (trx) => {
        await queue.enqueue(trx, []);
        await queue.enqueue(trx, [
          { queue: 'deliver', payload: { message_ids: ['a', 'b'] } },
          { queue: 'deliver_bulk', payload: { message_ids: ['c'] } },
        ]);
      });
      expect(await queue.drain(['deliver_bulk'])).toBe(1);
      expect(await queue.drain(['deliver'])).toBe(1);
      expect(batches).toEqual([['c'], ['a,b']]);
    });

    it('has a running worker start the job when it is committed, not at its next poll', async () => {
      const { promise, resolve } = Promise.withResolvers<readonly string[]>();
      const { queue } = await fixture.open(async (labels) => resolve(labels));
      await queue.start();
      await fixture.enqueue(queue, ['prompt']);
      expect(await promise).toEqual(['prompt']);
    });
  });

  describe('claims', () => {
    it('are of the highest priority first, then of the oldest', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      const name = 'deliver_bulk';
      for (const [id, priority] of [
        ['a', 0],
        ['b', 0],
        ['c', 5],
        ['d', -1],
        ['e', 0],
      ] as const)
        await fixture.enqueue(queue, [id], { name, priority });
      await queue.drain([name]);
      expect(jobSpecs[name]).toMatchObject({ batch: 2, workers: 1 });
      expect(batches.map((batch) => batch.toSorted())).toEqual([['a', 'c'], ['b', 'e'], ['d']]);
      expect(batches[0]).toEqual(['c', 'a']);
    });

    it('are of batches', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      await fixture.enqueue(queue, labelled(20));
      expect(await queue.drain(['deliver'])).toBe(20);
      expect(batches.slice(0, 2).map((batch) => batch.length)).toEqual([8, 8]);
      expect(batches.flat().toSorted()).toEqual(labelled(20).toSorted());
    });

    it('never give one job to two workers', async () => {
      const all = gate();
      const seen: string[] = [];
      const work: Work = async (labels) => {
        seen.push(...labels);
        if (seen.length >= 300) all.resolve();
      };
      const [first, second] = [await fixture.open(work), await fixture.open(work)];
      await first.queue.start();
      await second.queue.start();
      for (let round = 0; round < 30; round += 1)
        await fixture.enqueue(
          first.queue,
          labelled(10).map((id) => `${round} ${id}`),
        );
      await fixture.pass(all.promise);
      expect(await first.queue.drain(['deliver'])).toBe(0);
      expect(new Set(seen).size).toBe(300);
      expect(seen.length).toBe(300);
    });
  });

  describe('groups', () => {
    /** Holds what is of a group until its gate opens, and notes the rest. */
    function groupHolder() {
      const opened = gate();
      const held: string[] = [];
      const batches: string[][] = [];
      const work: Work = async (labels) => {
        batches.push([...labels]);
        if (!labels.some((label) => label.startsWith('slow'))) return;
        held.push(...labels);
        await opened.promise;
      };
      return { opened, held, batches, work };
    }
    const named = (name: string, count: number) => labelled(count).map((label) => `${name} ${label}`);

    it('have at most two jobs under way each, and let the others pass', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      await fixture.enqueue(queue, named('slow', 50), { group: 'slow' });
      await fixture.enqueue(queue, named('quick', 5), { group: 'quick' });
      const drained = queue.drain(['webhook']);
      await until(() => batches.length === 7);
      expect(held).toHaveLength(2);
      expect(batches.flat().filter((label) => label.startsWith('quick'))).toHaveLength(5);
      // What is done is soon told to the queue.
      await until(async () => (await queue.depths()).webhook.active === 2);
      expect((await queue.depths()).webhook).toMatchObject({ waiting: 48, active: 2 });
      opened.resolve();
      expect(await drained).toBe(55);
    });

    it('keep to it over several processes that claim at once', async () => {
      const { opened, held, work } = groupHolder();
      const instances = await Promise.all(Array.from({ length: 4 }, () => fixture.open(work)));
      const [first] = instances;
      if (first === undefined) throw new Error('no instance');
      await fixture.enqueue(first.queue, named('slow', 20), { group: 'slow' });
      for (const { queue } of instances) await queue.start();
      await fixture.pass(until(() => held.length === 2));
      await fixture.passFor(5000);
      expect(held).toHaveLength(2);
      opened.resolve();
      await fixture.pass(until(() => held.length === 20));
      expect(new Set(held).size).toBe(20);
    });

    it('that are held up by hundreds hold nothing but their own places', async () => {
      const { opened, held, batches, work } = groupHolder();
      const { queue } = await fixture.open(work);
      await queue.start();
      for (let group = 0; group < 100; group += 1) await fixture.enqueue(queue, named(`slow ${group}`, 3), { group: `slow ${group}` });
      await fixture.pass(until(() => held.length === 200));
      await fixture.enqueue(queue, ['quick'], { group: 'quick' });
      await fixture.pass(until(() => batches.some(([label]) => label === 'quick')));
      expect(held).toHaveLength(200);
      opened.resolve();
      await queue.drain(['webhook']);
      expect(held).toHaveLength(300);
    });

    it('give their place to the next job as soon as one is done', async () => {
      const order: string[] = [];
      const { queue } = await fixture.open(async (labels) => void order.push(...labels));
      await queue.start();
      await fixture.enqueue(queue, labelled(6), { group: 'one' });
      await until(() => order.length === 6);
      expect(order.toSorted()).toEqual(labelled(6));
    });

    it('go each job by itself, so that one that fails holds up no other', async () => {
      const { queue } = await fixture.open(async (labels) => {
        if (labels.includes('job 1')) throw new Error('no');
      });
      await fixture.enqueue(queue, labelled(3), { group: 'one' });
      expect(await queue.drain(['webhook'])).toBe(2);
      expect((await queue.depths()).webhook).toMatchObject({ waiting: 1, active: 0 });
    });

    it('are none of the business of jobs without one', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(work);
      await fixture.db.transact((trx) =>
        queue.enqueue(
          trx,
          labelled(5).map((label) => ({ queue: 'webhook', payload: { delivery_ids: [label] } })),
        ),
      );
      expect(await queue.drain(['webhook'])).toBe(5);
      expect(batches).toHaveLength(5);
    });
  });

  describe('leases', () => {
    it('of a dead worker run out: its job restarts within 60 s', async () => {
      const dead = holder();
      const alive = holder();
      const [first, second] = [await fixture.open(dead.work), await fixture.open(alive.work)];
      await first.queue.start();
      await fixture.enqueue(first.queue, ['job']);
      await dead.started.promise;
      await second.queue.start();
      first.hang();
      const died = fixture.clock.now();
      await fixture.pass(alive.started.promise);
      expect(fixture.clock.now() - died).toBeLessThanOrEqual(60_000);
      expect(alive.jobs.map(({ attempt }) => attempt)).toEqual([2]);
      expect(alive.jobs.map(({ id }) => id)).toEqual(dead.jobs.map(({ id }) => id));
      dead.opened.resolve();
      alive.opened.resolve();
    });

    it('of a dead worker end when the process is started again', async () => {
      const dead = holder();
      const alive = holder();
      const first = await fixture.open(dead.work);
      await first.queue.start();
      await fixture.enqueue(first.queue, ['job']);
      await dead.started.promise;
      first.hang();
      const died = fixture.clock.now();
      const second = await fixture.open(alive.work);
      await second.queue.start();
      await fixture.pass(alive.started.promise);
      expect(fixture.clock.now() - died).toBeLessThanOrEqual(60_000);
      dead.opened.resolve();
      alive.opened.resolve();
    });

    it('are renewed as long as the handler works', async () => {
      const slow = holder();
      const other = recorder();
      const [first, second] = [await fixture.open(slow.work), await fixture.open(other.work)];
      await first.queue.start();
      await fixture.enqueue(first.queue, ['long']);
      await slow.started.promise;
      await second.queue.start();
      for (let minute = 0; minute < 3; minute += 1) {
        await fixture.passFor(60_000);
        expect(slow.jobs.map((job) => job.holdsLease())).toEqual([true]);
      }
      slow.opened.resolve();
      await first.queue.drain(['deliver']);
      expect(other.batches).toEqual([]);
      expect(await depthOf(first.queue)).toMatchObject({ waiting: 0, active: 0, failed: 0 });
    });

    it('are known to have run out by the worker that could not renew them', async () => {
      const stalled = holder();
      const { queue, hang } = await fixture.open(stalled.work);
      await queue.start();
      await fixture.enqueue(queue, ['job']);
      await stalled.started.promise;
      hang();
      await fixture.passFor(LEASE_MS - 1);
      expect(stalled.jobs.map((job) => job.holdsLease())).toEqual([true]);
      await fixture.passFor(1);
      expect(stalled.jobs.map((job) => job.holdsLease())).toEqual([false]);
      stalled.opened.resolve();
    });
  });

  describe('fencing', () => {
    it.each(['succeeds', 'fails'])('keeps out a worker that %s after its lease has run out', async (outcome) => {
      const stale = holder();
      const fresh = holder();
      const [first, second] = [await fixture.open(stale.work), await fixture.open(fresh.work)];
      await first.queue.start();
      await fixture.enqueue(first.queue, labelled(16));
      await until(() => stale.jobs.length === 16);
      await second.queue.start();
      first.hang();
      await fixture.pass(fresh.started.promise);
      if (outcome === 'fails') stale.opened.reject(new Error('too late'));
      else stale.opened.resolve();
      expect(await first.queue.drain([])).toBe(0);
      await first.queue.stop();
      const { waiting, active, failed } = await depthOf(second.queue);
      expect([waiting + active, active, failed]).toEqual([16, fresh.jobs.length, 0]);
      fresh.opened.resolve();
      await fixture.pass(until(() => fresh.jobs.length === 16));
      await second.queue.drain(['deliver']);
      expect(fresh.jobs.every(({ attempt }) => attempt === 2)).toBe(true);
      expect(await depthOf(second.queue)).toMatchObject({ waiting: 0, active: 0, failed: 0 });
    });
  });

  describe('a failing job', () => {
    it('is tried again after a growing back-off, then given up and kept for an hour', async () => {
      const attempts: number[] = [];
      const starts: number[] = [];
      const { queue } = await fixture.open(async (_, { jobs }) => {
        attempts.push(...jobs.map(({ attempt }) => attempt));
        starts.push(fixture.clock.now());
        throw new Error('no');
      });
      await fixture.enqueue(queue, ['bad']);
      await queue.start();
      const given = until(async () => (await depthOf(queue)).failed === 1);
      await fixture.pass(given);
      expect(attempts).toEqual([1, 2, 3, 4, 5]);
      const [first = 0, second = 0, ...rest] = starts;
      expect(second - first).toBeGreaterThanOrEqual(1000);
      expect((rest.at(-1) ?? 0) - second).toBeGreaterThan(second - first);
      expect(await depthOf(queue)).toEqual({ waiting: 0, active: 0, failed: 1, oldestWaitingMs: null });
      await fixture.passFor(60_000);
      expect(attempts.length).toBe(5);
      await fixture.clock.jump(3_600_000);
      await fixture.pass(until(async () => (await depthOf(queue)).failed === 0));
    });

    it('is tried again alone, so that those of its batch are done', async () => {
      const done: string[] = [];
      const { queue } = await fixture.open(async (labels) => {
        if (labels.includes('job 3')) throw new Error('no');
        done.push(...labels);
      });
      await fixture.enqueue(queue, labelled(8));
      await queue.start();
      await fixture.pass(until(() => done.length === 7));
      expect(done).not.toContain('job 3');
    });
  });

  describe('drain', () => {
    it('takes no notice of a job in its back-off', async () => {
      const calls: string[] = [];
      const { queue } = await fixture.open(async (labels) => {
        calls.push(...labels);
        if (labels.includes('bad')) throw new Error('no');
      });
      await fixture.enqueue(queue, ['bad']);
      expect(await queue.drain(['deliver'])).toBe(0);
      await fixture.enqueue(queue, ['good']);
      expect(await queue.drain(['deliver'])).toBe(1);
      expect(calls).toEqual(['bad', 'good']);
      expect(await depthOf(queue)).toMatchObject({ waiting: 1, active: 0 });
    });

    it('waits for what is in flight, and counts it', async () => {
      const slow = holder();
      const { queue } = await fixture.open(slow.work);
      await queue.start();
      await fixture.enqueue(queue, ['slow']);
      await slow.started.promise;
      let ended = false;
      const drained = queue.drain(['deliver']).finally(() => {
        ended = true;
      });
      await fixture.passFor(5000);
      expect(ended).toBe(false);
      slow.opened.resolve();
      expect(await drained).toBe(1);
    });

    it('works off jobs that its jobs make, in either queue', async () => {
      const { batches, work } = recorder();
      const { queue } = await fixture.open(async (labels, batch) => {
        await work(labels, batch);
        if (labels.includes('first')) await fixture.enqueue(queue, ['second'], { name: 'deliver_bulk' });
        if (labels.includes('second')) await fixture.enqueue(queue, ['third']);
      });
      await fixture.enqueue(queue, ['first']);
      expect(await queue.drain(['deliver', 'deliver_bulk'])).toBe(3);
      expect(batches).toEqual([['first'], ['second'], ['third']]);
    });
  });

  describe('stop', () => {
    it('signals the handlers and hands their jobs back, to be claimed at once and none the worse', async () => {
      const { maxAttempts } = jobSpecs.deliver;
      const attempts: number[] = [];
      const last = await fixture.open();
      await fixture.enqueue(last.queue, ['job']);
      for (let round = 0; round < maxAttempts + 1; round += 1) {
        const started = gate();
        const { queue } = await fixture.open(async (_, { jobs, signal }) => {
          attempts.push(...jobs.map(({ attempt }) => attempt));
          started.resolve();
          await new Promise((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
        });
        await queue.start();
        await started.promise;
        expect(await depthOf(last.queue)).toMatchObject({ waiting: 0, active: 1 });
        await queue.stop();
        expect(await depthOf(last.queue)).toMatchObject({ waiting: 1, active: 0, failed: 0 });
      }
      expect(attempts.length).toBe(maxAttempts + 1);
      expect(attempts).toEqual([...new Set(attempts)].toSorted((a, b) => a - b));
      expect(await last.queue.drain(['deliver'])).toBe(1);
    });

    it('lets a handler end its work', async () => {
      const started = gate();
      const other = await fixture.open();
      const { queue } = await fixture.open(async (_, { signal }) => {
        started.resolve();
        await new Promise((resolve) => signal.addEventListener('abort', resolve));
      });
      await queue.start();
      await fixture.enqueue(queue, ['job']);
      await started.promise;
      await queue.stop();
      expect(await depthOf(other.queue)).toMatchObject({ waiting: 0, active: 0, failed: 0 });
    });

    it('waits a few seconds for a handler that does not listen', async () => {
      const deaf = holder();
      const { queue } = await fixture.open(deaf.work);
      await queue.start();
      await fixture.enqueue(queue, ['job']);
      await deaf.started.promise;
      let ended = false;
      const stopped = queue.stop().finally(() => {
        ended = true;
      });
      await fixture.passFor(5000);
      expect(ended).toBe(false);
      await fixture.passFor(1000);
      await stopped;
      deaf.opened.resolve();
    });

    it('claims no more, and may be called twice', async () => {
      const { batches, work } = recorder();
      const other = await fixture.open();
      const { queue } = await fixture.open(work);
      await queue.start();
      await Promise.all([queue.stop(), queue.stop()]);
      await queue.stop();
      await fixture.enqueue(other.queue, ['job']);
      await fixture.passFor(5000);
      expect(await queue.drain(['deliver'])).toBe(0);
      expect(batches).toEqual([]);
      expect(await other.queue.drain(['deliver'])).toBe(1);
    });
  });

  it('keeps jobs while no process runs', async () => {
    const first = await fixture.open();
    await fixture.enqueue(first.queue, labelled(3));
    await first.queue.stop();
    const { batches, work } = recorder();
    const second = await fixture.open(work);
    await second.queue.start();
    await fixture.pass(until(() => batches.flat().length === 3));
    expect(batches.flat().toSorted()).toEqual(labelled(3));
  });

  it('keeps a job however long it waits', async () => {
    const { batches, work } = recorder();
    const { queue } = await fixture.open(work);
    await fixture.enqueue(queue, ['old']);
    await fixture.clock.jump(400 * 86_400_000);
    await fixture.passFor(30_000);
    expect(await queue.drain(['deliver'])).toBe(1);
    expect(batches).toEqual([['old']]);
  });

  it('tells its depths', async () => {
    const slow = holder();
    const { queue } = await fixture.open(slow.work);
    expect(await queue.depths()).toEqual({
      deliver: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      deliver_bulk: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      fanout: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      webhook: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
    });
    await fixture.enqueue(queue, labelled(20));
    await fixture.enqueue(queue, ['bulk'], { name: 'deliver_bulk' });
    const before = await queue.depths();
    expect(before.deliver).toEqual({ waiting: 20, active: 0, failed: 0, oldestWaitingMs: expect.any(Number) });
    expect(before.deliver_bulk.waiting).toBe(1);
    const drained = queue.drain(['deliver']);
    await fixture.pass(until(() => slow.jobs.length === 16));
    expect(await depthOf(queue)).toMatchObject({ waiting: 4, active: 16 });
    slow.opened.resolve();
    expect(await drained).toBe(20);
  });
});

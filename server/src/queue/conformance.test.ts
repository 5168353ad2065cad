import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createFixture, type Fixture, gate, type Work } from '../../../tests/support/queue/fixture.ts';
import { holder, labelled, recorder, until } from '../../../tests/support/queue/workers.ts';
import { jobSpecs } from './jobs.ts';
import type { Queue } from './queue.ts';

const DAY = 86_400_000;

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
      const places = Array.from({ length: jobSpecs.deliver.batch }, (_, place) => place);
      for (const place of places) {
        await fixture.enqueue(queue, [`low ${place}`], { priority: -1 });
        await fixture.enqueue(queue, [`high ${place}`], { priority: 5 });
      }
      await queue.drain(['deliver']);
      expect(batches).toHaveLength(2);
      expect(batches).toContainEqual(places.map((place) => `high ${place}`));
      expect(batches).toContainEqual(places.map((place) => `low ${place}`));
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

  describe('a failing job', () => {
    it('is tried again after a growing back-off, then given up and kept for 14 days', async () => {
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
      expect(await queue.listFailed({ limit: 5 })).toEqual([
        {
          id: expect.any(String),
          queue: 'deliver',
          payload: { message_ids: ['bad'] },
          attempts: 5,
          error: 'no',
          failedAt: expect.any(Number),
        },
      ]);
      await fixture.passFor(60_000);
      expect(attempts.length).toBe(5);
      await fixture.clock.jump(13 * DAY);
      await fixture.passFor(60_000);
      expect(await queue.listFailed({ limit: 5 })).toHaveLength(1);
      await fixture.clock.jump(DAY);
      await fixture.pass(until(async () => (await queue.listFailed({ limit: 5 })).length === 0));
    });

    it('is listed with others that were given up, by pages, newest first', async () => {
      const { queue } = await fixture.open(async () => {
        throw new Error('no');
      });
      await queue.start();
      for (const label of labelled(3)) await fixture.enqueue(queue, [label]);
      await fixture.pass(until(async () => (await depthOf(queue)).failed === 3));
      const first = await queue.listFailed({ limit: 2 });
      const rest = await queue.listFailed({ limit: 2, before: first.at(-1) });
      expect([first.length, rest.length]).toEqual([2, 1]);
      const all = [...first, ...rest];
      expect(all.flatMap(({ payload }) => Object.values(payload).flat()).toSorted()).toEqual(labelled(3));
      expect(all.map(({ failedAt }) => failedAt)).toEqual(all.map(({ failedAt }) => failedAt).toSorted((a, b) => b - a));
      expect(await queue.listFailed({ limit: 2, before: rest.at(-1) })).toEqual([]);
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

  it('knows which jobs wait or run, and which are done or were given up', async () => {
    const ids = new Map<string, string>();
    const open: boolean[] = [];
    const { queue } = await fixture.open(async (labels, { jobs }) => {
      for (const [place, { id }] of jobs.entries()) ids.set(labels[place] ?? '', id);
      if (!labels.includes('bad')) return;
      open.push((await queue.findOpen([ids.get('bad') ?? ''])).size === 1);
      throw new Error('no');
    });
    await fixture.enqueue(queue, ['good']);
    expect(await queue.drain(['deliver'])).toBe(1);
    await fixture.enqueue(queue, ['bad']);
    await queue.drain(['deliver']);
    expect(await queue.findOpen([...ids.values()])).toEqual(new Set([ids.get('bad')]));
    await queue.start();
    await fixture.pass(until(async () => (await depthOf(queue)).failed === 1));
    expect(await queue.findOpen([...ids.values()])).toEqual(new Set());
    expect(open).toEqual([true, true, true, true, true]);
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
      deliver_flood: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      deliver_bulk: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      fanout: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      automation: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
      import: { waiting: 0, active: 0, failed: 0, oldestWaitingMs: null },
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

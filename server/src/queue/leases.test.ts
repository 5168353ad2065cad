import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createFixture, type Fixture } from '../../../tests/support/queue/fixture.ts';
import { holder, labelled, recorder, until } from '../../../tests/support/queue/workers.ts';
import type { Queue } from './queue.ts';

const LEASE_MS = 20_000;

describe.each(engines)('leases of a queue on $name', (engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await createFixture(engine);
  });
  afterEach(() => fixture.close());

  const depthOf = async (queue: Queue) => (await queue.depths()).deliver;

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
});

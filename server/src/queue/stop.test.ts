import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createFixture, type Fixture, gate } from '../../../tests/support/queue/fixture.ts';
import { holder, recorder } from '../../../tests/support/queue/workers.ts';
import { jobSpecs } from './jobs.ts';
import type { Queue } from './queue.ts';

describe.each(engines)('the end of a queue on $name', (engine) => {
  let fixture: Fixture;
  beforeEach(async () => {
    fixture = await createFixture(engine);
  });
  afterEach(() => fixture.close());

  const depthOf = async (queue: Queue) => (await queue.depths()).deliver;

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
});

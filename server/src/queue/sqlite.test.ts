import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { createFixture, gate } from '../../../tests/support/queue/fixture.ts';
import { createSqliteJobs } from './sqlite-jobs.ts';
import { systemTime } from './time.ts';

describe.each(engines.filter(({ name }) => name === 'sqlite'))('the queue on $name alone', (engine) => {
  it('takes the jobs of the process before at once, since nobody else serves the file', async () => {
    const fixture = await createFixture(engine);
    const started = gate();
    const opened = gate();
    const first = await fixture.open(async () => {
      started.resolve();
      await opened.promise;
    });
    await first.queue.start();
    await fixture.enqueue(first.queue, ['job']);
    await started.promise;
    first.hang();
    const attempts: number[] = [];
    const second = await fixture.open(async (_, { jobs }) => {
      attempts.push(...jobs.map(({ attempt }) => attempt));
    });
    expect(await second.queue.drain(['deliver'])).toBe(1);
    expect(attempts).toEqual([2]);
    opened.resolve();
    await fixture.close();
  });

  it('claims jobs from before the clock was set back, and leaves those alone that are put off', async () => {
    const fixture = await createFixture(engine);
    const { queue } = await fixture.open();
    // By a clock that is an hour ahead.
    await fixture.enqueue(queue, ['one', 'two']);
    let now = systemTime.now();
    const jobs = createSqliteJobs(fixture.db, { ...systemTime, now: () => now });
    const claimed = await jobs.claim('deliver', 5);
    expect(claimed).toHaveLength(2);
    await jobs.fail('deliver', claimed, 'it failed');
    expect(await jobs.claim('deliver', 5)).toEqual([]);
    now -= 3_600_000;
    expect(await jobs.claim('deliver', 5)).toHaveLength(2);
    await fixture.close();
  });
});

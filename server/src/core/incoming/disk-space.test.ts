import { describe, expect, it } from 'vitest';
import { createDiskBudget, type DiskSpace } from './disk-space.ts';

const MEGABYTE = 1024 * 1024;
const RESERVED = 512 * MEGABYTE;

/** A disk with room for so much, which is asked for its room and tells what it was then. */
function diskWith(usable: number) {
  const asked: PromiseWithResolvers<DiskSpace>[] = [];
  const findSpace = () => {
    const answer = Promise.withResolvers<DiskSpace>();
    asked.push(answer);
    return answer.promise;
  };
  const answer = () => {
    for (const { resolve } of asked.splice(0)) resolve({ size: 100_000 * MEGABYTE, free: RESERVED + usable });
  };
  return { findSpace, answer };
}

describe('the budget of a disk', () => {
  it('is not given twice to those who ask at the same moment', async () => {
    const disk = diskWith(3 * MEGABYTE);
    const budget = createDiskBudget('/somewhere', disk.findSpace);
    const taken = Array.from({ length: 5 }, () => budget.take(MEGABYTE).then(() => 'taken'));
    disk.answer();
    const outcomes = await Promise.allSettled(taken);
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected']);
    expect(outcomes[4]).toMatchObject({
      reason: { message: '/somewhere has only 515 MiB free, which are kept for what else is on its disk' },
    });
  });

  it('is asked for again by whoever comes after one that failed, or had none', async () => {
    const disk = diskWith(3 * MEGABYTE);
    const spaces = [Promise.reject(new Error('gone')), Promise.resolve({ size: 100_000 * MEGABYTE, free: RESERVED })];
    const budget = createDiskBudget('/somewhere', () => spaces.shift() ?? disk.findSpace());
    await expect(Promise.all([budget.take(1), budget.take(1)])).rejects.toThrow('gone');
    await expect(budget.take(1)).rejects.toThrow('has only 512 MiB free');
    const taken = budget.take(1);
    disk.answer();
    await taken;
  });
});

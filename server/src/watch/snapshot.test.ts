import { describe, expect, it } from 'vitest';
import { createSnapshot } from './snapshot.ts';

const NEVER = new Promise<never>(() => undefined);

function stage(options: { freshMs?: number; patienceMs?: number; staleMs?: number } = {}) {
  let next: () => Promise<number> = async () => 0;
  let reads = 0;
  const faults: unknown[] = [];
  const read = () => {
    reads += 1;
    return next();
  };
  const snapshot = createSnapshot(read, {
    freshMs: 60_000,
    patienceMs: 1,
    staleMs: 60_000,
    onFault: (error) => void faults.push(error),
    ...options,
  });
  return {
    snapshot,
    faults,
    reads: () => reads,
    reading: (given: () => Promise<number>) => {
      next = given;
    },
  };
}

describe('a snapshot', () => {
  it('is read once for all who ask while it is fresh', async () => {
    const { snapshot, reads } = stage();
    await Promise.all([snapshot.get(), snapshot.get()]);
    await snapshot.get();
    expect(reads()).toBe(1);
  });

  it('is read anew by whoever wants it of this instant, and by others afterwards', async () => {
    const { snapshot, reading } = stage();
    await snapshot.get();
    reading(async () => 7);
    expect(await snapshot.get()).toBe(0);
    expect(await snapshot.renew()).toBe(7);
    expect(await snapshot.get()).toBe(7);
  });

  it('is the last one while a new one takes long', async () => {
    const { snapshot, reading } = stage({ freshMs: 0 });
    reading(async () => 3);
    await snapshot.renew();
    reading(() => NEVER);
    expect(await snapshot.get()).toBe(3);
  });

  it('is gone where the last one is too old and no new one can be had, and says why', async () => {
    const { snapshot, reading, faults } = stage({ freshMs: 0, staleMs: 0 });
    await snapshot.renew();
    reading(async () => {
      throw new Error('away');
    });
    expect(await snapshot.get()).toBeUndefined();
    expect(faults).toMatchObject([{ message: 'away' }]);
    await expect(snapshot.renew()).rejects.toThrow('away');
    reading(async () => 9);
    expect(await snapshot.get()).toBe(9);
  });
});

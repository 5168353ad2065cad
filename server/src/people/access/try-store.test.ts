import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../../../tests/support/engines.ts';
import type { Db } from '../../db/db.ts';
import { openDatabase } from '../../db/open.ts';
import { countTry } from './try-store.ts';

const MINUTE = 60_000;
const WINDOW = { windowMs: 15 * MINUTE };

describe.each(engines)('the tries of a key on $name', (engine) => {
  let database: TestDatabase;
  let db: Db;
  beforeAll(async () => {
    database = await engine.create();
    db = await openDatabase(database.url);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });
  const count = (key: string, now: number) => db.transact((trx) => countTry(trx, key, { ...WINDOW, now }));

  it('are counted until their window is over', async () => {
    const counted = [];
    for (const now of [0, 1, 15 * MINUTE - 1, 15 * MINUTE]) counted.push(await count('ada', now));
    expect(counted.map(({ tries, resetsAt }) => [tries, resetsAt / MINUTE])).toEqual([
      [1, 15],
      [2, 15],
      [3, 15],
      [1, 30],
    ]);
  });

  it('are counted anew once the clock is set back, and not where another process is a little behind', async () => {
    const counted = [];
    for (const now of [120 * MINUTE, 119 * MINUTE, 60 * MINUTE, 61 * MINUTE]) counted.push(await count('eve', now));
    expect(counted.map(({ tries, resetsAt }) => [tries, resetsAt / MINUTE])).toEqual([
      [1, 135],
      [2, 135],
      [1, 75],
      [2, 75],
    ]);
  });
});

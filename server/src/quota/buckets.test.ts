import type { Db } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { DAY_MS, MINUTE_MS } from '../core/durations.ts';
import { addToBuckets, countUnits, listBuckets, movedBuckets, rollOn, sumBuckets } from './index.ts';

describe.each(engines)('quota buckets on $name', (engine) => {
  let database: OpenDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await openMigrated(engine);
    ({ db } = database);
  });
  afterAll(() => database.close());

  it('take what several requests of one group add to the same of them', async () => {
    const addition = { tenantId: 't', window: 'daily', start: 60_000, used: 2 } as const;
    const other = { ...addition, start: 120_000, used: 5 };
    const buckets = async () => {
      const all = await listBuckets(db.read, [{ tenantId: 't', window: 'daily', from: 0 }]);
      return all.sort((left, right) => left.start - right.start);
    };
    await db.transact((trx) => addToBuckets(trx, [addition, other, addition]));
    expect(await buckets()).toEqual([
      { ...addition, used: 4 },
      { ...other, used: 5 },
    ]);
    await db.transact((trx) => addToBuckets(trx, [{ ...other, used: -1 }, addition]));
    expect(await buckets()).toEqual([
      { ...addition, used: 6 },
      { ...other, used: 4 },
    ]);
  });

  it('are summed for each tenant, also where one statement asks for several', async () => {
    const start = { window: 'daily', start: 60_000 } as const;
    await db.transact((trx) =>
      addToBuckets(trx, [
        { ...start, tenantId: 'one', used: 2 },
        { ...start, tenantId: 'two', used: 5 },
      ]),
    );
    const ranges = ['one', 'two'].map((tenantId) => ({ tenantId, window: 'daily' as const, from: 0, to: 120_000 }));
    expect((await sumBuckets(db.read, ranges)).map(({ tenantId, used }) => [tenantId, used])).toEqual([
      ['one', 2],
      ['two', 5],
    ]);
  });

  it('count while they are in the window, also after the clock was set back by more than that', async () => {
    const meter = { tenantId: 'back', dayUsed: 0, dayFrom: 0, monthUsed: 0, monthFrom: 0 };
    const moveTo = (now: number) =>
      db.transact(async (trx) => {
        rollOn(meter, await sumBuckets(trx, movedBuckets(meter, now)), now);
        return [meter.dayUsed, meter.monthUsed];
      });
    const count = async (units: number, now: number) => {
      await moveTo(now);
      await db.transact((trx) => addToBuckets(trx, countUnits(meter, units, now)));
    };
    const now = 1_750_000_000_000;
    const ahead = now + 40 * DAY_MS;
    await count(2, now);
    await count(4, ahead);
    expect(await moveTo(ahead)).toEqual([4, 4]);
    await count(1, now + MINUTE_MS);
    // Those of the time ahead are used as well.
    expect(await moveTo(now + MINUTE_MS)).toEqual([7, 7]);
    expect(await moveTo(now + 2 * DAY_MS)).toEqual([4, 7]);
    expect(await moveTo(ahead)).toEqual([4, 4]);
    expect(await moveTo(ahead + 40 * DAY_MS)).toEqual([0, 0]);
  });
});

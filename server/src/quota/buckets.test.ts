import type { Db } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import { addToBuckets, listBuckets } from './index.ts';

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
});

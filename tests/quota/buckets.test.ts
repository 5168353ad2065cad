import { type Db, migrateToLatest, openDatabase } from '@posthorn/server';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { addToBuckets, listBuckets } from '../../server/src/quota/index.ts';
import { engines, type TestDatabase } from '../support/engines.ts';

describe.each(engines)('quota buckets on $name', (engine) => {
  let database: TestDatabase;
  let db: Db;

  beforeAll(async () => {
    database = await engine.create();
    db = await openDatabase(database.url);
    await migrateToLatest(db.write, db.dialect);
  });
  afterAll(async () => {
    await db.close();
    await database.drop();
  });

  it('take what several requests of one group add to the same of them', async () => {
    const addition = { tenantId: 't', window: 'daily', start: 60_000, used: 2 } as const;
    const other = { ...addition, start: 120_000, used: 5 };
    const buckets = async () => {
      const all = await listBuckets(db.read, db.dialect, [{ tenantId: 't', window: 'daily', from: 0 }]);
      return all.sort((left, right) => left.start - right.start);
    };
    await db.transact((trx) => addToBuckets(trx, db.dialect, [addition, other, addition]));
    expect(await buckets()).toEqual([
      { ...addition, used: 4 },
      { ...other, used: 5 },
    ]);
    await db.transact((trx) => addToBuckets(trx, db.dialect, [{ ...other, used: -1 }, addition]));
    expect(await buckets()).toEqual([
      { ...addition, used: 6 },
      { ...other, used: 4 },
    ]);
  });
});

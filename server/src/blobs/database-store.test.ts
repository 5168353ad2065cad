import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../tests/support/database/database.ts';
import { engines } from '../../../tests/support/engines.ts';
import type { Db } from '../db/db.ts';
import { createDatabaseStore } from './database-store.ts';

const MB = 1024 * 1024;

describe.each(engines)('blobs in the database on $name', (engine) => {
  let database: OpenDatabase;
  beforeAll(async () => {
    database = await openMigrated(engine);
  });
  afterAll(() => database.close());

  it('are written by two transactions at once at the most, however many there are', async () => {
    let [underWay, most] = [0, 0];
    const transact: Db['transact'] = async (work) => {
      underWay += 1;
      most = Math.max(most, underWay);
      try {
        return await database.db.transact(work);
      } finally {
        underWay -= 1;
      }
    };
    const store = createDatabaseStore({ ...database.db, transact });
    const keys = Array.from({ length: 10 }, (_, number) => `t/blob-${number}`);
    const bytes = Buffer.alloc(3 * MB, 'x');
    await Promise.all(
      keys.map((key) =>
        store.write(
          key,
          (async function* () {
            yield bytes;
          })(),
        ),
      ),
    );
    expect(most).toBe(2);
    const sizes = keys.map(async (key) => {
      let size = 0;
      for await (const chunk of (await store.read(key, 0)) ?? []) size += chunk.length;
      return size;
    });
    expect(await Promise.all(sizes)).toEqual(keys.map(() => 3 * MB));
  });
});

import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../../tests/support/engines.ts';
import type { Db } from '../db/db.ts';
import { isByReader, isOfProgram } from './prefetch-store.ts';

/** What reports had as `prefetch`, and releases have stored. */
const DATA = [{}, { prefetch: true }, { prefetch: false }, { prefetch: null }, { prefetch: 'true' }, { prefetch: 1 }, { prefetch: [true] }];

describe.each(engines)('isByReader on $name', (engine) => {
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

  async function isCounted(type: string, data: object): Promise<boolean> {
    const row = sql`(select cast(${type} as text) as type, cast(${JSON.stringify(data)} as text) as data) as e`;
    const { rows } = await sql`select 1 from ${row} where ${isByReader(db.read, 'e')}`.execute(db.read);
    return rows.length === 1;
  }

  it.each(DATA)('counts opens and clicks with %j as isOfProgram does', async (data) => {
    for (const type of ['open', 'click']) expect(await isCounted(type, data)).toBe(!isOfProgram({ data }));
  });

  it('counts events of other types whatever they have', async () => {
    for (const data of DATA) expect(await isCounted('delivery', data)).toBe(true);
  });
});

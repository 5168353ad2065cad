import { listMigrations, migrateToLatest, openDatabase } from '@posthorn/server';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';

describe.each(engines)('migrations on $name', (engine) => {
  it('bring an empty database up to date, once', async () => {
    const database = await engine.createEmpty();
    const db = await openDatabase(database.url);
    const { done, pending } = await listMigrations(db.write);
    expect(done).toEqual([]);
    expect(pending.length).toBeGreaterThan(0);
    expect(await migrateToLatest(db.write)).toEqual(pending);
    expect(await migrateToLatest(db.write)).toEqual([]);
    await db.close();
    await database.drop();
  });
});

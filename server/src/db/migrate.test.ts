import { listMigrations, migrateToLatest, openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { migrateDatabase } from './migrate-database.ts';

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

  it('leave a database alone that a newer version has migrated', async () => {
    const database = await engine.create();
    const db = await openDatabase(database.url);
    const newer = { name: '9999-newer', timestamp: new Date().toISOString() };
    await sql`insert into posthorn_migrations (name, timestamp) values (${newer.name}, ${newer.timestamp})`.execute(db.write);
    expect(await migrateDatabase(db, { DATABASE_URL: database.url, MESSAGE_RETENTION_DAYS: 0 })).toEqual({ ran: [], copy: null });
    await db.close();
    await database.drop();
  });
});

import { sql } from 'kysely';
import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../../../tests/support/engines.ts';
import { eventually } from '../../../../tests/support/wait.ts';
import type { Db } from '../db.ts';
import { createMigrator, listMigrations } from '../migrate.ts';
import { migrateToLatest } from '../migrate-database.ts';
import { openDatabase } from '../open.ts';
import { keepOthersOut } from './keep-others-out.ts';

let database: TestDatabase;
let db: Db;
let other: pg.Client;

beforeEach(async () => {
  database = await postgres.createEmpty();
  db = await openDatabase(database.url);
  await createMigrator(db.maintenance).migrateTo('0015-automations');
  other = new pg.Client({ connectionString: database.url });
  await other.connect();
});
afterEach(async () => {
  await other.end();
  await db.close();
  await database.drop();
});

/** A client that has read mail and is about to write it, and does not check for deadlocks: the migration would detect one. */
async function beginToRead(): Promise<void> {
  await other.query('begin');
  await other.query("set local deadlock_timeout = '1h'");
  await other.query('select id from messages');
}

const waitUntilSomebodyWaits = () =>
  eventually(async () => {
    const { rows } = await sql<{ n: number }>`select count(*) as n from pg_locks where not granted`.execute(db.read);
    return (rows[0]?.n ?? 0) > 0 ? true : undefined;
  });

describe('a migration beside a process that serves', () => {
  it('lets transactions that are under way come to their end, and meets none half way', async () => {
    const { pending } = await listMigrations(db.read);
    await beginToRead();
    const migrated = migrateToLatest(db.maintenance);
    await waitUntilSomebodyWaits();
    await other.query('update messages set updated_at = 0');
    await other.query('commit');
    expect(await migrated).toEqual(pending);
  });

  it('goes on beside whoever stays at a table that it leaves alone, as a dump may', async () => {
    const { pending } = await listMigrations(db.read);
    await other.query('begin; select email from suppressions');
    expect(await migrateToLatest(db.maintenance, { tries: 2 })).toEqual(pending);
    await other.query('commit');
  });

  it('leaves the database as it was, and says what to do, where somebody stays at one that it changes', async () => {
    const { done } = await listMigrations(db.read);
    await beginToRead();
    await expect(migrateToLatest(db.maintenance, { tries: 1 })).rejects.toThrow(
      /^DATABASE_URL: the migration was kept out by other transactions \(.*lock timeout\).*run posthorn migrate again$/,
    );
    await other.query('commit');
    expect((await listMigrations(db.read)).done).toEqual(done);
  });
});

describe('keeping others out', () => {
  it('keeps readers out until the transaction ends, and bounds no wait but its own', async () => {
    const canRead = () =>
      other.query('begin; lock table tenants in access share mode nowait; commit').then(
        () => true,
        () => other.query('rollback').then(() => false),
      );
    const lockTimeout = async (trx: Db['write']) =>
      (await sql<{ now: string }>`select current_setting('lock_timeout') as now`.execute(trx)).rows[0]?.now;
    await db.maintenance.transaction().execute(async (trx) => {
      const before = await lockTimeout(trx);
      await keepOthersOut(trx);
      expect([await canRead(), await lockTimeout(trx)]).toEqual([false, before]);
    });
    expect(await canRead()).toBe(true);
  });
});

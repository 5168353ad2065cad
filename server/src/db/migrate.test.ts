import { listMigrations, migrateToLatest, openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { createBreaker } from '../../../tests/support/database/breaker.ts';
import { engines } from '../../../tests/support/engines.ts';
import { createMigrator } from './migrate.ts';
import { migrateDatabase } from './migrate-database.ts';
import { earlierSecrets } from './migrations/0046-earlier-secrets.ts';
import { failingWebhooks } from './migrations/0047-failing-webhooks.ts';

/** More than the last migrations have. */
const MOST_STATEMENTS = 100;

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

  it('bring up to date what was between two merges, of which the later one brought the lower number', async () => {
    const database = await engine.createEmpty();
    const db = await openDatabase(database.url);
    const migrator = createMigrator(db.maintenance);
    expect((await migrator.migrateTo('0044-import-audience')).error).toBeUndefined();
    const names = ['0046-earlier-secrets', '0047-failing-webhooks'];
    await earlierSecrets().up(db.maintenance);
    await failingWebhooks().up(db.maintenance);
    for (const name of names)
      await sql`insert into posthorn_migrations (name, timestamp) values (${name}, ${new Date().toISOString()})`.execute(db.write);
    expect(await migrateToLatest(db.maintenance)).toEqual(expect.arrayContaining(['0045-domain-status', '0048-named-addresses']));
    expect((await listMigrations(db.write)).pending).toEqual([]);
    await db.close();
    await database.drop();
  });

  it('say what is about to be done and what was done, where there is data', async () => {
    const database = await engine.createEmpty();
    const db = await openDatabase(database.url);
    const said: unknown[] = [];
    const watch = { onBegin: (begun: object) => said.push(begun), onRan: ({ name }: { name: string }) => said.push(name) };
    const migrate = () => migrateDatabase(db, { DATABASE_URL: database.url, MESSAGE_RETENTION_DAYS: 0 }, watch);
    expect((await createMigrator(db.maintenance).migrateTo('0048-named-addresses')).error).toBeUndefined();
    const { pending } = await listMigrations(db.write);
    const { copy } = await migrate();
    expect(said).toEqual([{ copy, pending }, ...pending]);
    await migrate();
    expect(said).toHaveLength(1 + pending.length);
    await db.close();
    await database.drop();

    const fresh = await engine.createEmpty();
    const empty = await openDatabase(fresh.url);
    await migrateDatabase(empty, { DATABASE_URL: fresh.url, MESSAGE_RETENTION_DAYS: 0 }, watch);
    expect(said).toHaveLength(1 + pending.length);
    await empty.close();
    await fresh.drop();
  });

  it('come through whatever statement breaks off', async () => {
    const breaker = createBreaker();
    const database = await engine.createEmpty();
    const db = await openDatabase(database.url, { around: breaker.around });
    const { error: failed } = await createMigrator(db.maintenance).migrateTo('0032-partitions');
    expect(failed).toBeUndefined();
    const recipients = Array.from({ length: 3 }, (_, position) => ({ tenant_id: 't', address_hash: 'h', position }));
    await db.write.insertInto('message_recipients').values(recipients).execute();
    const error = new Error('The machine went down.');
    const { pending } = await listMigrations(db.write);
    const said: string[] = [];
    const isMigrated = () =>
      migrateToLatest(db.maintenance, { onRan: ({ name }) => said.push(name) }).then(
        () => true,
        () => false,
      );
    let isDone = false;
    for (let nth = 1; !isDone && nth < MOST_STATEMENTS; nth += 1) {
      for (const when of ['instead', 'afterwards'] as const) {
        const { result } = await breaker.during({ nth, when, lasting: true, error }, isMigrated);
        isDone ||= result;
      }
    }
    expect(isDone).toBe(true);
    expect((await listMigrations(db.write)).pending).toEqual([]);
    expect([[], pending]).toContainEqual(said);
    expect(await db.read.selectFrom('message_recipients').selectAll().orderBy('position').execute()).toEqual(recipients);
    await db.close();
    await database.drop();
  });
});

import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Breaker, createBreaker } from '../../../../../tests/support/database/breaker.ts';
import {
  countByPartition,
  eventAt,
  type LoggedTable,
  listIds,
  listPartitionNames,
  writeAttempts,
  writeEvents,
} from '../../../../../tests/support/database/partitions.ts';
import { postgres, type TestDatabase } from '../../../../../tests/support/engines.ts';
import type { Db } from '../../db.ts';
import { partitionsOf, type Trx } from '../../dialect.ts';
import { createMigrator } from '../../migrate.ts';
import { migrateDatabase } from '../../migrate-database.ts';
import { openDatabase } from '../../open.ts';
import type { Schema } from '../../schema.ts';

const NOW = Date.parse('2026-11-23T12:00Z');
const MONTH_MS = 30 * 86_400_000;
const TABLES = ['events', 'delivery_attempts'] as const satisfies LoggedTable[];

async function listIndexes({ read }: Db, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select indexrelid::regclass::text as name from pg_index where indrelid = ${sql.lit(table)}::regclass order by 1`.execute(read);
  return rows.map(({ name }) => name);
}

// The other engine has no partitions.
describe('tables with rows, on postgres', () => {
  let database: TestDatabase;
  let breaker: Breaker;
  let db: Db;
  beforeEach(async () => {
    breaker = createBreaker();
    database = await postgres.createEmpty();
    db = await openDatabase(database.url, { around: breaker.around });
    // As the previous version did.
    const { error } = await createMigrator(db.maintenance).migrateTo('0031-issuer');
    if (error !== undefined) throw error;
  });
  afterEach(async () => {
    await db.close();
    await database.drop();
  });

  const move = (steps: number, maintenance: Kysely<Schema> = db.maintenance) =>
    partitionsOf(maintenance).move(maintenance, { now: NOW, keptDays: 100, steps });
  /** It is postponed if another process, such as autovacuum, holds a table for a moment. */
  const moveAll = () => expect.poll(() => move(100)).toBe(true);
  /** By year, in far fewer statements. */
  const moveByYear = (steps: number) => partitionsOf(db.maintenance).move(db.maintenance, { now: NOW, keptDays: 0, steps });
  const tablesOf = async () => {
    const { rows } = await sql<{ name: string }>`
      select relname as name from pg_class where relname ~ '^mov(ed|ing|e)_' union all
      select proname from pg_proc where proname ~ '^move_' union all select tgname from pg_trigger where tgname ~ '^move_'`.execute(
      db.read,
    );
    return rows;
  };
  const fill = async (rows: number) => {
    const times = Array.from({ length: rows }, (_, n) => NOW - 5 * MONTH_MS + Math.floor((n * 5 * MONTH_MS) / rows));
    await writeEvents(
      db,
      times.map((time) => eventAt(time)),
    );
    await writeAttempts(db, times);
  };

  it('are moved by posthorn migrate, each row to its month', async () => {
    await fill(100);
    const before = await Promise.all(TABLES.map((table) => listIds(db, table)));
    const indexes = await Promise.all(TABLES.map((table) => listIndexes(db, table)));
    await migrateDatabase(db, { DATABASE_URL: database.url, MESSAGE_RETENTION_DAYS: 100 });
    expect(await Promise.all(TABLES.map((table) => listIds(db, table)))).toEqual(before);
    expect(await Promise.all(TABLES.map((table) => listIndexes(db, table)))).toEqual(indexes);
    const months = ['06', '07', '08', '09', '10', '11'].map((month) => `2026_${month}`);
    for (const table of TABLES) expect(Object.keys(await countByPartition(db, table))).toEqual(months.map((month) => `${table}_${month}`));
    expect(await tablesOf()).toEqual([]);
  });

  it('lose nothing and show nothing twice, whatever is written meanwhile', async () => {
    await fill(12_000);
    const expected = await db.read.selectFrom('events').selectAll().orderBy('id').execute();
    const rows = new Map(expected.map((row) => [row.id, row]));
    const pick = (n: number) => [...rows.keys()][(n * 7919) % rows.size] ?? '';
    let isMoved = false;
    for (let n = 0; !isMoved; n += 1) {
      isMoved = await move(1);
      const [added, changed, removed] = [eventAt(NOW - n * MONTH_MS), pick(n), pick(n + 1000)];
      await writeEvents(db, [added]);
      await db.write
        .updateTable('events')
        .set({ data: `{"n":${n}}` })
        .where('id', '=', changed)
        .execute();
      await db.write.deleteFrom('events').where('id', '=', removed).execute();
      rows.set(added.id, { ...added, place: Number.NaN });
      rows.set(changed, { ...(rows.get(changed) ?? added), data: `{"n":${n}}` });
      rows.delete(removed);
      const seen = await db.read.selectFrom('events').select(['id', 'data']).orderBy('id').execute();
      const wanted = [...rows.values()].map(({ id, data }) => ({ id, data })).toSorted((left, right) => (left.id < right.id ? -1 : 1));
      expect(seen).toEqual(wanted);
    }
    expect(await listPartitionNames(db, 'events')).toContain('events_2026_08');
    const { places } = await db.read
      .selectFrom('events')
      .select((eb) => eb.fn.count<number>('place').distinct().as('places'))
      .executeTakeFirstOrThrow();
    expect(places).toBe(rows.size);
  });

  it('lose nothing to writers at the same time', async () => {
    await fill(12_000);
    const rows = new Map((await db.read.selectFrom('events').select(['id', 'data']).execute()).map(({ id, data }) => [id, data]));
    const ids = [...rows.keys()];
    const deleteEvents = (trx: Trx, id: string) => trx.deleteFrom('events').where('id', '=', id).execute();
    let isMoved = false;
    const write = async (writer: number) => {
      // Each writer has its own rows, from all over the table.
      for (let n = writer; !isMoved && n < ids.length; n += 3) {
        const [id = '', added] = [ids[(n * 7919) % ids.length], eventAt(NOW - n)];
        if (n % 2 === 0) await db.transact((trx) => deleteEvents(trx, id));
        else
          await db.transact((trx) =>
            trx
              .updateTable('events')
              .set({ data: `{"n":${n}}` })
              .where('id', '=', id)
              .execute(),
          );
        if (n % 2 === 0) rows.delete(id);
        else rows.set(id, `{"n":${n}}`);
        await writeEvents(db, [added]);
        rows.set(added.id, '{}');
      }
    };
    const moving = async () => {
      while (!isMoved) isMoved = await move(1);
    };
    await Promise.all([moving(), ...[0, 1, 2].map(write)]);
    const seen = await db.read.selectFrom('events').select(['id', 'data']).execute();
    expect(new Map(seen.map(({ id, data }) => [id, data]))).toEqual(rows);
    expect(seen).toHaveLength(rows.size);
  });

  it('come through whatever statement breaks off', async () => {
    await fill(60);
    const before = await Promise.all(TABLES.map((table) => listIds(db, table)));
    const error = Object.assign(new Error('Connection terminated unexpectedly'), { code: '57P01' });
    let isMoved = false;
    for (let nth = 1; !isMoved; nth += 1) {
      for (const when of ['instead', 'afterwards'] as const) {
        const { result } = await breaker.during({ nth, when, lasting: true, error }, () => moveByYear(100).catch(() => false));
        isMoved ||= result;
        expect(await Promise.all(TABLES.map((table) => listIds(db, table)))).toEqual(before);
      }
    }
    for (const table of TABLES) expect(await listPartitionNames(db, table)).toContain(`${table}_2026`);
    expect(await tablesOf()).toEqual([]);
  });

  it('are begun anew where a column was added meanwhile, which nobody is refused', async () => {
    await fill(10);
    await move(2);
    await sql`alter table events add column extra integer default 7`.execute(db.maintenance);
    const late = eventAt(NOW);
    await writeEvents(db, [late]);
    await moveAll();
    const { rows } = await sql<{ count: number }>`select count(*) as count from events where extra = 7`.execute(db.read);
    expect(rows).toEqual([{ count: 11 }]);
  });

  it('are left for later where a writer is in the way, who does not wait', async () => {
    await fill(10);
    await db.transact(async (trx) => {
      await trx.updateTable('events').set({ data: '{}' }).execute();
      expect(await move(100)).toBe(false);
      await trx.updateTable('delivery_attempts').set({ reply: 'x' }).execute();
    });
    await moveAll();
  });

  it('keep what a writer changes while his row is being copied', async () => {
    await fill(10);
    const [first = '', second = ''] = await listIds(db, 'events');
    await move(1);
    await db.transact(async (trx) => {
      await trx.updateTable('events').set({ data: '{"n":1}' }).where('id', '=', first).execute();
      await trx.deleteFrom('events').where('id', '=', second).execute();
      await move(1);
    });
    await moveAll();
    const found = await db.read.selectFrom('events').select(['id', 'data']).where('id', 'in', [first, second]).execute();
    expect(found).toEqual([{ id: first, data: '{"n":1}' }]);
  });
});

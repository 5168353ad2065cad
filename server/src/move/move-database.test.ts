import { CompiledQuery, type Dialect, type Kysely, SqliteAdapter, sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { countByPartition, eventAt, newId, writeAttempts } from '../../../tests/support/database/partitions.ts';
import { watchConnections } from '../../../tests/support/database/watch-connections.ts';
import { addTenants, instead, tenantsOf, useMove } from '../../../tests/support/fixtures/moves.ts';
import { insertMany } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { findMark } from './mark-store.ts';
import { allTables, copiedTables } from './move-rules.ts';

const LONG_AGO = Date.UTC(2019, 4, 10);
const MONTH_MS = 31 * 86_400_000;

const { inFile, inTarget, move } = useMove();

describe('a move', () => {
  it('is refused by a database in which something is written while it begins', async () => {
    await inFile((db) => addTenants(db, ['a']));
    let isWritten = false;
    const writing = instead(
      (text) => text.endsWith('in exclusive mode') && !isWritten,
      async (execute) => {
        isWritten = true;
        await inTarget((db) => addTenants(db, ['theirs']));
        return execute();
      },
    );
    await expect(move({}, writing)).rejects.toThrow('TARGET_DATABASE_URL: the database is not empty: its table tenants has rows');
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'theirs' }]);
    expect(await inFile(({ read }) => findMark(read))).toBeUndefined();
  });

  it('has a partition for each row, however old', async () => {
    await inFile(async (db) => {
      const times = Array.from({ length: 4 }, (_, month) => LONG_AGO + month * 3 * MONTH_MS);
      await db.transact((trx) =>
        insertMany(
          trx,
          'events',
          times.map((at, place) => eventAt(at, { place: place + 1 })),
        ),
      );
      await writeAttempts(db, times.slice(0, 2));
    });
    await move({ MESSAGE_RETENTION_DAYS: '365' });
    await inTarget(async (db) => {
      expect(await countByPartition(db, 'events')).toEqual({
        events_2019_05: 1,
        events_2019_08: 1,
        events_2019_11: 1,
        events_2020_02: 1,
      });
      expect(Object.keys(await countByPartition(db, 'delivery_attempts'))).toEqual([
        'delivery_attempts_2019_05',
        'delivery_attempts_2019_08',
      ]);
    });
  });

  it('goes on with places after those of all tenants', async () => {
    await inFile((db) =>
      db.transact((trx) => insertMany(trx, 'events', [eventAt(LONG_AGO, { place: 7 }), eventAt(LONG_AGO, { tenant_id: 'u', place: 9 })])),
    );
    await move();
    const next = await inTarget(
      async ({ write }) => (await sql<{ next: number }>`select nextval('events_place') as next`.execute(write)).rows,
    );
    expect(next).toEqual([{ next: 10 }]);
  });

  it('sends pages of rows, and few of them before it waits for their answers, however many there are', async () => {
    const ids = Array.from({ length: 10_001 }, () => newId('ten', LONG_AGO));
    await inFile((db) => addTenants(db, ids));
    const sent: string[] = [];
    const noting = instead(
      (text) => (text.startsWith('insert into "tenants"') || text === 'select 1') && sent.push(text) < 0,
      async () => {
        throw new Error('never');
      },
    );
    await move({}, noting);
    const runs = sent
      .join('')
      .split('select 1')
      .map((run) => run.split('insert into').length - 1);
    expect(runs.reduce((sum, run) => sum + run)).toBe(21);
    expect(Math.max(...runs)).toBe(8);
    expect((await inTarget(tenantsOf)).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it('has U+FFFD for what the other engine does not take in a text', async () => {
    await inFile((db) => addTenants(db, ['a\u0000b', 'c']));
    await move();
    expect(await inTarget(tenantsOf)).toEqual([{ id: 'a\ufffdb' }, { id: 'c' }]);
  });

  it('keeps its transaction while the file is counted, and the lock time of one that may be about to commit', async () => {
    const settings: string[] = [];
    const noting = (dialect: Dialect) =>
      watchConnections(dialect, (connection) => {
        const execute = connection.executeQuery.bind(connection);
        connection.executeQuery = async <R>(...given: Parameters<typeof execute>) => {
          if (given[0].sql.startsWith('insert into "moves"') && given[0].parameters.includes('arrived'))
            for (const name of ['idle_in_transaction_session_timeout', 'lock_timeout']) {
              const { rows } = await execute<Record<string, string>>(CompiledQuery.raw(`show ${name}`));
              settings.push(...rows.flatMap((row) => Object.values(row)));
            }
          return execute<R>(...given);
        };
      });
    await move({}, noting);
    expect(settings).toEqual(['10min', '1min']);
  });

  it('brings bytes as they are, and a row that is larger than a page', async () => {
    const chunks = [Buffer.from([0, 1, 255]), Buffer.alloc(3_000_000, 200), Buffer.from([])].map((bytes, seq) => ({
      blob_key: 'ten/x',
      seq,
      bytes,
    }));
    await inFile((db) => db.transact((trx) => insertMany(trx, 'blob_chunks', chunks)));
    await move();
    const rows = await inTarget(({ read }) => read.selectFrom('blob_chunks').select('bytes').orderBy('seq').execute());
    expect(rows.map(({ bytes }, index) => bytes.equals(chunks[index]?.bytes ?? Buffer.alloc(1)))).toEqual([true, true, true]);
  });
});

describe('tables', () => {
  async function columnsOf(db: Kysely<Schema>): Promise<Map<string, string[]>> {
    const isSqlite = db.getExecutor().adapter instanceof SqliteAdapter;
    const { rows } = await (isSqlite
      ? sql<{
          table: string;
          column: string;
        }>`select m.name as "table", c.name as "column" from sqlite_master m, pragma_table_info(m.name) c where m.type = 'table'`
      : sql<{
          table: string;
          column: string;
        }>`select table_name as "table", column_name as "column" from information_schema.columns where table_schema = 'public' and is_generated = 'NEVER'`
    ).execute(db);
    const columns = Map.groupBy(rows, ({ table }) => table);
    return new Map(allTables.map((table) => [table, (columns.get(table) ?? []).map(({ column }) => column).toSorted()]));
  }

  it('have the same columns on both engines', async () => {
    await move();
    const [here, there] = [await inFile(({ read }) => columnsOf(read)), await inTarget(({ read }) => columnsOf(read))];
    expect(here).toEqual(there);
    expect([...here.values()].filter((columns) => columns.length === 0)).toEqual([]);
  });

  it('are all copied but for the jobs, which are made anew, and what says where a database went', () => {
    expect(allTables.filter((table) => !copiedTables.includes(table))).toEqual(['jobs', 'moves']);
  });
});

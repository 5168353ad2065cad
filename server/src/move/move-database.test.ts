import { openDatabase } from '@posthorn/server';
import { CompiledQuery, type DatabaseConnection, type Dialect, type Kysely, SqliteAdapter, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { countByPartition, eventAt, newId, writeAttempts } from '../../../tests/support/database/partitions.ts';
import { watchConnections } from '../../../tests/support/database/watch-connections.ts';
import { postgres, sqlite, type TestDatabase } from '../../../tests/support/engines.ts';
import { startTcpProxy } from '../../../tests/support/fakes/tcp-proxy.ts';
import type { Db } from '../db/db.ts';
import { insertMany } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';
import { findMark } from './mark-store.ts';
import { moveDatabase } from './move-database.ts';
import { allTables, copiedTables } from './move-rules.ts';

const SECRET_KEY = 's'.repeat(40);
const LONG_AGO = Date.UTC(2019, 4, 10);
const MONTH_MS = 31 * 86_400_000;

let [file, target]: TestDatabase[] = [];
const urlOf = (database: TestDatabase | undefined) => database?.url ?? '';

beforeEach(async () => {
  [file, target] = [await sqlite.create(), await postgres.createEmpty()];
});
afterEach(async () => {
  await file?.drop();
  await target?.drop();
});

async function within<T>(database: TestDatabase | undefined, use: (db: Db) => Promise<T>): Promise<T> {
  const db = await openDatabase(urlOf(database));
  return use(db).finally(db.close);
}

const said: string[] = [];
const move = (more: Record<string, string> = {}, around: (dialect: Dialect) => Dialect = (dialect) => dialect) => {
  said.splice(0);
  const environment = { DATABASE_URL: urlOf(file), TARGET_DATABASE_URL: urlOf(target), SECRET_KEY, LOG_LEVEL: 'silent', ...more };
  return moveDatabase({ environment, say: (line) => void said.push(line), database: { around } });
};

/** Has the database that is moved to do something else with a statement. */
function instead(isMeant: (sql: string) => boolean, act: (execute: () => Promise<unknown>) => Promise<unknown>) {
  function watch(connection: DatabaseConnection): void {
    const execute = connection.executeQuery.bind(connection);
    connection.executeQuery = <R>(...given: Parameters<typeof execute>) =>
      isMeant(given[0].sql) ? (act(() => execute(...given)) as ReturnType<typeof execute<R>>) : execute<R>(...given);
  }
  return (dialect: Dialect) => (dialect.createAdapter() instanceof SqliteAdapter ? dialect : watchConnections(dialect, watch));
}

/** Whether a statement is the commit of the rows. */
function arrivalCommit() {
  let isArriving = false;
  return (text: string): boolean => {
    const isCommit = isArriving && text === 'commit';
    isArriving = !isCommit && (isArriving || text.startsWith('insert into "moves"'));
    return isCommit;
  };
}

const tenant = (id: string) => ({ id, name: id, plan: 'free', suspended: 0 as const, overrides: '{}', created_at: 1, deleted_at: null });
const addTenants = (db: Db, ids: readonly string[]) => db.transact((trx) => insertMany(trx, 'tenants', ids.map(tenant)));
const tenantsOf = ({ read }: Db) => read.selectFrom('tenants').select('id').orderBy('id').execute();

describe('a move that fails', () => {
  beforeEach(() => within(file, (db) => addTenants(db, ['a', 'b'])));
  const LOST = Object.assign(new Error('Connection terminated unexpectedly'), { code: 'ECONNRESET' });

  it('leaves no mark where nothing arrived, and may be begun again', async () => {
    const failing = instead(
      (text) => text.startsWith('insert into "tenants"'),
      async () => {
        throw LOST;
      },
    );
    await expect(move({}, failing)).rejects.toThrow(
      'TARGET_DATABASE_URL: the database is unavailable: Connection terminated unexpectedly; nothing was moved',
    );
    expect(await within(file, ({ read }) => findMark(read))).toBeUndefined();
    expect(await within(target, tenantsOf)).toEqual([]);
    await move();
    expect(await within(target, tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('says of which database it is that it went away while its tables were made', async () => {
    const away = instead(
      (text) => text.startsWith('create table'),
      async () => {
        throw LOST;
      },
    );
    await expect(move({}, away)).rejects.toThrow(/^TARGET_DATABASE_URL: the database is unavailable: .*; nothing was moved$/);
    expect(await within(file, ({ read }) => findMark(read))).toBeUndefined();
  });

  it('names the table of a row that the other engine does not take', async () => {
    await within(file, (db) =>
      db.transact((trx) =>
        sql`insert into contacts (id, tenant_id, email, attributes, status, created_at, updated_at)
          values ('c', 'a', 'a@example.net', ${'{"x":"\\u0000"}'}, 'subscribed', 1, 1)`.execute(trx),
      ),
    );
    await expect(move()).rejects.toThrow(/^DATABASE_URL: a row of contacts is not taken by PostgreSQL: .*; nothing was moved$/);
    expect(await within(file, ({ read }) => findMark(read))).toBeUndefined();
  });

  it('is at its end where only the answer to the commit was lost', async () => {
    const lost = instead(arrivalCommit(), async (execute) => {
      await execute();
      throw LOST;
    });
    await move({}, lost);
    expect(said[1]).toBe('Everything had arrived already.');
    expect(await within(file, ({ read }) => findMark(read))).toMatchObject({ state: 'left' });
    expect(await within(target, tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });

  it('keeps its mark where nobody can tell what arrived', async () => {
    let isAway = false;
    const isCommit = arrivalCommit();
    const away = instead(
      (text) => isAway || isCommit(text),
      async (execute) => {
        if (!isAway) await execute();
        isAway = true;
        throw LOST;
      },
    );
    await expect(move({}, away)).rejects.toThrow(
      /it cannot be told whether everything arrived: .*; once it answers, run posthorn move again/,
    );
    expect(await within(file, ({ read }) => findMark(read))).toMatchObject({ state: 'begun' });
    await move();
    expect(said[0]).toBe('Everything had arrived already.');
  });

  it('takes back everything where another number of rows arrived', async () => {
    const doubling = instead(
      (text) => text.startsWith('select count(*) as "count" from "tenants"'),
      async () => ({ rows: [{ count: 3 }] }),
    );
    await expect(move({}, doubling)).rejects.toThrow('tenants has 2 rows in the file, and 3 arrived');
    expect(await within(target, tenantsOf)).toEqual([]);
    expect(await within(file, ({ read }) => findMark(read))).toBeUndefined();
  });
});

describe('a move to a database that falls silent', () => {
  const patience = { everyMs: 250, questions: 4 };
  beforeEach(() => within(file, (db) => addTenants(db, ['a', 'b'])));
  const moveWith = (around: (dialect: Dialect) => Dialect, to = urlOf(target)) =>
    moveDatabase({
      environment: { DATABASE_URL: urlOf(file), TARGET_DATABASE_URL: to, SECRET_KEY, LOG_LEVEL: 'silent' },
      say: () => undefined,
      database: { around },
      patience,
    });

  it.each(['create table "tenants"', 'insert into "tenants"', 'insert into "moves"'])(
    'at “%s” ends with what to do, and is run again',
    async (statement) => {
      const proxy = await startTcpProxy(urlOf(target));
      const freezing = instead(
        (text) => text.startsWith(statement),
        (execute) => {
          proxy.freeze();
          return execute();
        },
      );
      await expect(moveWith(freezing, proxy.url)).rejects.toThrow(
        'TARGET_DATABASE_URL: the database says nothing any more; once it answers, run posthorn move again, or posthorn move --abandon',
      );
      await proxy.close();
      proxy.thaw();
      await proxy.accept();
      await moveWith((dialect) => dialect, proxy.url);
      await proxy.close();
      expect(await within(target, tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
    },
  );

  it.each([
    ['answers', undefined],
    ['refuses', Object.assign(new Error('too many clients already'), { severity: 'FATAL', code: '53300' })],
  ])('goes on with a statement that takes long while the database %s other questions', async (_, refusal) => {
    const { promise: asked, resolve } = Promise.withResolvers<void>();
    let questions = 0;
    const slow = instead(
      (text) => text.startsWith('analyze'),
      async (execute) => {
        await asked;
        return execute();
      },
    );
    const counting = instead(
      (text) => text === 'select 1',
      async (execute) => {
        questions += 1;
        if (questions > patience.questions * 2) resolve();
        if (refusal !== undefined) throw refusal;
        return execute();
      },
    );
    await moveWith((dialect) => slow(counting(dialect)));
    expect(await within(target, tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});

describe('a move that has the only session, for whose end questions wait', () => {
  it('goes on while its own statements are answered', async () => {
    await within(file, (db) => addTenants(db, ['a', 'b']));
    const patience = { everyMs: 250, questions: 4 };
    const ended = Promise.withResolvers<void>();
    let asked = Promise.withResolvers<void>();
    let questions = 0;
    const single = instead(
      (text) => text === 'select 1',
      async (execute) => {
        questions += 1;
        asked.resolve();
        asked = Promise.withResolvers();
        await ended.promise;
        return execute();
      },
    );
    const slow = instead(
      (text) => text.startsWith('create ') && questions <= patience.questions * 2,
      async (execute) => {
        await asked.promise;
        return execute();
      },
    );
    const environment = { DATABASE_URL: urlOf(file), TARGET_DATABASE_URL: urlOf(target), SECRET_KEY, LOG_LEVEL: 'silent' };
    await moveDatabase({ environment, say: () => undefined, database: { around: (dialect) => slow(single(dialect)) }, patience }).finally(
      ended.resolve,
    );
    expect(await within(target, tenantsOf)).toEqual([{ id: 'a' }, { id: 'b' }]);
  });
});

describe('a move', () => {
  it('is refused by a database in which something is written while it begins', async () => {
    await within(file, (db) => addTenants(db, ['a']));
    let isWritten = false;
    const writing = instead(
      (text) => text.endsWith('in exclusive mode') && !isWritten,
      async (execute) => {
        isWritten = true;
        await within(target, (db) => addTenants(db, ['theirs']));
        return execute();
      },
    );
    await expect(move({}, writing)).rejects.toThrow('TARGET_DATABASE_URL: the database is not empty: its table tenants has rows');
    expect(await within(target, tenantsOf)).toEqual([{ id: 'theirs' }]);
    expect(await within(file, ({ read }) => findMark(read))).toBeUndefined();
  });

  it('has a partition for each row, however old', async () => {
    await within(file, async (db) => {
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
    await within(target, async (db) => {
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
    await within(file, (db) =>
      db.transact((trx) => insertMany(trx, 'events', [eventAt(LONG_AGO, { place: 7 }), eventAt(LONG_AGO, { tenant_id: 'u', place: 9 })])),
    );
    await move();
    const next = await within(
      target,
      async ({ write }) => (await sql<{ next: number }>`select nextval('events_place') as next`.execute(write)).rows,
    );
    expect(next).toEqual([{ next: 10 }]);
  });

  it('sends pages of rows, and few of them before it waits for their answers, however many there are', async () => {
    const ids = Array.from({ length: 10_001 }, () => newId('ten', LONG_AGO));
    await within(file, (db) => addTenants(db, ids));
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
    expect((await within(target, tenantsOf)).map(({ id }) => id)).toEqual(ids.toSorted());
  });

  it('has U+FFFD for what the other engine does not take in a text', async () => {
    await within(file, (db) => addTenants(db, ['a\u0000b', 'c']));
    await move();
    expect(await within(target, tenantsOf)).toEqual([{ id: 'a\ufffdb' }, { id: 'c' }]);
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
    await within(file, (db) => db.transact((trx) => insertMany(trx, 'blob_chunks', chunks)));
    await move();
    const rows = await within(target, ({ read }) => read.selectFrom('blob_chunks').select('bytes').orderBy('seq').execute());
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
    const [here, there] = [await within(file, ({ read }) => columnsOf(read)), await within(target, ({ read }) => columnsOf(read))];
    expect(here).toEqual(there);
    expect([...here.values()].filter((columns) => columns.length === 0)).toEqual([]);
  });

  it('are all copied but for the jobs, which are made anew, and what says where a database went', () => {
    expect(allTables.filter((table) => !copiedTables.includes(table))).toEqual(['jobs', 'moves']);
  });
});

import { type Kysely, sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type OpenDatabase, openMigrated } from '../../../../../tests/support/database/database.ts';
import {
  countByPartition,
  eventAt,
  listPartitionNames,
  writeAttempts,
  writeEvents,
} from '../../../../../tests/support/database/partitions.ts';
import { postgres } from '../../../../../tests/support/engines.ts';
import { partitionsOf } from '../../dialect.ts';
import { openDatabase } from '../../open.ts';
import { addPartition } from './partition-store.ts';
import { periodOf } from './ranges.ts';

const at = (date: string) => Date.parse(`${date}Z`);
/** Long after the partitions that the migration creates. */
const NOW = at('2090-05-10T12:00');
/** When no row of the following month exists yet. */
const BEFORE = at('2090-04-10T12:00');
const AHEAD = ['2090_05', '2090_06', '2090_07', '2090_08'];
const named = (...suffixes: string[]) => suffixes.map((suffix) => `events_${suffix}`);

// The other engine has no partitions.
describe('partitions on postgres', () => {
  let database: OpenDatabase;
  beforeEach(async () => {
    database = await openMigrated(postgres);
  });
  afterEach(() => database.close());

  const keep = (now: number, { maintenance } = database.db, keptDays = 100) =>
    partitionsOf(maintenance).keep(maintenance, { now, keptDays });
  /** Except those that began in the middle of a month. */
  const partitions = async () =>
    (await listPartitionNames(database.db, 'events')).filter((name) => /_(?:(?:2089|209\d)(?:_\d\d)?|default)$/.test(name));
  const keepUp = async () => {
    await keep(BEFORE);
    await keep(NOW);
  };
  const counted = () => countByPartition(database.db, 'events');

  it('are there in a new database', async () => {
    await writeAttempts(database.db, [Date.now()]);
    expect(Object.keys(await countByPartition(database.db, 'delivery_attempts'))).toEqual([expect.not.stringContaining('default')]);
  });

  it('are made ahead, once', async () => {
    await keepUp();
    expect(await partitions()).toEqual([...named(...AHEAD), 'events_default']);
    expect(await keep(NOW)).toBe(0);
    await writeEvents(database.db, [eventAt(NOW), eventAt(at('2090-08-31T23:59:59.999')), eventAt(at('2090-09-01T00:00'))]);
    expect(await counted()).toEqual({ events_2090_05: 1, events_2090_08: 1, events_default: 1 });
  });

  it('are of years where rows are kept for long or for ever, and go on from months', async () => {
    await keep(at('2089-03-05T00:00'));
    await keep(at('2089-11-05T00:00'), database.db, 0);
    // The monthly ones are empty and past.
    expect(await partitions()).toEqual(['events_2090', 'events_default']);
    expect(await keep(at('2089-11-05T00:00'), database.db, 0)).toBe(0);
    await writeEvents(database.db, [eventAt(at('2089-12-31T23:59')), eventAt(at('2090-12-31T23:59'))]);
    expect(await counted()).toEqual({ [`events_2089_11_${firstOf(at('2089-11-05T00:05'))}`]: 1, events_2090: 1 });
  });

  it('are made once by processes that do so at the same time', async () => {
    const others = await Promise.all([openDatabase(database.url), openDatabase(database.url)]);
    const made = await Promise.all([keep(BEFORE), ...others.map((db) => keep(BEFORE, db))]);
    // If one was skipped, the next run finds what is left.
    const left = await keep(BEFORE);
    expect(made.reduce((sum, count) => sum + count, left)).toBeGreaterThanOrEqual(2 * AHEAD.length);
    expect(await partitions()).toEqual([...named('2090_05', '2090_06', '2090_07'), 'events_default']);
    expect(await keep(BEFORE)).toBe(0);
    for (const db of others) await db.close();
  });

  it('take rows of a time that has none, once there is one', async () => {
    const rows = [at('2089-11-05T00:00'), at('2090-01-01T00:00'), at('2090-01-31T23:59')].map((time) => eventAt(time));
    await writeEvents(database.db, rows);
    expect(await counted()).toEqual({ events_default: 3 });
    await keep(NOW);
    await keep(NOW);
    expect(await counted()).toEqual({ events_2089_11: 1, events_2090_01: 2 });
  });

  it('take rows of a clock that was far ahead, and ids that have no time stay where they are', async () => {
    await writeEvents(database.db, [eventAt(at('2300-02-03T00:00')), eventAt(NOW, { id: 'evt' }), eventAt(NOW, { id: 'zzz' })]);
    await keep(NOW);
    expect(await counted()).toEqual({ events_2300_02: 1, events_default: 2 });
    expect(await keep(NOW)).toBe(0);
  });

  it('begin a little later where rows are being written, and take those once nobody writes there', async () => {
    await writeEvents(database.db, [eventAt(NOW - 1000)]);
    await keep(NOW);
    await writeEvents(database.db, [eventAt(NOW + 1000)]);
    expect(await counted()).toEqual({ events_default: 2 });
    await keep(NOW + 2000);
    expect(await counted()).toEqual({ events_default: 2 });
    await writeEvents(database.db, [eventAt(NOW + 600_000)]);
    expect(await counted()).toEqual({ events_default: 2, [`events_2090_05_${firstOf(NOW + 300_000)}`]: 1 });
    await keep(NOW + 600_000);
    expect(await counted()).toEqual({ events_2090_05: 2, [`events_2090_05_${firstOf(NOW + 300_000)}`]: 1 });
  });

  it('leave a row where it is that somebody is about to change, until he has', async () => {
    const row = eventAt(at('2090-01-05T00:00'));
    await writeEvents(database.db, [row]);
    await database.db.transact(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await trx.updateTable('events').set({ data: '{"n":1}' }).where('id', '=', row.id).execute();
      await keep(NOW);
      expect(await counted()).toEqual({ events_default: 1 });
    });
    await keep(NOW);
    expect(await counted()).toEqual({ events_2090_01: 1 });
    expect(await database.db.read.selectFrom('events').select('data').execute()).toEqual([{ data: '{"n":1}' }]);
  });

  /** Creates the partition of this month while others wait to read or write. */
  async function addAmid(others: () => Promise<unknown>[], blocked: string): Promise<unknown[]> {
    const { maintenance, read } = database.db;
    const waiting = async () => {
      const { rows } = await sql`select 1 from pg_locks where not granted and relation = ${blocked}::regclass
        and database = (select oid from pg_database where datname = current_database())`.execute(read);
      return rows.length;
    };
    const { answers } = await maintenance.transaction().execute(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      const month = periodOf('events', { at: NOW, period: 'month' });
      // Safe because only plain SQL text is run there.
      await addPartition(trx as unknown as Kysely<unknown>, { table: 'events', name: 'events' }, month);
      const given = others();
      await expect.poll(waiting).toBe(given.length);
      return { answers: Promise.all(given) };
    });
    return answers;
  }

  it('refuse nobody who was about to write where one comes to be', async () => {
    const row = eventAt(NOW);
    await addAmid(() => [writeEvents(database.db, [row])], 'events_default');
    expect(await counted()).toEqual({ events_2090_05: 1 });
  });

  it('are brought rows that others wait to read and to change, who then find them', async () => {
    const { write, read } = database.db;
    const row = eventAt(NOW);
    await writeEvents(database.db, [row]);
    const change = () => write.updateTable('events').set({ data: '{"n":1}' }).where('id', '=', row.id).returning('id').execute();
    const look = () => read.selectFrom('events').select('id').execute();
    const found = [{ id: row.id }];
    expect(await addAmid(() => [look(), change(), look()], 'events')).toEqual([found, found, found]);
    expect(await counted()).toEqual({ events_2090_05: 1 });
    expect(await read.selectFrom('events').select('data').execute()).toEqual([{ data: '{"n":1}' }]);
  });

  it('go once they are over and empty, and no sooner', async () => {
    const [kept, removed] = [eventAt(NOW), eventAt(at('2090-06-01T00:00'))];
    await keepUp();
    await writeEvents(database.db, [kept, removed]);
    const later = at('2090-08-01T00:00');
    await keep(later);
    expect(await partitions()).toEqual([...named(...AHEAD, '2090_09', '2090_10', '2090_11'), 'events_default']);
    await database.db.write.deleteFrom('events').where('id', '=', removed.id).execute();
    await keep(later);
    expect(await partitions()).toEqual([...named('2090_05', '2090_07', '2090_08', '2090_09', '2090_10', '2090_11'), 'events_default']);
    expect(await counted()).toEqual({ events_2090_05: 1 });
  });

  it('that others write to are not waited for', async () => {
    await keepUp();
    await database.db.transact(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`insert into events select * from events_2090_05 where false`.execute(trx);
      await sql`lock table events_2090_05 in row exclusive mode`.execute(trx);
      await keep(at('2090-12-01T00:00'));
      expect(await partitions()).toContain('events_2090_05');
    });
    await keep(at('2090-12-01T00:00'));
    expect(await partitions()).not.toContain('events_2090_05');
  });

  it('are left to the next run from the first one on that is in use: others wait once, and not for each', async () => {
    await keepUp();
    const later = at('2090-12-01T00:00');
    await database.db.transact(async (trx) => {
      await sql`set local idle_in_transaction_session_timeout = 0`.execute(trx);
      await sql`lock table events_2090_05 in access share mode`.execute(trx);
      await keep(later);
      expect(await partitions()).toEqual(expect.arrayContaining(named(...AHEAD)));
    });
    await keep(later);
    expect(await partitions()).not.toEqual(expect.arrayContaining([expect.stringMatching(/_2090_0/)]));
  });

  const firstOf = (time: number) => eventAt(time).id.slice(4, 14);
});

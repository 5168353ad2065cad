import { type Kysely, sql } from 'kysely';
import { systemClock } from '../../../core/clock.ts';
import { firstIdAt } from '../../../core/ids.ts';
import type { PartitionOptions } from '../../engine.ts';
import { abandonCopy, beginCopy, copyPage, listColumns, namesOf, swapCopy } from './copy-store.ts';
import { periodsAhead } from './keep-partitions.ts';
import { isPartitioned } from './partition-store.ts';
import {
  type IdRange,
  PARTITIONED,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type Period,
  periodFor,
  periodOf,
  periodsOf,
} from './ranges.ts';
import { underLock } from './under-lock.ts';

/** Returns the periods in which a table has rows, found by the first row of each. */
export async function listPeriods(db: Kysely<unknown>, table: PartitionedTable, period: Period): Promise<IdRange[]> {
  const found: IdRange[] = [];
  for (let from = firstIdAt(PARTITIONED[table], 0); ; ) {
    const { rows } = await sql<{ id: string }>`
      select id from ${sql.table(table)} where id >= ${from} order by id limit 1`.execute(db);
    const [range] = periodsOf(table, [rows[0]?.id ?? ''], period);
    if (range === undefined || range.to <= from) return found;
    found.push(range);
    from = range.to;
  }
}

/** Takes the next step of moving a table; returns true if there is none left. */
async function step(trx: Kysely<unknown>, table: PartitionedTable, options: PartitionOptions): Promise<boolean> {
  if ((await isPartitioned(trx, table)) !== false) return true;
  const columns = await listColumns(trx, namesOf(table).parent.name);
  if (columns.length === 0)
    await beginCopy(trx, table, [...(await listPeriods(trx, table, periodFor(options.keptDays))), ...periodsAhead(table, options)]);
  // A column that was added meanwhile is missing in the copy.
  else if ((await listColumns(trx, table)).join() !== columns.join()) await abandonCopy(trx, table);
  else if ((await copyPage(trx, table)) === 0) {
    await swapCopy(trx, table);
    return true;
  }
  return false;
}

async function partitionEmpty(trx: Kysely<unknown>, table: PartitionedTable): Promise<void> {
  const { rows } = await sql<{ one: number }>`select 1 as one from ${sql.table(table)} limit 1`.execute(trx);
  if (rows.length > 0 || (await isPartitioned(trx, table)) !== false) return;
  await sql`lock table ${sql.table(table)} in access exclusive mode`.execute(trx);
  const now = systemClock.now();
  // Later partitions are created by whoever knows how long rows are kept.
  await beginCopy(trx, table, [periodOf(table, { at: now, period: 'month' })]);
  for (let isDone = false; !isDone; ) isDone = await step(trx, table, { now, keptDays: 0 });
}

/** Partitions the tables without rows at once; for a migration. */
export async function partitionEmptyTables(trx: Kysely<unknown>): Promise<void> {
  for (const table of PARTITIONED_TABLES) await partitionEmpty(trx, table);
}

/** Moves tables with rows into partitions, in at most `steps` steps of at most 5000 rows; returns whether everything is moved. */
export async function moveTables(db: Kysely<unknown>, { steps, ...options }: PartitionOptions & { steps: number }): Promise<boolean> {
  let left = steps;
  for (const table of PARTITIONED_TABLES) {
    if ((await isPartitioned(db, table)) !== false) continue;
    let isDone: boolean | undefined = false;
    for (; isDone === false && left > 0; left -= 1) isDone = await underLock(db, (trx) => step(trx, table, options));
    if (isDone !== true) return false;
    // Autovacuum does not analyze partitioned tables.
    await sql`analyze ${sql.table(table)}`.execute(db);
  }
  return true;
}

import { type Kysely, sql } from 'kysely';
import { MINUTE_MS } from '../../../core/durations.ts';
import { firstIdAt } from '../../../core/ids.ts';
import type { PartitionOptions } from '../../engine.ts';
import { addPartition, findGaps, firstWithout, isPartitioned, listPartitions } from './partition-store.ts';
import {
  distinct,
  type IdRange,
  PARTITIONED,
  PARTITIONED_TABLES,
  type PartitionedTable,
  type Period,
  periodFor,
  periodOf,
  periodsOf,
} from './ranges.ts';
import { boundStatements, underLock } from './under-lock.ts';

/** Months whose partition exists before any of their rows. */
const MONTHS_AHEAD = 3;
/** Later than the times of ids being written now. */
const SOON_MS = 5 * MINUTE_MS;
const LAST_TIME = 2 ** 48 - 1;

/** Returns the periods that should have a partition now: the current one, and those up to three months ahead. */
export const periodsAhead = (table: PartitionedTable, { now, keptDays }: PartitionOptions): IdRange[] =>
  distinct(Array.from({ length: MONTHS_AHEAD + 1 }, (_, months) => periodOf(table, { at: now, period: periodFor(keptDays), months })));

/** The first id of last month: a partition that ends before it is past. */
const lastMonth = (table: PartitionedTable, now: number): string => periodOf(table, { at: now, period: 'month', months: -1 }).from;

/** The period of the first row without its own partition; none if there is no such row. */
async function periodWithout(db: Kysely<unknown>, table: PartitionedTable, period: Period): Promise<IdRange[]> {
  const prefix = PARTITIONED[table];
  const id = await firstWithout(db, table, { from: firstIdAt(prefix, 0), to: firstIdAt(prefix, LAST_TIME) });
  return id === undefined ? [] : periodsOf(table, [id], period);
}

/**
 * If rows of the period may already be written, its partition starts a little later: a reader that does not know the new partition yet must
 * not miss rows. Earlier rows are moved once nobody writes them any more.
 */
function laterPart(table: PartitionedTable, gap: IdRange, now: number): IdRange {
  const [at, soon] = [firstIdAt(PARTITIONED[table], now), firstIdAt(PARTITIONED[table], now + SOON_MS)];
  return gap.to <= at || gap.from >= soon ? gap : { from: soon, to: gap.to };
}

async function fillGap(trx: Kysely<unknown>, { table, gap, now }: { table: PartitionedTable; gap: IdRange; now: number }): Promise<number> {
  // Another process may have done it meanwhile.
  const [still] = await findGaps(trx, table, [gap]);
  if (still === undefined) return 0;
  const range = laterPart(table, still, now);
  if (range.from >= range.to) return 0;
  await addPartition(trx, { table, name: table }, range);
  return 1;
}

async function addMissing(db: Kysely<unknown>, table: PartitionedTable, options: PartitionOptions): Promise<number> {
  const isOver = ({ to }: IdRange) => to <= lastMonth(table, options.now);
  // A past partition without rows would be removed again.
  const ahead = (await findGaps(db, table, periodsAhead(table, options))).filter((gap) => !isOver(gap));
  const without = await findGaps(db, table, await periodWithout(db, table, periodFor(options.keptDays)));
  let added = 0;
  for (const gap of distinct([...ahead, ...without]))
    added += (await underLock(db, (trx) => fillGap(trx, { table, gap, now: options.now }))) ?? 0;
  return added;
}

const isEmpty = (name: string) => sql`not exists (select 1 from ${sql.table(name)})`;

/** Returns the partitions that ended before last month and have no rows left. */
async function listEmpty(trx: Kysely<unknown>, table: PartitionedTable, now: number): Promise<string[]> {
  await boundStatements(trx);
  const old = (await listPartitions(trx, table)).filter(({ to }) => to <= lastMonth(table, now));
  if (old.length === 0) return [];
  const found = old.map(({ name }) => sql`select ${sql.lit(name)} as name where ${isEmpty(name)}`);
  const { rows } = await sql<{ name: string }>`${sql.join(found, sql` union all `)}`.execute(trx);
  return rows.map(({ name }) => name);
}

async function dropEmpty(trx: Kysely<unknown>, name: string): Promise<number> {
  // Another process may have done it meanwhile.
  if ((await isPartitioned(trx, name)) === undefined) return 0;
  await boundStatements(trx);
  // From here on nothing is written there, while writes elsewhere go on.
  await sql`lock table ${sql.table(name)} in share mode`.execute(trx);
  const { rows } = await sql<{ empty: boolean }>`select ${isEmpty(name)} as empty`.execute(trx);
  if (rows[0]?.empty !== true) return 0;
  await sql`drop table ${sql.table(name)}`.execute(trx);
  return 1;
}

async function dropOld(db: Kysely<unknown>, table: PartitionedTable, now: number): Promise<number> {
  const empty = (await underLock(db, (trx) => listEmpty(trx, table, now))) ?? [];
  let dropped = 0;
  for (const name of empty) {
    const done = await underLock(db, (trx) => dropEmpty(trx, name));
    // A blocker of one, such as a long report, blocks all of them, and others would wait for each.
    if (done === undefined) break;
    dropped += done;
  }
  return dropped;
}

/**
 * Creates the partitions of the coming periods, moves rows to theirs, and removes old empty ones; returns how many it created and removed.
 */
export async function keepPartitions(db: Kysely<unknown>, options: PartitionOptions): Promise<number> {
  let done = 0;
  for (const table of PARTITIONED_TABLES)
    if (await isPartitioned(db, table)) done += (await addMissing(db, table, options)) + (await dropOld(db, table, options.now));
  return done;
}

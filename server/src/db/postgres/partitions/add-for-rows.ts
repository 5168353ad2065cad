import type { Kysely } from 'kysely';
import type { PartitionOptions } from '../../engine.ts';
import { listPeriods } from './move-table.ts';
import { addPartition, findGaps, isPartitioned } from './partition-store.ts';
import { PARTITIONED_TABLES, periodFor } from './ranges.ts';

/**
 * Creates the partitions for all rows of another database, whatever their age, in a transaction without concurrent writers: rows without a
 * partition would have to be moved to one later, while everybody waits.
 */
export async function addPartitionsFor(
  trx: Kysely<unknown>,
  source: Kysely<unknown>,
  { keptDays }: Pick<PartitionOptions, 'keptDays'>,
): Promise<void> {
  for (const table of PARTITIONED_TABLES) {
    if (!(await isPartitioned(trx, table))) continue;
    const periods = await listPeriods(source, table, periodFor(keptDays));
    for (const gap of await findGaps(trx, table, periods)) await addPartition(trx, { table, name: table }, gap);
  }
}

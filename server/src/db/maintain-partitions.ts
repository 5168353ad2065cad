import type { Db } from './db.ts';
import { partitionsOf } from './dialect.ts';
import type { PartitionOptions } from './engine.ts';

/**
 * Makes the partitions of the logs before they are needed, and removes those that are over and empty. Rows from before there were any are
 * moved, in at most `steps` bounded transactions. Returns how many partitions it made and removed.
 */
export async function maintainPartitions(
  { maintenance }: Db,
  { steps, ...options }: PartitionOptions & { readonly steps: number },
): Promise<number> {
  const { move, keep } = partitionsOf(maintenance);
  await move(maintenance, { ...options, steps });
  return keep(maintenance, options);
}

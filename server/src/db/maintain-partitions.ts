import type { Db } from './db.ts';
import { partitionsOf } from './dialect.ts';
import type { PartitionOptions } from './engine.ts';

/**
 * Has the logs in partitions that are there before they are needed, and as long as they are; what is from before there were any is moved,
 * in so many bounded transactions. Returns how many partitions it made and removed.
 */
export async function maintainPartitions(
  { maintenance }: Db,
  { steps, ...options }: PartitionOptions & { readonly steps: number },
): Promise<number> {
  const { move, keep } = partitionsOf(maintenance);
  await move(maintenance, { ...options, steps });
  return keep(maintenance, options);
}

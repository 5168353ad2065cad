import type { Kysely } from 'kysely';
import { groupByBytes } from '../../core/group-by-bytes.ts';
import type { Schema } from '../../db/schema.ts';
import { listContentBytes } from './store.ts';

/** Bytes of what the deliveries of a group tell, but for those of one delivery. */
const BYTES_AT_ONCE = 512 * 1024;

/** Returns deliveries in groups that are read one after the other: what one tells may have more than 100 KiB. */
export async function groupDeliveries(db: Kysely<Schema>, ids: readonly string[]): Promise<string[][]> {
  if (ids.length <= 1) return [[...ids]];
  const sizes = await listContentBytes(db, ids);
  const weighed = ids.map((id, place) => ({ id, bytes: sizes[place] ?? 0 }));
  return groupByBytes(weighed, { most: BYTES_AT_ONCE, bytesOf: ({ bytes }) => bytes }).map((group) => group.map(({ id }) => id));
}

import type { Kysely } from 'kysely';
import { groupByBytes } from '../../core/group-by-bytes.ts';
import type { Schema } from '../../db/schema.ts';
import { listContentBytes } from './store.ts';

/** The most bytes of the contents of a group, unless a single delivery has more. */
const BYTES_AT_ONCE = 512 * 1024;

/** Returns ids of deliveries in groups to be read one after the other: 512 KiB of content each, since that of one may have more than 100 KiB. */
export async function groupDeliveries(db: Kysely<Schema>, ids: readonly string[]): Promise<string[][]> {
  if (ids.length <= 1) return [[...ids]];
  const sizes = await listContentBytes(db, ids);
  const weighed = ids.map((id, place) => ({ id, bytes: sizes[place] ?? 0 }));
  return groupByBytes(weighed, { most: BYTES_AT_ONCE, bytesOf: ({ bytes }) => bytes }).map((group) => group.map(({ id }) => id));
}

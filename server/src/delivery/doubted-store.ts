import { type Kysely, sql } from 'kysely';
import { isMadeSince } from '../db/dialect.ts';
import { MOST_COUNTED } from '../db/most-counted.ts';
import type { Schema } from '../db/schema.ts';

/** Counts attempts begun since a time whose final reply was lost, at most 100,000. */
export async function countDoubted(db: Kysely<Schema>, since: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from (
      select in_doubt_since from delivery_attempts where in_doubt_since >= ${since}
        and ${isMadeSince(db, sql.ref('id'), 'att', since)} limit ${MOST_COUNTED}
    ) r`.execute(db);
  return rows[0]?.count ?? 0;
}

import { type Kysely, sql } from 'kysely';
import { MOST_COUNTED } from '../../db/most-counted.ts';
import type { Schema } from '../../db/schema.ts';

/** How much mail was taken and is in one state. */
export interface SpooledCount {
  /** `waiting` to be read; `aside`, as metrics have called it, what cannot be. */
  readonly state: 'waiting' | 'aside';
  /** At most 100,000. */
  readonly count: number;
  /** When the oldest came. */
  readonly since: number | null;
}

/** Counts the mail that was taken and is in no log yet. */
export async function countSpooled(db: Kysely<Schema>): Promise<SpooledCount[]> {
  const { rows } = await sql<SpooledCount>`
    select 'waiting' as state, count(*) as count, min(r.received_at) as since
      from (select received_at from inbound_spool where due_at is not null order by received_at limit ${MOST_COUNTED}) r
    union all select 'aside' as state, count(*) as count, min(r.received_at) as since
      from (select received_at from inbound_spool where due_at is null order by received_at limit ${MOST_COUNTED}) r`.execute(db);
  return rows.map(({ state, count, since }) => ({ state, count, since }));
}

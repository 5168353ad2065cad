import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The turns of broadcast mail in microseconds: in milliseconds a rate of 40,000 a minute was one of 30,000. */
export const pacesExact = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const name of ['next_us', 'handed_us', 'retries_us'])
      await db.schema
        .alterTable('broadcast_paces')
        .addColumn(name, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    await sql`update broadcast_paces
      set next_us = next_at * 1000, handed_us = handed_until * 1000, retries_us = retries_until * 1000`.execute(db);
  },
});

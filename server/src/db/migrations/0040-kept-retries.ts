import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** That the retries of a broadcast keep their times while its other mail gets new turns. */
export const keptRetries = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('broadcast_ledgers')
      .addColumn('keeps_retries', 'integer', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Turns of retries of a tenant's broadcasts, which come before those of mail that was not tried. */
export const pacesRetries = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('broadcast_paces')
      .addColumn('retries_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds domains that are verified no longer by their name. */
export const failedNames = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.createIndex('domains_failed').on('domains').column('name').where(sql.ref('status'), '=', sql.lit('failed')).execute();
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The status that an import sets on its contacts; null sets none. */
export const importStatus = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('contact_imports').addColumn('contact_status', 'text').execute();
  },
});

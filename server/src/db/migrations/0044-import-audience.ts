import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Which audience the contacts of an import join. It refers to nothing: the audience may go before the import does. */
export const importAudience = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('contact_imports').addColumn('audience_id', key).execute();
  },
});

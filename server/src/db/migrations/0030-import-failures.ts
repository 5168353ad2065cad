import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** The rows of imports that could not be used, as text, and the delimiter of a file. */
export const importFailures = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('contact_imports').addColumn('delimiter', 'text').execute();
    await schema
      .createTable('contact_import_failures')
      .addColumn('import_id', key, (c) => c.notNull())
      .addColumn('first_row', 'bigint', (c) => c.notNull())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('lines', 'text', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('contact_import_failures_pk', ['import_id', 'first_row'])
      .execute();
    const index = (name: string, columns: string[]) =>
      schema.createIndex(`contact_import_failures_${name}`).on('contact_import_failures').columns(columns).execute();
    await index('by_tenant', ['tenant_id', 'import_id', 'first_row']);
    await index('expire', ['expires_at']);
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Templates and their versions. */
export const templates = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const schema = db.schema;
    await schema
      .createTable('templates')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('alias', key, (c) => c.notNull())
      .addColumn('name', 'text')
      .addColumn('active_version', 'integer')
      .addColumn('last_version', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('templates_by_alias').on('templates').columns(['tenant_id', 'alias']).unique().execute();
    await schema.createIndex('templates_list').on('templates').columns(['tenant_id', 'created_at', 'id']).execute();

    await schema
      .createTable('template_versions')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('template_id', key, (c) => c.notNull())
      .addColumn('version', 'integer', (c) => c.notNull())
      .addColumn('subject', 'text')
      .addColumn('html', 'text')
      .addColumn('text', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('template_versions_by_number').on('template_versions').columns(['template_id', 'version']).unique().execute();
    await schema.createIndex('template_versions_purge').on('template_versions').columns(['tenant_id', 'id']).execute();
  },
});

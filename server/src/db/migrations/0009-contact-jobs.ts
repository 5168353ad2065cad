import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Imports and exports of contacts, and a way to walk what was announced. */
export const contactJobs = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('contact_imports')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('file_name', 'text', (c) => c.notNull())
      .addColumn('blob_key', key, (c) => c.notNull())
      .addColumn('header', 'text')
      .addColumn('next_byte', 'bigint', (c) => c.notNull())
      .addColumn('total_rows', 'bigint')
      .addColumn('processed_rows', 'bigint', (c) => c.notNull())
      .addColumn('created_rows', 'bigint', (c) => c.notNull())
      .addColumn('updated_rows', 'bigint', (c) => c.notNull())
      .addColumn('failed_rows', 'bigint', (c) => c.notNull())
      .addColumn('errors', 'text', (c) => c.notNull())
      .addColumn('error', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('started_at', 'bigint')
      .addColumn('completed_at', 'bigint')
      .execute();
    await schema.createIndex('contact_imports_list').on('contact_imports').columns(['tenant_id', 'created_at', 'id']).execute();
    const open = (table: string) =>
      schema.createIndex(`${table}_open`).on(table).columns(['created_at', 'id']).where(sql.ref('completed_at'), 'is', null).execute();
    await open('contact_imports');

    await schema
      .createTable('contact_exports')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('blob_key', key)
      .addColumn('row_count', 'bigint')
      .addColumn('error', 'text')
      .addColumn('claim', 'text')
      .addColumn('claim_expires_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('completed_at', 'bigint')
      .addColumn('expires_at', 'bigint')
      .execute();
    await schema.createIndex('contact_exports_list').on('contact_exports').columns(['tenant_id', 'created_at', 'id']).execute();
    await open('contact_exports');
    await schema
      .createIndex('contact_exports_expire')
      .on('contact_exports')
      .column('expires_at')
      .where(sql.ref('status'), '=', sql.lit('done'))
      .execute();

    await schema
      .createIndex('events_announced')
      .on('events')
      .columns(['tenant_id', 'id'])
      .where(sql.ref('message_id'), 'is', null)
      .execute();
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Mail to the postmaster, for the operator. */
export const postmaster = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('postmaster_mails')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('envelope_from', 'text', (c) => c.notNull())
      .addColumn('rcpt_addr', 'text', (c) => c.notNull())
      .addColumn('client_ip', 'text')
      .addColumn('from_addr', 'text')
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('blob_key', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('postmaster_mails_newest').on('postmaster_mails').columns(['created_at', 'id']).execute();
  },
});

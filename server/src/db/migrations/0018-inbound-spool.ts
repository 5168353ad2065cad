import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Mail that was taken and is still to be read. */
export const inboundSpool = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('inbound_spool')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('envelope_from', 'text', (c) => c.notNull())
      .addColumn('client_ip', 'text')
      .addColumn('helo', 'text')
      .addColumn('destinations', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('blob_owner', key, (c) => c.notNull())
      .addColumn('blob_key', 'text', (c) => c.notNull())
      .addColumn('received_at', 'bigint', (c) => c.notNull())
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('due_at', 'bigint')
      .addColumn('unreadable', 'text')
      .execute();
    await schema
      .createIndex('inbound_spool_due')
      .on('inbound_spool')
      .column('due_at')
      .where(sql.ref('due_at'), 'is not', sql.lit(null))
      .execute();
    await schema
      .createIndex('inbound_spool_aside')
      .on('inbound_spool')
      .column('received_at')
      .where(sql.ref('due_at'), 'is', sql.lit(null))
      .execute();
    await schema.alterTable('inbound_mails').addColumn('unreadable', 'text').execute();
  },
});

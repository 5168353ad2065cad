import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** The log of received mail, and a way to messages by the id that a provider gave them. */
export const inbound = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('tenant_meters')
      .addColumn('last_inbound_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();

    await schema
      .createTable('inbound_mails')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('event_id', key, (c) => c.notNull())
      .addColumn('envelope_from', 'text', (c) => c.notNull())
      .addColumn('rcpt_addrs', 'text', (c) => c.notNull())
      .addColumn('from_addr', 'text', (c) => c.notNull())
      .addColumn('from_name', 'text')
      .addColumn('to_addrs', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('message_id_header', 'text')
      .addColumn('in_reply_to', 'text')
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('spf', 'text', (c) => c.notNull())
      .addColumn('dkim', 'text', (c) => c.notNull())
      .addColumn('dmarc', 'text', (c) => c.notNull())
      .addColumn('attachments', 'text', (c) => c.notNull())
      .addColumn('blob_key', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('inbound_mails_log').on('inbound_mails').columns(['tenant_id', 'created_at']).unique().execute();

    await schema
      .createIndex('messages_by_provider_id')
      .on('messages')
      .columns(['provider_message_id', 'created_at'])
      .where(sql.ref('provider_message_id'), 'is not', sql.lit(null))
      .execute();
  },
});

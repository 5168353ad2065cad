import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Broadcasts, how far they have come, and whom they left out. */
export const broadcasts = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('broadcasts')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('from_domain_id', key)
      .addColumn('from_address', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('preview_text', 'text')
      .addColumn('body_html', 'text')
      .addColumn('body_text', 'text')
      .addColumn('target_kind', 'text')
      .addColumn('target_id', key)
      .addColumn('status', key, (c) => c.notNull())
      .addColumn('scheduled_at', 'bigint')
      .addColumn('last_error', 'text')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('sent_at', 'bigint')
      .addColumn('started_at', 'bigint')
      .addColumn('sender', 'text')
      .addColumn('sender_domain_id', key)
      .addColumn('body_id', key)
      .execute();
    await schema.createIndex('broadcasts_list').on('broadcasts').columns(['tenant_id', 'created_at', 'id']).execute();
    await schema.createIndex('broadcasts_by_status').on('broadcasts').columns(['status', 'scheduled_at']).execute();

    await schema
      .createTable('broadcast_ledgers')
      .addColumn('broadcast_id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('total_recipients', 'bigint', (c) => c.notNull())
      .addColumn('queued', 'bigint', (c) => c.notNull())
      .addColumn('sent', 'bigint', (c) => c.notNull())
      .addColumn('failed', 'bigint', (c) => c.notNull())
      .addColumn('suppressed', 'bigint', (c) => c.notNull())
      .addColumn('skipped', 'bigint', (c) => c.notNull())
      .addColumn('sent_count', 'bigint', (c) => c.notNull())
      .addColumn('skipped_count', 'bigint', (c) => c.notNull())
      .addColumn('walked', 'integer', (c) => c.notNull())
      .addColumn('cursor_at', 'bigint', (c) => c.notNull())
      .addColumn('cursor_id', key, (c) => c.notNull())
      .addColumn('slices', 'integer', (c) => c.notNull())
      .addColumn('issue_after', key)
      .execute();
    await schema.createIndex('broadcast_ledgers_purge').on('broadcast_ledgers').columns(['tenant_id', 'broadcast_id']).execute();

    await schema
      .createTable('broadcast_skips')
      .addColumn('broadcast_id', key, (c) => c.notNull())
      .addColumn('contact_id', key, (c) => c.notNull())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('reason', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('broadcast_skips_pkey', ['broadcast_id', 'contact_id'])
      .execute();
    await schema.createIndex('broadcast_skips_purge').on('broadcast_skips').columns(['tenant_id', 'broadcast_id', 'contact_id']).execute();

    await schema
      .createTable('broadcast_paces')
      .addColumn('tenant_id', key, (c) => c.primaryKey())
      .addColumn('next_at', 'bigint', (c) => c.notNull())
      .execute();

    // One message for a contact, ever.
    const messages = (name: string) => schema.createIndex(name).on('messages');
    const ofBroadcasts = sql.ref('broadcast_id');
    await messages('messages_of_broadcast')
      .columns(['broadcast_id', 'contact_id'])
      .unique()
      .where(ofBroadcasts, 'is not', sql.lit(null))
      .execute();
    // Small again once all is sent: what waits, and what did not get through.
    await messages('messages_of_broadcast_unsent')
      .columns(['broadcast_id', 'status', 'contact_id'])
      .where(ofBroadcasts, 'is not', sql.lit(null))
      .where(sql.ref('status'), '!=', sql.lit('sent'))
      .execute();
  },
});

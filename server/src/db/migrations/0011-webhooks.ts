import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Webhook endpoints, and what each of them gets of each event. */
export const webhooks = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('webhooks')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('url', 'text', (c) => c.notNull())
      .addColumn('events', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('active', 'integer', (c) => c.notNull())
      .addColumn('secret', 'text', (c) => c.notNull())
      .addColumn('previous_secret', 'text')
      .addColumn('previous_until', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await schema.createIndex('webhooks_list').on('webhooks').columns(['tenant_id', 'created_at', 'id']).execute();
    await schema
      .createIndex('webhooks_deleted')
      .on('webhooks')
      .column('deleted_at')
      .where(sql.ref('deleted_at'), 'is not', sql.lit(null))
      .execute();

    await schema
      .createTable('webhook_deliveries')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('webhook_id', key, (c) => c.notNull())
      .addColumn('event_id', key, (c) => c.notNull())
      .addColumn('type', key, (c) => c.notNull())
      .addColumn('message_id', key)
      .addColumn('sample', 'integer', (c) => c.notNull())
      .addColumn('replay_of', key)
      .addColumn('status', key, (c) => c.notNull())
      .addColumn('attempts', 'text', (c) => c.notNull())
      .addColumn('attempt_count', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('next_attempt_at', 'bigint')
      .addColumn('due_at', 'bigint')
      // A claim touches none of the columns that indexes have, which on PostgreSQL spares it every one of them.
      .addColumn('claim_job', 'text')
      .addColumn('claim_attempt', 'integer')
      .addColumn('claim_expires_at', 'bigint')
      .execute();
    const deliveries = (name: string) => schema.createIndex(name).on('webhook_deliveries');
    await deliveries('webhook_deliveries_list').columns(['tenant_id', 'webhook_id', 'created_at', 'id']).execute();
    await deliveries('webhook_deliveries_by_type').columns(['webhook_id', 'type', 'created_at', 'id']).execute();
    await deliveries('webhook_deliveries_undelivered')
      .columns(['webhook_id', 'status', 'created_at', 'id'])
      .where(sql.ref('status'), '<>', sql.lit('delivered'))
      .execute();
    await deliveries('webhook_deliveries_of_message')
      .columns(['message_id', 'webhook_id', 'created_at', 'id'])
      .where(sql.ref('message_id'), 'is not', sql.lit(null))
      .execute();
    await deliveries('webhook_deliveries_due').column('due_at').where(sql.ref('due_at'), 'is not', sql.lit(null)).execute();
  },
});

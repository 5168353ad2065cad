import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Tenants, keys, domains, messages and their delivery. */
export const foundation = ({ key, bytes }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const schema = db.schema;
    await schema
      .createTable('tenants')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('plan', 'text', (c) => c.notNull())
      .addColumn('suspended', 'integer', (c) => c.notNull())
      .addColumn('overrides', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('deleted_at', 'bigint')
      .execute();
    await schema.createIndex('tenants_list').on('tenants').columns(['created_at', 'id']).execute();
    await schema
      .createIndex('tenants_purge')
      .on('tenants')
      .column('deleted_at')
      .where(sql.ref('deleted_at'), 'is not', sql.lit(null))
      .execute();

    await schema
      .createTable('tenant_meters')
      .addColumn('tenant_id', key, (c) => c.primaryKey())
      .addColumn('version', 'bigint', (c) => c.notNull())
      .addColumn('last_message_at', 'bigint', (c) => c.notNull())
      .execute();

    await schema
      .createTable('api_keys')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('permission', 'text', (c) => c.notNull())
      .addColumn('domain_id', key)
      .addColumn('prefix', 'text', (c) => c.notNull())
      .addColumn('hash', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await schema.createIndex('api_keys_authenticate').on('api_keys').column('hash').unique().execute();
    await schema.createIndex('api_keys_list').on('api_keys').columns(['tenant_id', 'created_at', 'id']).execute();

    await schema
      .createTable('domains')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('name', key, (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('trusted', 'integer', (c) => c.notNull())
      .addColumn('dkim_selector', 'text', (c) => c.notNull())
      .addColumn('dkim_private_key', 'text', (c) => c.notNull())
      .addColumn('dkim_public_key', 'text', (c) => c.notNull())
      .addColumn('default_from_local_part', 'text')
      .addColumn('open_tracking', 'integer', (c) => c.notNull())
      .addColumn('click_tracking', 'integer', (c) => c.notNull())
      .addColumn('inbound', 'integer', (c) => c.notNull())
      .addColumn('findings', 'text', (c) => c.notNull())
      .addColumn('failed_checks', 'integer', (c) => c.notNull())
      .addColumn('next_check_at', 'bigint')
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('verified_at', 'bigint')
      .execute();
    await schema.createIndex('domains_by_name').on('domains').columns(['tenant_id', 'name']).unique().execute();
    await schema.createIndex('domains_list').on('domains').columns(['tenant_id', 'created_at', 'id']).execute();
    await schema
      .createIndex('domains_verified_once')
      .on('domains')
      .column('name')
      .unique()
      .where(sql.ref('status'), '=', sql.lit('verified'))
      .execute();
    await schema
      .createIndex('domains_recheck')
      .on('domains')
      .column('next_check_at')
      .where(sql.ref('next_check_at'), 'is not', sql.lit(null))
      .execute();

    await schema
      .createTable('messages')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('status', 'text', (c) => c.notNull())
      .addColumn('stream', 'text', (c) => c.notNull())
      .addColumn('from_address', 'text', (c) => c.notNull())
      .addColumn('domain_id', key, (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('recipients', 'text', (c) => c.notNull())
      .addColumn('tags', 'text', (c) => c.notNull())
      .addColumn('template_alias', 'text')
      .addColumn('template_version', 'integer')
      .addColumn('test_mode', 'integer', (c) => c.notNull())
      .addColumn('track_opens', 'integer', (c) => c.notNull())
      .addColumn('track_clicks', 'integer', (c) => c.notNull())
      .addColumn('body_id', key, (c) => c.notNull())
      .addColumn('scheduled_at', 'bigint')
      .addColumn('sent_at', 'bigint')
      .addColumn('provider_message_id', 'text')
      .addColumn('broadcast_id', key)
      .addColumn('automation_id', key)
      .addColumn('contact_id', key)
      .addColumn('due_at', 'bigint')
      .addColumn('claim_job', 'text')
      .addColumn('claim_attempt', 'integer')
      .addColumn('claim_expires_at', 'bigint')
      .addColumn('attempts', 'integer', (c) => c.notNull())
      .addColumn('first_attempt_at', 'bigint')
      .execute();
    await schema.createIndex('messages_log').on('messages').columns(['tenant_id', 'position']).unique().execute();
    await schema.createIndex('messages_due').on('messages').column('due_at').where(sql.ref('due_at'), 'is not', sql.lit(null)).execute();
    await schema
      .createIndex('messages_claimed')
      .on('messages')
      .column('claim_expires_at')
      .where(sql.ref('claim_expires_at'), 'is not', sql.lit(null))
      .execute();

    await schema
      .createTable('message_bodies')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('html', 'text')
      .addColumn('text', 'text')
      .addColumn('headers', 'text', (c) => c.notNull())
      .addColumn('reply_to', 'text', (c) => c.notNull())
      .addColumn('attachments', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('message_bodies_purge').on('message_bodies').columns(['tenant_id', 'id']).execute();

    await schema
      .createTable('message_tags')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('key', key, (c) => c.notNull())
      .addColumn('value', key, (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('message_tags_pkey', ['tenant_id', 'key', 'position'])
      .execute();
    await schema.createIndex('message_tags_by_value').on('message_tags').columns(['tenant_id', 'key', 'value', 'position']).execute();

    await schema
      .createTable('delivery_attempts')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('message_id', key, (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('started_at', 'bigint', (c) => c.notNull())
      .addColumn('ended_at', 'bigint')
      .addColumn('outcome', 'text')
      .addColumn('reply', 'text')
      .execute();
    await schema.createIndex('delivery_attempts_by_message').on('delivery_attempts').columns(['message_id', 'attempt']).unique().execute();
    await schema
      .createIndex('delivery_attempts_in_doubt')
      .on('delivery_attempts')
      .column('started_at')
      .where(sql.ref('outcome'), '=', sql.lit('in_doubt'))
      .execute();
    await schema.createIndex('delivery_attempts_purge').on('delivery_attempts').columns(['tenant_id', 'id']).execute();

    await schema
      .createTable('events')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('message_id', key)
      .addColumn('type', 'text', (c) => c.notNull())
      .addColumn('recipients', 'text', (c) => c.notNull())
      .addColumn('data', 'text', (c) => c.notNull())
      .addColumn('provider_message_id', 'text')
      .addColumn('test_mode', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema
      .createIndex('events_of_message')
      .on('events')
      .columns(['message_id', 'created_at', 'id'])
      .where(sql.ref('message_id'), 'is not', sql.lit(null))
      .execute();
    await schema.createIndex('events_purge').on('events').columns(['tenant_id', 'id']).execute();

    await schema
      .createTable('captured_mail')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('message_id', key, (c) => c.notNull())
      .addColumn('mail_from', 'text', (c) => c.notNull())
      .addColumn('rcpt_to', 'text', (c) => c.notNull())
      .addColumn('subject', 'text', (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('raw', bytes, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('captured_mail_list').on('captured_mail').columns(['created_at', 'id']).execute();

    await schema
      .createTable('blobs')
      .addColumn('key', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('size', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('stored_at', 'bigint')
      .execute();
    await schema.createIndex('blobs_purge').on('blobs').columns(['tenant_id', 'key']).execute();
    await schema
      .createTable('blob_chunks')
      .addColumn('blob_key', key, (c) => c.notNull())
      .addColumn('seq', 'integer', (c) => c.notNull())
      .addColumn('bytes', bytes, (c) => c.notNull())
      .addPrimaryKeyConstraint('blob_chunks_pkey', ['blob_key', 'seq'])
      .execute();

    await schema
      .createTable('jobs')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('queue', key, (c) => c.notNull())
      .addColumn('priority', 'integer', (c) => c.notNull())
      .addColumn('payload', 'text', (c) => c.notNull())
      .addColumn('state', 'text', (c) => c.notNull())
      .addColumn('attempt', 'integer', (c) => c.notNull())
      .addColumn('retries_left', 'integer', (c) => c.notNull())
      .addColumn('group_key', key)
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('run_at', 'bigint', (c) => c.notNull())
      .addColumn('lease_expires_at', 'bigint')
      .addColumn('last_error', 'text')
      .execute();
    await schema
      .createIndex('jobs_claim')
      .on('jobs')
      .expression(sql`queue, priority desc, id`)
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .execute();
    await schema.createIndex('jobs_active').on('jobs').column('lease_expires_at').where(sql.ref('state'), '=', sql.lit('active')).execute();
    await schema.createIndex('jobs_failed').on('jobs').column('run_at').where(sql.ref('state'), '=', sql.lit('failed')).execute();
  },
});

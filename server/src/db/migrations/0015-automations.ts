import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Automations, the contacts in them, and the mails that their steps sent. */
export const automations = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('automations')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text')
      .addColumn('trigger_kind', key, (c) => c.notNull())
      .addColumn('trigger_config', 'text', (c) => c.notNull())
      .addColumn('steps', 'text', (c) => c.notNull())
      .addColumn('from_domain_id', 'text')
      .addColumn('from_address', 'text')
      .addColumn('reply_to', 'text')
      .addColumn('status', key, (c) => c.notNull())
      .addColumn('active_count', 'bigint', (c) => c.notNull())
      .addColumn('completed_count', 'bigint', (c) => c.notNull())
      .addColumn('cancelled_count', 'bigint', (c) => c.notNull())
      .addColumn('failed_count', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('activated_at', 'bigint')
      .addColumn('archived_at', 'bigint')
      .execute();
    await schema.createIndex('automations_list').on('automations').columns(['tenant_id', 'created_at', 'id']).execute();
    // Both the triggers of a tenant and, as a whole, what the sweep goes through.
    await schema
      .createIndex('automations_active')
      .on('automations')
      .columns(['tenant_id', 'trigger_kind', 'id'])
      .where(sql.ref('status'), '=', sql.lit('active'))
      .execute();

    // Archived, and not everybody is out yet.
    await schema
      .createIndex('automations_unfinished')
      .on('automations')
      .columns(['status', 'id'])
      .where(sql.ref('active_count'), '>', sql.lit(0))
      .where(sql.ref('status'), '=', sql.lit('archived'))
      .execute();

    await schema
      .createTable('automation_enrollments')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('automation_id', key, (c) => c.notNull())
      .addColumn('contact_id', key, (c) => c.notNull())
      .addColumn('status', key, (c) => c.notNull())
      .addColumn('source', 'text', (c) => c.notNull())
      .addColumn('current_step', key)
      .addColumn('next_run_at', 'bigint')
      .addColumn('waits_until', 'bigint')
      .addColumn('waits_for', 'text')
      .addColumn('exit_reason', 'text')
      .addColumn('error', 'text')
      .addColumn('tries', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .addColumn('completed_at', 'bigint')
      .execute();
    const enrollments = (name: string) => schema.createIndex(name).on('automation_enrollments');
    await enrollments('automation_enrollments_once').columns(['automation_id', 'contact_id']).unique().execute();
    await enrollments('automation_enrollments_list').columns(['automation_id', 'created_at', 'id']).execute();
    await enrollments('automation_enrollments_by_status').columns(['automation_id', 'status', 'created_at', 'id']).execute();
    await enrollments('automation_enrollments_due')
      .columns(['automation_id', 'next_run_at'])
      .where(sql.ref('next_run_at'), 'is not', sql.lit(null))
      .execute();
    await enrollments('automation_enrollments_of_contact').columns(['contact_id', 'automation_id']).execute();
    await enrollments('automation_enrollments_purge').columns(['tenant_id', 'id']).execute();

    await schema
      .createTable('automation_mails')
      .addColumn('enrollment_id', key, (c) => c.notNull())
      .addColumn('step', key, (c) => c.notNull())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('message_id', key, (c) => c.notNull())
      .addPrimaryKeyConstraint('automation_mails_pkey', ['enrollment_id', 'step'])
      .execute();
    await schema.createIndex('automation_mails_by_message').on('automation_mails').columns(['message_id']).unique().execute();
    await schema.createIndex('automation_mails_purge').on('automation_mails').columns(['tenant_id', 'enrollment_id', 'step']).execute();
  },
});

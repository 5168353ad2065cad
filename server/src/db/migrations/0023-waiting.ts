import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What is counted while it waits, from indexes of open work alone. */
export const waiting = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    const isDue = sql<SqlBool>`due_at is not null`;
    // Mail of broadcasts that nobody has tried is told by their ledgers, so that a fan-out writes nothing here.
    await schema
      .createIndex('messages_waiting')
      .on('messages')
      .columns(['status', 'first_attempt_at', 'broadcast_id', 'tenant_id', 'created_at', 'scheduled_at'])
      .where(sql<SqlBool>`${isDue} and (broadcast_id is null or first_attempt_at is not null)`)
      .execute();
    await schema
      .createIndex('webhook_deliveries_waiting')
      .on('webhook_deliveries')
      .columns(['attempt_count', 'webhook_id', 'tenant_id', 'created_at'])
      .where(isDue)
      .execute();
    await schema.createIndex('inbound_spool_waiting').on('inbound_spool').column('received_at').where(isDue).execute();
    await schema
      .createIndex('events_bounced')
      .on('events')
      .columns(['created_at', 'type', 'tenant_id'])
      .where(sql<SqlBool>`type in ('bounce', 'complaint') and test_mode = 0`)
      .execute();
    await schema.createIndex('tenants_suspended').on('tenants').column('id').where(sql<SqlBool>`suspended = 1`).execute();
    await schema.createIndex('webhooks_inactive').on('webhooks').column('id').where(sql<SqlBool>`active = 0`).execute();
  },
});

import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

const MEASURES = [
  'accepted',
  'sent',
  'delivered',
  'delayed',
  'bounced_hard',
  'bounced_soft',
  'bounced_policy',
  'complained',
  'opened',
  'clicked',
  'failed',
  'suppressed',
];

/** What became of mail, by the hour: what is appended as it happens, what that is folded into, and how far the logs were counted. */
export const stats = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('stat_deltas')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('id', key, (c) => c.notNull())
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('domain_id', key, (c) => c.notNull())
      .addColumn('stream', key, (c) => c.notNull())
      .addColumn('test_mode', 'integer', (c) => c.notNull())
      .addColumn('broadcast_id', key, (c) => c.notNull())
      .addColumn('measure', 'text', (c) => c.notNull())
      .addColumn('count', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('stat_deltas_pkey', ['tenant_id', 'id'])
      .execute();
    const place = schema
      .createTable('stat_hours')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('broadcast_id', key, (c) => c.notNull())
      .addColumn('hour', 'bigint', (c) => c.notNull())
      .addColumn('domain_id', key, (c) => c.notNull())
      .addColumn('stream', key, (c) => c.notNull())
      .addColumn('test_mode', 'integer', (c) => c.notNull())
      .addPrimaryKeyConstraint('stat_hours_pkey', ['tenant_id', 'broadcast_id', 'hour', 'domain_id', 'stream', 'test_mode']);
    await MEASURES.reduce((table, measure) => table.addColumn(measure, 'bigint', (c) => c.notNull().defaultTo(0)), place).execute();
    await schema
      .createTable('stat_cursors')
      .addColumn('tenant_id', key, (c) => c.primaryKey())
      .addColumn('followed', 'bigint', (c) => c.notNull())
      .addColumn('past_mail', 'bigint')
      .addColumn('past_events', key)
      .execute();
    await schema
      .createIndex('stat_cursors_past')
      .on('stat_cursors')
      .column('tenant_id')
      .where(sql<SqlBool>`past_mail is not null or past_events is not null`)
      .execute();
    // Null in what was recorded before, which nothing has been appended for.
    await schema.alterTable('events').addColumn('counted', 'integer').execute();
    // The row of no tenant, which is locked by whoever folds.
    await sql`insert into stat_cursors (tenant_id, followed) values ('', 0)`.execute(db);
    await sql`insert into stat_cursors (tenant_id, followed, past_mail, past_events)
      select tenant_id, last_message_at * 1000 + 999, last_message_at * 1000 + 1000, '~' from tenant_meters
      where last_message_at > 0`.execute(db);
  },
});

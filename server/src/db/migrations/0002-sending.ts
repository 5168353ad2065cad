import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Admission of sends: rate, quota and idempotency; simulated events. */
export const sending = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    const meters: [string, 'text' | 'bigint', string][] = [
      ['rate_hits', 'text', '[]'],
      ['day_used', 'bigint', '0'],
      ['day_from', 'bigint', '0'],
      ['month_used', 'bigint', '0'],
      ['month_from', 'bigint', '0'],
      ['last_test_event_at', 'bigint', '0'],
    ];
    for (const [name, type, initial] of meters) {
      const value = type === 'text' ? initial : Number(initial);
      await schema
        .alterTable('tenant_meters')
        .addColumn(name, type, (c) => c.notNull().defaultTo(value))
        .execute();
    }

    await schema
      .createTable('quota_buckets')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('quota_window', key, (c) => c.notNull())
      .addColumn('start', 'bigint', (c) => c.notNull())
      .addColumn('used', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('quota_buckets_pkey', ['tenant_id', 'quota_window', 'start'])
      .execute();
    await schema.createIndex('quota_buckets_purge').on('quota_buckets').columns(['quota_window', 'start']).execute();

    await schema
      .createTable('idempotency_keys')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('route', key, (c) => c.notNull())
      .addColumn('idempotency_key', key, (c) => c.notNull())
      .addColumn('body_hash', 'text', (c) => c.notNull())
      .addColumn('answer', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('idempotency_keys_pkey', ['tenant_id', 'route', 'idempotency_key'])
      .execute();

    await schema.alterTable('events').addColumn('test_position', 'bigint').execute();
    await schema
      .createIndex('events_test_log')
      .on('events')
      .columns(['tenant_id', 'test_position'])
      .unique()
      .where(sql.ref('test_position'), 'is not', sql.lit(null))
      .execute();
  },
});

import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Addresses that get no mail: suppressed ones, and erased ones, of tenants and of the operator. */
export const suppressions = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('tenant_meters')
      .addColumn('last_suppression_at', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    // The operator's own lists have a meter too, so that they keep the same order in the same way.
    await sql`insert into tenant_meters (tenant_id, version, last_message_at) values ('', 1, 0)`.execute(db);

    // By the address first: an erasure over all tenants finds them by it alone.
    await schema
      .createTable('suppressions')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('email', key, (c) => c.notNull())
      .addColumn('reason', key, (c) => c.notNull())
      .addColumn('scope', 'text', (c) => c.notNull())
      .addColumn('source_message_id', key)
      .addColumn('test_mode', 'integer', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('suppressions_pkey', ['email', 'tenant_id'])
      .execute();
    await schema.createIndex('suppressions_list').on('suppressions').columns(['tenant_id', 'created_at']).unique().execute();
    await schema.createIndex('suppressions_by_reason').on('suppressions').columns(['tenant_id', 'reason', 'created_at']).execute();

    await schema
      .createTable('erasures')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('address_hash', key, (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('erasures_pkey', ['address_hash', 'tenant_id'])
      .execute();
    await schema.createIndex('erasures_purge').on('erasures').column('tenant_id').execute();
  },
});

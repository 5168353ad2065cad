import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Prepaid emails: the packs, and the balance in the row that accepting mail locks. */
export const credits = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('tenant_meters')
      .addColumn('credits_balance', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema.alterTable('tenant_meters').addColumn('credits_expire_at', 'bigint').execute();

    await schema
      .createTable('credit_packs')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('emails', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('credit_packs_of_tenant').on('credit_packs').columns(['tenant_id', 'expires_at']).execute();
  },
});

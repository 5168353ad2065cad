import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Whom messages went to. */
export const search = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('message_recipients')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('address_hash', key, (c) => c.notNull())
      .addColumn('position', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('message_recipients_pkey', ['tenant_id', 'address_hash', 'position'])
      .execute();
  },
});

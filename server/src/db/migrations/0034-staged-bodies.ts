import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Bodies that no message was accepted with yet. */
export const stagedBodies = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createTable('staged_bodies')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    const index = (name: string, column: string) =>
      schema.createIndex(`staged_bodies_${name}`).on('staged_bodies').column(column).execute();
    await index('expire', 'expires_at');
    await index('by_tenant', 'tenant_id');
  },
});

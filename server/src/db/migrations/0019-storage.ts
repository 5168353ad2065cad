import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** What tenants keep, in bytes: a running figure, and the changes that it lacks yet. */
export const storage = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .createTable('storage_changes')
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('kind', 'text', (c) => c.notNull())
      .addColumn('bytes', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('storage_changes_by_tenant').on('storage_changes').column('tenant_id').execute();
    for (const column of ['kept_bytes', 'received_bytes'])
      await schema
        .alterTable('tenant_meters')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    await schema.alterTable('message_bodies').addColumn('bytes', 'bigint').execute();
    for (const table of ['contact_imports', 'contact_exports'])
      await schema.createIndex(`${table}_under_way`).on(table).columns(['tenant_id', 'completed_at']).execute();
    const received = sql`key like tenant_id || '/inb!_%' escape '!'`;
    await sql`insert into storage_changes (tenant_id, kind, bytes)
      select tenant_id, 'kept', sum(octet_length(coalesce(html, '')) + octet_length(coalesce(text, '')) + octet_length(headers))
        from message_bodies group by tenant_id
      union all select tenant_id, 'kept', sum(octet_length(coalesce(subject, '')) + octet_length(coalesce(html, '')) + octet_length(coalesce(text, '')))
        from template_versions group by tenant_id
      union all select tenant_id, 'kept', sum(octet_length(coalesce(body_html, '')) + octet_length(coalesce(body_text, '')))
        from broadcasts group by tenant_id
      union all select tenant_id, 'received', sum(size) from blobs where ${received} group by tenant_id
      union all select tenant_id, 'kept', sum(size) from blobs where not (${received}) group by tenant_id`.execute(db);
  },
});

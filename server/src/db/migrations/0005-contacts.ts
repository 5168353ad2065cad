import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Contacts, the audiences they are in, and events that concern a contact instead of a message. */
export const contacts = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema
      .alterTable('tenant_meters')
      .addColumn('contact_count', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();

    await schema
      .createTable('contacts')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('email', key, (c) => c.notNull())
      .addColumn('status', key, (c) => c.notNull())
      .addColumn('attributes', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    // By the address first: an erasure over all tenants finds them by it alone.
    await schema.createIndex('contacts_by_email').on('contacts').columns(['email', 'tenant_id']).unique().execute();
    await schema.createIndex('contacts_list').on('contacts').columns(['tenant_id', 'created_at', 'id']).execute();
    await schema.createIndex('contacts_by_status').on('contacts').columns(['tenant_id', 'status', 'created_at', 'id']).execute();

    await schema
      .createTable('audiences')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('description', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('updated_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('audiences_list').on('audiences').columns(['tenant_id', 'created_at', 'id']).execute();

    // With the contact's own creation time, so that a page of members comes from the index instead of a sort.
    await schema
      .createTable('audience_members')
      .addColumn('audience_id', key, (c) => c.notNull())
      .addColumn('contact_id', key, (c) => c.notNull())
      .addColumn('tenant_id', key, (c) => c.notNull())
      .addColumn('contact_created_at', 'bigint', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addPrimaryKeyConstraint('audience_members_pkey', ['audience_id', 'contact_id'])
      .execute();
    const members = (name: string) => schema.createIndex(name).on('audience_members');
    await members('audience_members_list').columns(['audience_id', 'contact_created_at', 'contact_id']).execute();
    await members('audience_members_of_contact').column('contact_id').execute();
    await members('audience_members_purge').columns(['tenant_id', 'audience_id', 'contact_id']).execute();

    await schema.alterTable('events').addColumn('contact_id', key).execute();
    await schema
      .createIndex('events_of_contact')
      .on('events')
      .columns(['contact_id', 'type', 'created_at'])
      .where(sql.ref('contact_id'), 'is not', sql.lit(null))
      .execute();
  },
});

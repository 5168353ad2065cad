import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

async function createUsers({ schema }: Kysely<unknown>, key: ColumnTypes['key']): Promise<void> {
  await schema
    .createTable('users')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('email', key, (c) => c.notNull())
    .addColumn('name', 'text')
    .addColumn('password_hash', 'text')
    .addColumn('operator', 'integer', (c) => c.notNull())
    .addColumn('suspended', 'integer', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('last_signed_in_at', 'bigint')
    .execute();
  await schema.createIndex('users_by_email').unique().on('users').column('email').execute();
  await schema.createIndex('users_newest').on('users').columns(['created_at', 'id']).execute();
  await schema
    .createTable('memberships')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('tenant_id', key, (c) => c.notNull())
    .addColumn('user_id', key, (c) => c.notNull())
    .addColumn('role', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('memberships_of_user').unique().on('memberships').columns(['user_id', 'tenant_id']).execute();
  await schema.createIndex('memberships_of_tenant').on('memberships').columns(['tenant_id', 'created_at', 'id']).execute();
}

async function createLinks({ schema }: Kysely<unknown>, key: ColumnTypes['key']): Promise<void> {
  await schema
    .createTable('invitations')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('kind', 'text', (c) => c.notNull())
    .addColumn('email', key, (c) => c.notNull())
    .addColumn('tenant_id', key)
    .addColumn('role', 'text')
    .addColumn('operator', 'integer', (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('invitations_by_hash').unique().on('invitations').column('hash').execute();
  await schema.createIndex('invitations_by_email').on('invitations').column('email').execute();
  await schema.createIndex('invitations_of_tenant').on('invitations').columns(['tenant_id', 'created_at', 'id']).execute();
  await schema.createIndex('invitations_expired').on('invitations').column('expires_at').execute();
}

async function createSignIns({ schema }: Kysely<unknown>, key: ColumnTypes['key']): Promise<void> {
  await schema
    .createTable('sign_ins')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('user_id', key, (c) => c.notNull())
    .addColumn('hash', key, (c) => c.notNull())
    .addColumn('method', 'text', (c) => c.notNull())
    .addColumn('ip', 'text')
    .addColumn('user_agent', 'text')
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .addColumn('proved_at', 'bigint', (c) => c.notNull())
    .addColumn('last_seen_at', 'bigint', (c) => c.notNull())
    .addColumn('expires_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('sign_ins_by_hash').unique().on('sign_ins').column('hash').execute();
  await schema.createIndex('sign_ins_of_user').on('sign_ins').columns(['user_id', 'created_at', 'id']).execute();
  await schema.createIndex('sign_ins_expired').on('sign_ins').column('expires_at').execute();
  await schema
    .createTable('sign_in_tries')
    .addColumn('key', key, (c) => c.primaryKey())
    .addColumn('tries', 'integer', (c) => c.notNull())
    .addColumn('resets_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('sign_in_tries_reset').on('sign_in_tries').column('resets_at').execute();
}

async function createAudit({ schema }: Kysely<unknown>, key: ColumnTypes['key']): Promise<void> {
  await schema
    .createTable('audit_entries')
    .addColumn('id', key, (c) => c.primaryKey())
    .addColumn('tenant_id', key)
    .addColumn('user_id', key, (c) => c.notNull())
    .addColumn('email', 'text', (c) => c.notNull())
    .addColumn('operation', 'text', (c) => c.notNull())
    .addColumn('object', 'text')
    .addColumn('status', 'integer')
    .addColumn('ip', 'text')
    .addColumn('request_id', 'text', (c) => c.notNull())
    .addColumn('created_at', 'bigint', (c) => c.notNull())
    .execute();
  await schema.createIndex('audit_entries_of_tenant').on('audit_entries').columns(['tenant_id', 'created_at', 'id']).execute();
  await schema.createIndex('audit_entries_of_user').on('audit_entries').columns(['user_id', 'created_at', 'id']).execute();
  await schema.createIndex('audit_entries_newest').on('audit_entries').columns(['created_at', 'id']).execute();
}

/** Accounts of people, what they may reach, how they come in, and what they have changed. */
export const people = ({ key }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await createUsers(db, key);
    await createLinks(db, key);
    await createSignIns(db, key);
    await createAudit(db, key);
  },
});

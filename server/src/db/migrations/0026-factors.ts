import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** What people prove themselves by beside a password: authenticator apps, recovery codes, passkeys. */
export const factors = ({ key }: ColumnTypes): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const column of ['totp_secret', 'totp_pending'] as const) await schema.alterTable('users').addColumn(column, 'text').execute();
    await schema
      .alterTable('users')
      .addColumn('totp_step', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
    await schema
      .createTable('recovery_codes')
      .addColumn('hash', key, (c) => c.primaryKey())
      .addColumn('user_id', key, (c) => c.notNull())
      .execute();
    await schema.createIndex('recovery_codes_of_user').on('recovery_codes').column('user_id').execute();
    await schema
      .createTable('passkeys')
      .addColumn('id', key, (c) => c.primaryKey())
      .addColumn('user_id', key, (c) => c.notNull())
      .addColumn('credential_id', key, (c) => c.notNull())
      .addColumn('name', 'text', (c) => c.notNull())
      .addColumn('public_key', 'text', (c) => c.notNull())
      .addColumn('counter', 'bigint', (c) => c.notNull())
      .addColumn('transports', 'text', (c) => c.notNull())
      .addColumn('created_at', 'bigint', (c) => c.notNull())
      .addColumn('last_used_at', 'bigint')
      .execute();
    await schema.createIndex('passkeys_by_credential').unique().on('passkeys').column('credential_id').execute();
    await schema.createIndex('passkeys_of_user').on('passkeys').columns(['user_id', 'created_at', 'id']).execute();
    await schema
      .createTable('passkey_challenges')
      .addColumn('challenge', key, (c) => c.primaryKey())
      .addColumn('user_id', key)
      .addColumn('expires_at', 'bigint', (c) => c.notNull())
      .execute();
    await schema.createIndex('passkey_challenges_expired').on('passkey_challenges').column('expires_at').execute();
  },
});

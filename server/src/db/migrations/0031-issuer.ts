import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Whom an issuer of OpenID Connect means, so that an address that goes to somebody else there does not take the account with it. */
export const issuer = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('users').addColumn('issuer_subject', 'text').execute();
  },
});

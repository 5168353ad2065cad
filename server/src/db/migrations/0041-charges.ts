import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a message took of the quota and of prepaid emails; the release before writes null. */
export const charges = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('messages').addColumn('charge', 'integer').execute();
  },
});

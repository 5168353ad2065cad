import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The secrets of a webhook before the previous one, which sign as well where it was replaced several times within a day. */
export const earlierSecrets = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('webhooks').addColumn('earlier_secrets', 'text').execute();
  },
});

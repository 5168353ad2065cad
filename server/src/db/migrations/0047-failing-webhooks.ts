import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Since when every attempt of an endpoint has failed, how many those are, and what came of the last one. */
export const failingWebhooks = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    for (const column of ['failing_since', 'failed_attempts']) await schema.alterTable('webhooks').addColumn(column, 'bigint').execute();
    await schema.alterTable('webhooks').addColumn('last_failure', 'text').execute();
  },
});

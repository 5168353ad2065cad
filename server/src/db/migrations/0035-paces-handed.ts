import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What a tenant's broadcasts have handed over, beside the turns that their mail was given. */
export const pacesHanded = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .alterTable('broadcast_paces')
      .addColumn('handed_until', 'bigint', (c) => c.notNull().defaultTo(0))
      .execute();
  },
});

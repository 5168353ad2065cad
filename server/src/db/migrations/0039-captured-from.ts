import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** The From of captured mail, which a list shows without reading the mail. */
export const capturedFrom = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema.alterTable('captured_mail').addColumn('header_from', 'text').execute();
  },
});

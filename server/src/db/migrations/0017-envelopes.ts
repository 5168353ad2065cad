import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Attempts that are made for one recipient each: several have the same number. */
export const envelopes = (): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.alterTable('delivery_attempts').addColumn('recipient', 'integer').execute();
    await schema.alterTable('delivery_attempts').addColumn('provider_message_id', 'text').execute();
    await schema.dropIndex('delivery_attempts_by_message').execute();
    const attempts = (name: string) => schema.createIndex(name).on('delivery_attempts');
    await attempts('delivery_attempts_by_message').columns(['message_id', 'attempt']).execute();
    await attempts('delivery_attempts_by_provider_id')
      .columns(['provider_message_id', 'message_id'])
      .where(sql.ref('provider_message_id'), 'is not', sql.lit(null))
      .execute();
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';

/** What SECRET_KEY is proven by, and the key of erasure lists, which outlives it. */
export const keyProofs = (): Migration => ({
  async up(db: Kysely<unknown>) {
    await db.schema
      .createTable('key_proofs')
      .addColumn('id', 'integer', (c) => c.primaryKey())
      .addColumn('proof', 'text', (c) => c.notNull())
      .addColumn('erasure_key', 'text', (c) => c.notNull())
      .execute();
  },
});

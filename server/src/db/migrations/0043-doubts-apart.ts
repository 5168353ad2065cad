import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** An attempt has two versions, as it begins and as it ended. */
const FILLED_PERCENT = 50;

/**
 * A separate column for the few attempts that are in doubt: while an index covered the outcome, the end of every attempt was written to all
 * indexes. Now the new version stays in the page of its row, which has room for it.
 */
export const doubtsApart = ({ filledTo }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    const { schema } = db;
    await schema.alterTable('delivery_attempts').addColumn('in_doubt_since', 'bigint').execute();
    await sql`update delivery_attempts set in_doubt_since = started_at where outcome = 'in_doubt'`.execute(db);
    await schema.dropIndex('delivery_attempts_in_doubt').execute();
    await schema
      .createIndex('delivery_attempts_in_doubt')
      .on('delivery_attempts')
      .column('in_doubt_since')
      .where(sql<SqlBool>`in_doubt_since is not null`)
      .execute();
    for (const statement of filledTo('delivery_attempts', FILLED_PERCENT)) await statement.execute(db);
  },
});

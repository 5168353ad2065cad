import { type Kysely, type SqlBool, sql } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Places of events in the order in which they are recorded. Events of before have none. */
export const eventFeed = ({ places }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const statement of places('events')) await statement.execute(db);
    await db.schema
      .createIndex('events_feed')
      .on('events')
      .columns(['tenant_id', 'place'])
      .unique()
      .where(sql<SqlBool>`place is not null`)
      .execute();
  },
});

import type { Kysely } from 'kysely';
import type { Migration } from 'kysely/migration';
import type { ColumnTypes } from '../dialect.ts';

/** Logs in partitions by time, where they are empty yet; what has rows is moved afterwards. */
export const partitions = ({ partitioned }: ColumnTypes): Migration => ({
  async up(db: Kysely<unknown>) {
    await partitioned(db);
  },
});

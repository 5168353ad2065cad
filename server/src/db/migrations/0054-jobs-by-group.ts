import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** Finds the next jobs of a group, however many others wait. */
export const jobsByGroup = (): Migration => ({
  async up({ schema }: Kysely<unknown>) {
    await schema
      .createIndex('jobs_by_group')
      .on('jobs')
      .expression(sql`queue, group_key, priority desc, id`)
      .where(sql.ref('state'), '=', sql.lit('waiting'))
      .where(sql.ref('group_key'), 'is not', null)
      .execute();
  },
});

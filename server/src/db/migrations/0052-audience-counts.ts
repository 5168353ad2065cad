import { type Kysely, sql } from 'kysely';
import type { Migration } from 'kysely/migration';

/** How many contacts are in an audience, and how many of them are subscribed. */
export const audienceCounts = (): Migration => ({
  async up(db: Kysely<unknown>) {
    for (const column of ['member_count', 'subscribed_count'])
      await db.schema
        .alterTable('audiences')
        .addColumn(column, 'bigint', (c) => c.notNull().defaultTo(0))
        .execute();
    await sql`
      update audiences set member_count = r.members, subscribed_count = r.subscribed
      from (
        select m.audience_id, count(*) as members, sum(case when c.status = 'subscribed' then 1 else 0 end) as subscribed
        from audience_members m join contacts c on c.id = m.contact_id
        group by m.audience_id
      ) r
      where audiences.id = r.audience_id`.execute(db);
  },
});

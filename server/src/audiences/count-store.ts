import { type Kysely, sql } from 'kysely';
import { type Trx, valuesTable, withinScanTime } from '../db/dialect.ts';
import type { Schema } from '../db/schema.ts';

/** A contact in an audience. */
export interface Member {
  readonly audience_id: string;
  readonly contact_id: string;
}

/** Counts added members, or removed ones if `sign` is -1, while their contacts exist. The transaction holds the tenant's contacts. */
export async function countInMembers(trx: Trx, members: readonly Member[], sign: 1 | -1): Promise<void> {
  if (members.length === 0) return;
  const counted = trx
    .selectFrom(valuesTable(trx, { audience_id: 'text', contact_id: 'text' }, members))
    .innerJoin('contacts as c', 'c.id', 'v.contact_id')
    .select(['v.audience_id', sql<number>`count(*)`.as('members')])
    .select(sql<number>`sum(case when c.status = 'subscribed' then 1 else 0 end)`.as('subscribed'))
    .groupBy('v.audience_id');
  await trx
    .updateTable('audiences')
    .from(counted.as('r'))
    .set({
      member_count: sql`audiences.member_count + ${sql.lit(sign)} * r.members`,
      subscribed_count: sql`audiences.subscribed_count + ${sql.lit(sign)} * r.subscribed`,
    })
    .whereRef('audiences.id', '=', 'r.audience_id')
    .execute();
}

/** A contact that has become subscribed (1), or is no longer subscribed (-1). */
export interface Subscribing {
  readonly contactId: string;
  readonly change: number;
}

/** Counts contacts whose status has changed, in every audience that they belong to. The transaction holds the tenants' contacts. */
export async function countSubscribed(trx: Trx, changes: readonly Subscribing[]): Promise<void> {
  const rows = changes.map(({ contactId, change }) => ({ contact_id: contactId, change }));
  const counted = trx
    .selectFrom(valuesTable(trx, { contact_id: 'text', change: 'bigint' }, rows))
    .innerJoin('audience_members as m', 'm.contact_id', 'v.contact_id')
    .select(['m.audience_id', sql<number>`cast(sum(v.change) as bigint)`.as('change')])
    .groupBy('m.audience_id');
  await trx
    .updateTable('audiences')
    .from(counted.as('r'))
    .set({ subscribed_count: sql`audiences.subscribed_count + r.change` })
    .whereRef('audiences.id', '=', 'r.audience_id')
    .execute();
}

/** Returns the audience after one by their ids, and how many members it is said to have. */
export function findAudienceAfter(db: Kysely<Schema>, after: string): Promise<{ id: string; member_count: number } | undefined> {
  return db.selectFrom('audiences').select(['id', 'member_count']).where('id', '>', after).orderBy('id').limit(1).executeTakeFirst();
}

/** Returns what is kept of an audience and what its members say, both as of one moment. For `db.scan`. */
export function countAnew(db: Kysely<Schema>, id: string) {
  return db
    .selectFrom('audiences as a')
    .leftJoin('audience_members as m', (join) => join.onRef('m.audience_id', '=', 'a.id').on(withinScanTime(db, 'm')))
    .leftJoin('contacts as c', 'c.id', 'm.contact_id')
    .select(['a.member_count', 'a.subscribed_count'])
    .select((eb) => eb.fn.count<number>('c.id').as('members'))
    .select(sql<number>`count(case when c.status = 'subscribed' then 1 end)`.as('subscribed'))
    .where('a.id', '=', id)
    .groupBy(['a.id', 'a.member_count', 'a.subscribed_count'])
    .executeTakeFirst();
}

type Recount = NonNullable<Awaited<ReturnType<typeof countAnew>>>;

/** Keeps what was counted anew unless something else was counted meanwhile, and returns whether it did. */
export async function correctCounts(trx: Trx, id: string, { members, subscribed, ...kept }: Recount): Promise<boolean> {
  const corrected = await trx
    .updateTable('audiences')
    .set({ member_count: members, subscribed_count: subscribed })
    .where('id', '=', id)
    .where('member_count', '=', kept.member_count)
    .where('subscribed_count', '=', kept.subscribed_count)
    .returning('id')
    .executeTakeFirst();
  return corrected !== undefined;
}

import { sql } from 'kysely';
import { type Trx, valuesTable } from '../db/dialect.ts';

/** A contact in an audience. */
export interface Member {
  readonly audience_id: string;
  readonly contact_id: string;
}

/** Counts members that have come, or gone where `sign` is -1, while their contacts are there. The transaction holds the tenant's contacts. */
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

/** A contact that is subscribed now (1), or is not any more (-1). */
export interface Subscribing {
  readonly contactId: string;
  readonly change: number;
}

/** Counts contacts whose status has changed in every audience that they are in. The transaction holds the tenants' contacts. */
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

import { type Kysely, type SqlBool, sql } from 'kysely';
import type { IdPageRequest } from '../../core/retention.ts';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { IS_FOLLOWED } from '../follow/cursor-store.ts';
import { unsentStatuses } from '../transitions.ts';

/** A message whose retention time is over, with what its tags and its rows in the search index are found by. */
export interface OldMessage {
  readonly id: string;
  readonly tenantId: string;
  /** In the tenant's log. */
  readonly position: number;
  readonly tagKeys: readonly string[];
  /** JSON, as it is stored. */
  readonly recipients: string;
}

/** Returns the next ids in order, whether or not their messages are old enough. */
export async function listIds(db: Kysely<Schema>, { after, below, limit }: IdPageRequest): Promise<string[]> {
  const query = db.selectFrom('messages').select('id').where('id', '>', after).where('id', '<', below);
  return (await query.orderBy('id').limit(limit).execute()).map(({ id }) => id);
}

/** Locks and returns those messages that have ended, have not changed since `before` and have no body any more, but for those that others have locked. */
export async function lockOld(trx: Trx, { ids, before }: { ids: readonly string[]; before: number }): Promise<OldMessage[]> {
  const rows = await trx
    .selectFrom('messages')
    .select(['id', 'tenant_id', 'position', 'tags', 'recipients'])
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('updated_at', '<', before)
    .where('status', 'not in', unsentStatuses)
    .where('due_at', 'is', null)
    .where('claim_job', 'is', null)
    .where(sql<SqlBool>`not exists (select 1 from message_bodies b where b.id = messages.body_id)`)
    .where(IS_FOLLOWED)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'skip', 'messages'))
    .execute();
  return rows.map(({ id, tenant_id: tenantId, position, tags, recipients }) => ({
    ...{ id, tenantId, position, recipients },
    tagKeys: Object.keys(JSON.parse(tags)),
  }));
}

/** Deletes messages and their tags. */
export async function deleteMessages(trx: Trx, messages: readonly OldMessage[]): Promise<void> {
  const tags = messages.flatMap(({ tenantId, position, tagKeys }) => tagKeys.map((key) => ({ tenant_id: tenantId, key, position })));
  await trx
    .deleteFrom('messages')
    .where((eb) =>
      isIn(
        trx,
        eb.ref('id'),
        messages.map(({ id }) => id),
      ),
    )
    .execute();
  if (tags.length === 0) return;
  const columns = { tenant_id: 'text', key: 'text', position: 'bigint' } as const;
  await sql`delete from message_tags where (tenant_id, key, position) in (
    select v.tenant_id, v.key, v.position from ${valuesTable(trx, columns, tags)}
  )`.execute(trx);
}

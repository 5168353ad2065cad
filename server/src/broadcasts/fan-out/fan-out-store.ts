import { sql } from 'kysely';
import { isIn, type Trx } from '../../db/dialect.ts';
import type { BulkRecipients } from '../../messages/bulk/index.ts';

/**
 * Returns a query, for the bulk insert, of the given contacts that are subscribed in this transaction. It uses only their ids, which were
 * found under one tenant: with a tenant condition, SQLite might read all of the tenant's contacts for every page.
 */
export function bulkRecipients(trx: Trx, contactIds: readonly string[]): BulkRecipients {
  return trx
    .selectFrom('contacts')
    .select(['contacts.id as contact_id', 'contacts.email'])
    .select(sql<number>`row_number() over (order by contacts.created_at, contacts.id)`.as('place'))
    .where((eb) => isIn(trx, eb.ref('contacts.id'), contactIds))
    .where('contacts.status', '=', 'subscribed');
}

/**
 * Records the given contacts that have no message of the broadcast, and returns how many were suppressed and how many skipped. It uses
 * only their ids, as above.
 */
export async function insertSkips(
  trx: Trx,
  { broadcastId, contactIds, at }: { broadcastId: string; contactIds: readonly string[]; at: number },
): Promise<{ suppressed: number; skipped: number }> {
  if (contactIds.length === 0) return { suppressed: 0, skipped: 0 };
  const open = sql<boolean>`contacts.status = 'subscribed'`;
  const rows = await trx
    .insertInto('broadcast_skips')
    .columns(['broadcast_id', 'contact_id', 'tenant_id', 'status', 'reason', 'created_at'])
    .expression((eb) =>
      eb
        .selectFrom('contacts')
        .select([sql<string>`cast(${broadcastId} as text)`.as('broadcast_id'), 'contacts.id', 'contacts.tenant_id'])
        .select([
          sql<string>`case when ${open} then 'suppressed' else 'skipped' end`.as('status'),
          sql<string>`case when ${open} then 'suppressed' else contacts.status end`.as('reason'),
          sql<number>`cast(${at} as bigint)`.as('created_at'),
        ])
        .where((of) => isIn(trx, of.ref('contacts.id'), contactIds))
        .where((of) =>
          of.not(
            of.exists(
              of
                .selectFrom('messages')
                .select(sql`1`.as('one'))
                .where('messages.broadcast_id', '=', broadcastId)
                .whereRef('messages.contact_id', '=', 'contacts.id'),
            ),
          ),
        ),
    )
    .returning('status')
    .execute();
  const suppressed = rows.filter(({ status }) => status === 'suppressed').length;
  return { suppressed, skipped: rows.length - suppressed };
}

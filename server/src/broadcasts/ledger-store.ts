import { type Kysely, sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';
import type { BroadcastLedgerRow, Schema } from '../db/schema.ts';
import type { MessageMove } from '../messages/index.ts';
import { ledgerChanges } from './ledger.ts';

/** The ledger of a broadcast that has not begun. */
export const NEW_LEDGER: Omit<BroadcastLedgerRow, 'broadcast_id' | 'tenant_id'> = {
  total_recipients: 0,
  queued: 0,
  sent: 0,
  failed: 0,
  suppressed: 0,
  skipped: 0,
  sent_count: 0,
  skipped_count: 0,
  walked: 0,
  cursor_at: -1,
  cursor_id: '',
  slices: 0,
  issue_after: null,
};

/** Keeps ledgers in step with what becomes of messages, in the same transaction. */
export async function keepLedgers(trx: Trx, moves: readonly MessageMove[]): Promise<void> {
  const changes = ledgerChanges(moves);
  if (changes.size === 0) return;
  // In one order, so that two batches cannot wait for each other.
  await trx
    .selectFrom('broadcast_ledgers')
    .select('broadcast_id')
    .where((eb) => isIn(trx, eb.ref('broadcast_id'), [...changes.keys()]))
    .orderBy('broadcast_id')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .execute();
  const columns = { id: 'text', queued: 'bigint', sent: 'bigint', failed: 'bigint', suppressed: 'bigint', skipped: 'bigint' } as const;
  const rows = [...changes].map(([id, change]) => ({ id, ...change }));
  await trx
    .updateTable('broadcast_ledgers')
    .from(valuesTable(trx, columns, rows))
    .set({
      queued: sql`broadcast_ledgers.queued + v.queued`,
      sent: sql`broadcast_ledgers.sent + v.sent`,
      failed: sql`broadcast_ledgers.failed + v.failed`,
      suppressed: sql`broadcast_ledgers.suppressed + v.suppressed`,
      skipped: sql`broadcast_ledgers.skipped + v.skipped`,
    })
    .whereRef('broadcast_ledgers.broadcast_id', '=', 'v.id')
    .execute();
}

/** Writes fields of a ledger. */
export async function setLedger(trx: Trx, broadcastId: string, fields: Partial<BroadcastLedgerRow>): Promise<void> {
  await trx.updateTable('broadcast_ledgers').set(fields).where('broadcast_id', '=', broadcastId).execute();
}

/** Locks the ledger of a broadcast while it is being sent; undefined where it is not. */
export function lockSending(trx: Trx, broadcastId: string): Promise<BroadcastLedgerRow | undefined> {
  return trx
    .selectFrom('broadcast_ledgers')
    .innerJoin('broadcasts as b', 'b.id', 'broadcast_ledgers.broadcast_id')
    .selectAll('broadcast_ledgers')
    .where('broadcast_ledgers.broadcast_id', '=', broadcastId)
    .where('b.status', '=', 'sending')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .executeTakeFirst();
}

/** Counts a page of the walk, and moves the walk on. */
export async function addPage(
  trx: Trx,
  broadcastId: string,
  page: { queued: number; suppressed: number; skipped: number; slices: number; cursor: { at: number; id: string }; walked: boolean },
): Promise<void> {
  const left = page.suppressed + page.skipped;
  await trx
    .updateTable('broadcast_ledgers')
    .set((eb) => ({
      queued: eb('queued', '+', page.queued),
      suppressed: eb('suppressed', '+', page.suppressed),
      skipped: eb('skipped', '+', page.skipped),
      sent_count: eb('sent_count', '+', page.queued),
      skipped_count: eb('skipped_count', '+', left),
      slices: eb('slices', '+', page.slices),
      cursor_at: page.cursor.at,
      cursor_id: page.cursor.id,
      walked: page.walked ? 1 : 0,
    }))
    .where('broadcast_id', '=', broadcastId)
    .execute();
}

/** Events of the mail of a broadcast by type, and contacts that opened and clicked. Goes through all of them: for `db.scan`. */
export async function countEvents(db: Kysely<Schema>, { tenantId, id }: { tenantId: string; id: string }) {
  return db
    .selectFrom('messages as m')
    .innerJoin('events as e', 'e.message_id', 'm.id')
    .select('e.type')
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('m.contact_id').distinct().as('contacts')])
    .where('m.broadcast_id', '=', id)
    .where('m.tenant_id', '=', tenantId)
    .groupBy('e.type')
    .execute();
}

import { sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import { toFlag } from '../../db/schema/flag.ts';
import type { BroadcastLedgerRow } from '../../db/schema.ts';
import type { MessageMove } from '../../messages/index.ts';
import type { Ledger, Place } from '../broadcast.ts';
import { ledgerChanges } from './ledger.ts';

/** The columns of a ledger except the ids. */
export type StoredLedger = Omit<BroadcastLedgerRow, 'broadcast_id' | 'tenant_id'>;

/** The ledger of a broadcast that has not begun. */
const NEW_LEDGER: StoredLedger = {
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
  keeps_retries: 0,
};

/** The columns of a ledger that is joined as `l`. Safe because these are the columns of the type. */
export const ledgerColumns = Object.keys(NEW_LEDGER).map((column) => `l.${column}` as `l.${keyof StoredLedger}`);

export const toLedger = (row: StoredLedger): Ledger => ({
  totalRecipients: row.total_recipients,
  queued: row.queued,
  sent: row.sent,
  failed: row.failed,
  suppressed: row.suppressed,
  skipped: row.skipped,
  sentCount: row.sent_count,
  skippedCount: row.skipped_count,
  walked: row.walked === 1,
  cursor: { at: row.cursor_at, id: row.cursor_id },
  slices: row.slices,
  issueAfter: row.issue_after,
  keepsRetries: row.keeps_retries === 1,
});

/** Inserts the ledger of a new broadcast and returns its columns. */
export async function insertLedger(trx: Trx, { tenantId, id }: ObjectRef): Promise<StoredLedger> {
  await trx
    .insertInto('broadcast_ledgers')
    .values({ broadcast_id: id, tenant_id: tenantId, ...NEW_LEDGER })
    .execute();
  return NEW_LEDGER;
}

/** Updates the ledgers of broadcasts by the moves of their messages, in the transaction of the moves. */
export async function keepLedgers(trx: Trx, moves: readonly MessageMove[]): Promise<void> {
  const changes = ledgerChanges(moves);
  if (changes.size === 0) return;
  // In a fixed order, so that two batches cannot deadlock.
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

/** Locks the ledger of a broadcast in any state. Waits for a page that is being written. */
export async function lockLedger(trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('broadcast_ledgers')
    .select('broadcast_id')
    .where('broadcast_id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .execute();
}

/** Locks a broadcast in any state, and its ledger. */
export async function lockWithLedger(trx: Trx, id: string): Promise<void> {
  await trx
    .selectFrom('broadcasts')
    .select('id')
    .where('id', '=', id)
    .modifyEnd(lockRows(trx, 'wait', 'broadcasts'))
    .execute();
  await lockLedger(trx, id);
}

/** Values to set in a ledger; omitted ones stay. */
export type LedgerSettings = Partial<Pick<Ledger, 'totalRecipients' | 'walked' | 'slices' | 'issueAfter' | 'keepsRetries'>>;

const toGivenFlag = (is: boolean | undefined) => (is === undefined ? undefined : toFlag(is));

export async function updateLedger(trx: Trx, broadcastId: string, set: LedgerSettings): Promise<void> {
  const { totalRecipients: total_recipients, slices, issueAfter: issue_after } = set;
  await trx
    .updateTable('broadcast_ledgers')
    .set({ total_recipients, walked: toGivenFlag(set.walked), slices, issue_after, keeps_retries: toGivenFlag(set.keepsRetries) })
    .where('broadcast_id', '=', broadcastId)
    .execute();
}

/** Locks and returns the ledger of a broadcast that is being sent; undefined if it is not. */
export async function lockSending(trx: Trx, broadcastId: string): Promise<Ledger | undefined> {
  const row = await trx
    .selectFrom('broadcast_ledgers')
    .innerJoin('broadcasts as b', 'b.id', 'broadcast_ledgers.broadcast_id')
    .selectAll('broadcast_ledgers')
    .where('broadcast_ledgers.broadcast_id', '=', broadcastId)
    .where('b.status', '=', 'sending')
    .modifyEnd(lockRows(trx, 'wait', 'broadcast_ledgers'))
    .executeTakeFirst();
  return row && toLedger(row);
}

/** Adds the counts of a written page to a ledger, and advances its cursor. */
export async function addPage(
  trx: Trx,
  broadcastId: string,
  page: { queued: number; suppressed: number; skipped: number; slices: number; cursor: Place; walked: boolean },
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
      walked: toFlag(page.walked),
    }))
    .where('broadcast_id', '=', broadcastId)
    .execute();
}

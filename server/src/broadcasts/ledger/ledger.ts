import type { LedgerStatus } from '@posthorn/contract';
import type { MessageMove, MessageStage } from '../../messages/index.ts';
import type { Ledger } from '../broadcast.ts';

/**
 * Returns the status under which a ledger counts a message. A message that the provider accepted counts as sent, whatever came back
 * later.
 */
export function ledgerStatusOf({ status, sentAt }: MessageStage): LedgerStatus {
  if (sentAt !== null) return 'sent';
  if (status === 'failed') return 'failed';
  if (status === 'suppressed') return 'suppressed';
  return status === 'cancelled' ? 'skipped' : 'queued';
}

/** Amounts to add to the counts of a ledger, by status. */
export type LedgerChange = { [S in LedgerStatus]: number };

const NONE: LedgerChange = { queued: 0, sent: 0, failed: 0, suppressed: 0, skipped: 0 };

/** Returns the ledger changes that follow from moves of messages, by broadcast id. */
export function ledgerChanges(moves: readonly MessageMove[]): Map<string, LedgerChange> {
  const changes = new Map<string, LedgerChange>();
  for (const { broadcastId, from, to } of moves) {
    const [before, after] = [ledgerStatusOf(from), ledgerStatusOf(to)];
    if (before === after) continue;
    const change = changes.get(broadcastId) ?? { ...NONE };
    change[before] -= 1;
    change[after] += 1;
    changes.set(broadcastId, change);
  }
  return changes;
}

/**
 * Returns the counts of a ledger as they are shown. The pending count is computed from the number of contacts at the start, since
 * contacts are added and removed meanwhile.
 */
export function presentLedger({ totalRecipients: snapshot, walked, queued, sent, failed, suppressed, skipped }: Ledger) {
  const handled = queued + sent + failed + suppressed + skipped;
  const pending = walked ? 0 : Math.max(0, snapshot - handled);
  return { total: pending + handled, pending, queued, sent, failed, suppressed, skipped };
}

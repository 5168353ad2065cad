import { messageEventTypes } from '@posthorn/contract';
import type { AppContext } from '../app-context.ts';
import { type Broadcast, statusOf } from './broadcast.ts';
import { presentLedger } from './ledger.ts';
import { countEvents } from './ledger-store.ts';

/** What became of a broadcast, in numbers. */
export async function countBroadcast({ db }: AppContext, row: Broadcast) {
  const counts = statusOf(row) === 'draft' ? [] : await countEvents(db.scan, { tenantId: row.tenant_id, id: row.id });
  const byType = new Map(counts.map((count) => [count.type, count]));
  // Safe because there is an entry for each of the names.
  const events = Object.fromEntries(messageEventTypes.map((type) => [type, byType.get(type)?.count ?? 0])) as Record<
    (typeof messageEventTypes)[number],
    number
  >;
  return {
    broadcast_id: row.id,
    ledger: presentLedger(row),
    events,
    unique_opens: byType.get('open')?.contacts ?? 0,
    unique_clicks: byType.get('click')?.contacts ?? 0,
  };
}

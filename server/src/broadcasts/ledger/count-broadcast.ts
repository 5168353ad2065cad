import { messageEventTypes } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import type { ObjectRef } from '../../core/context.ts';
import { findBroadcast } from '../store.ts';
import { presentLedger } from './ledger.ts';
import { countEvents } from './ledger-store.ts';

type EventCounts = Record<(typeof messageEventTypes)[number], number>;

/** Counts what became of a broadcast; undefined where it is gone. */
export async function countBroadcast({ db }: AppContext, ref: ObjectRef) {
  const broadcast = await findBroadcast(db.read, ref);
  if (broadcast === undefined) return undefined;
  const counts = broadcast.status === 'draft' ? [] : await countEvents(db.scan(ref.tenantId), ref);
  const byType = new Map(counts.map((count) => [count.type, count]));
  // Safe because there is an entry for each of the names.
  const events = Object.fromEntries(messageEventTypes.map((type) => [type, byType.get(type)?.count ?? 0])) as EventCounts;
  return {
    broadcast_id: broadcast.id,
    ledger: presentLedger(broadcast.ledger),
    events,
    unique_opens: byType.get('open')?.contacts ?? 0,
    unique_clicks: byType.get('click')?.contacts ?? 0,
  };
}

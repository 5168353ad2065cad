import { cancelMailOf } from './drop-contacts.ts';
import { fanOutJob } from './fan-out-job.ts';
import { type BroadcastRouteParts, broadcastRoutes } from './routes.ts';

export { keepLedgers } from './ledger-store.ts';
export { personaliser } from './personalise.ts';
export { heldBroadcasts } from './store.ts';

/** Broadcasts, wired. */
export function createBroadcasts(parts: Omit<BroadcastRouteParts, 'wake'>) {
  const { platform, queue } = parts;
  const wake = (id: string) => platform.db.transact((trx) => queue.enqueue(trx, [{ queue: 'fanout', payload: { broadcast_id: id } }]));
  return { routes: broadcastRoutes({ ...parts, wake }), fanOut: fanOutJob(parts), cancelMailOf: cancelMailOf(parts) };
}

import { cancelMailOf } from './drop-contacts.ts';
import { fanOutJob } from './fan-out-job.ts';
import { broadcastPace } from './pace.ts';
import { resumeTenant } from './resume-broadcast.ts';
import { type BroadcastRouteParts, broadcastRoutes } from './routes.ts';

export { keepLedgers } from './ledger-store.ts';
export { personaliser } from './personalise.ts';
export { heldBroadcasts } from './store.ts';

/** Broadcasts, wired. */
export function createBroadcasts(given: Omit<BroadcastRouteParts, 'pace'>) {
  const pace = broadcastPace(given.app);
  const parts = { ...given, pace };
  return {
    routes: broadcastRoutes(parts),
    fanOut: fanOutJob(parts),
    cancelMailOf: cancelMailOf(parts),
    catchUp: pace.catchUp,
    resumeTenant: (tenantId: string) => resumeTenant(parts, tenantId),
  };
}

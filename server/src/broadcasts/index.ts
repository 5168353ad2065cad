import type { AppContext } from '../app-context.ts';
import { contactsRemoved } from '../contacts/index.ts';
import { bulkDelivered, contentsAsked, heldMailAsked, sweepBegins } from '../delivery/index.ts';
import { messagesMoved } from '../messages/index.ts';
import type { Queue } from '../queue/queue.ts';
import type { ContentRenderer } from '../templates/index.ts';
import { tenantResumed } from '../tenants/index.ts';
import { cancelMailOf } from './drop-contacts.ts';
import { fanOutJob } from './fan-out-job.ts';
import { keepLedgers } from './ledger-store.ts';
import { broadcastPace } from './pace.ts';
import { personalise } from './personalise.ts';
import { resumeTenant } from './resume-broadcast.ts';
import { broadcastRoutes } from './routes.ts';
import { heldBroadcasts } from './store.ts';

/** Broadcasts, wired. */
export function createBroadcasts(app: AppContext, deps: { readonly queue: Queue; readonly content: ContentRenderer }) {
  const { hooks } = app;
  const pace = broadcastPace(app);
  const parts = { app, ...deps, pace };
  const fanOut = fanOutJob(parts);
  hooks.on(messagesMoved, keepLedgers);
  hooks.on(contactsRemoved, (trx, contactIds) => cancelMailOf(app, trx, contactIds));
  hooks.on(heldMailAsked, async () => ({ where: heldBroadcasts() }));
  hooks.on(contentsAsked, (mails) => personalise(parts, mails));
  hooks.on(sweepBegins, () => pace.catchUp());
  hooks.on(bulkDelivered, () => fanOut.finish());
  hooks.on(tenantResumed, (tenantId) => resumeTenant(parts, tenantId));
  return {
    routes: { broadcasts: broadcastRoutes(parts) },
    work: { fanout: fanOut.work },
    jobs: { fanout: { run: fanOut.run, nextDueAt: fanOut.nextDueAt } },
  };
}

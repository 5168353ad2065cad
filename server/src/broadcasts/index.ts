import type { AppContext } from '../app-context.ts';
import { contactsRemoved } from '../contacts/index.ts';
import { bulkDelivered, heldMail, postponedMail, renderedMail, sweepBegins } from '../delivery/index.ts';
import type { Feature } from '../feature.ts';
import { messagesMoved } from '../messages/index.ts';
import type { JobHandler, Queue } from '../queue/queue.ts';
import { addressErased } from '../suppressions/index.ts';
import type { Templates } from '../templates/index.ts';
import { tenantResumed } from '../tenants/index.ts';
import { createCopies } from './copies/copies.ts';
import { renderMail } from './copies/render-mail.ts';
import { cancelMailOfContacts } from './delete-broadcast.ts';
import { awaitPages } from './fan-out/await-pages.ts';
import { postponeExcess, rescheduleOverdue } from './fan-out/pace.ts';
import { findNextScheduled } from './fan-out/progress-store.ts';
import { finishBroadcasts, runFanOut, workFanOut } from './fan-out/run-fan-out.ts';
import { keepLedgers } from './ledger/ledger-store.ts';
import { resumeTenantBroadcasts } from './resume-broadcast.ts';
import { broadcastRoutes } from './routes.ts';
import { heldBroadcasts } from './store.ts';

export { findLastTurn } from './fan-out/pace-store.ts';
export { countWaitingOfBroadcasts, type WaitingBroadcasts } from './ledger/waiting-store.ts';
export { heldBroadcasts } from './store.ts';

/** Creates the feature `broadcasts`: its routes, jobs and recurring jobs, and its reactions to events of other features. */
export function createBroadcasts(app: AppContext, deps: { readonly queue: Queue; readonly templates: Templates }) {
  const { hooks, db } = app;
  const parts = { app, ...deps, copies: createCopies(app.random, deps.templates) };
  hooks.on(messagesMoved, keepLedgers);
  hooks.on(contactsRemoved, (trx, contactIds) => cancelMailOfContacts(app, trx, contactIds));
  hooks.on(addressErased, (erasure) => awaitPages(app, erasure));
  hooks.answer(heldMail, async () => ({ where: heldBroadcasts() }));
  hooks.answer(postponedMail, (trx, messages) => postponeExcess(app, trx, messages));
  hooks.answer(renderedMail, (mails) => renderMail(parts, mails));
  hooks.on(sweepBegins, () => rescheduleOverdue(app));
  hooks.on(bulkDelivered, () => finishBroadcasts(app));
  hooks.on(tenantResumed, (tenantId) => resumeTenantBroadcasts(parts, tenantId));
  const work: JobHandler<'fanout'> = (jobs, signal) => workFanOut(parts, jobs, signal);
  return {
    routes: { broadcasts: broadcastRoutes(parts) },
    jobHandlers: { fanout: work },
    backgroundJobs: { fanout: { run: () => runFanOut(parts), nextDueAt: () => findNextScheduled(db.read) } },
  } satisfies Feature;
}

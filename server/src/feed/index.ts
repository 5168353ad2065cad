import type { AppContext } from '../app-context.ts';
import { createYieldLine } from '../core/concurrency/event-loop.ts';
import type { FindCallerAgain } from '../core/request/caller.ts';
import { announced, eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import { createHorizon } from './horizon.ts';
import { feedRoutes } from './routes.ts';
import { createWaiters } from './waiters.ts';

/** Most milliseconds of one turn of the event loop that the pages of several readers take up. */
const MOST_HELD_MS = 5;

/** Creates the feature `feed`: the feed of events, and the turn of those who wait for the next one. */
export function createFeed(app: AppContext, { findCallerAgain }: { readonly findCallerAgain: FindCallerAgain }) {
  const horizon = createHorizon(app.db.read);
  const waiters = createWaiters(app, horizon);
  const notify = async (_: unknown, events: readonly { readonly tenantId: string }[]) =>
    waiters.notify(events.map(({ tenantId }) => tenantId));
  app.hooks.on(eventsRecorded, notify);
  app.hooks.on(announced, notify);
  return {
    routes: { events: feedRoutes({ app, horizon, waiters, yieldIfBusy: createYieldLine(MOST_HELD_MS), findCallerAgain }) },
    quiesce: async () => waiters.close(),
  } satisfies Feature;
}

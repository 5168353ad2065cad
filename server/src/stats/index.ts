import type { AppContext } from '../app-context.ts';
import { eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import { bulkAccepted } from '../messages/index.ts';
import { recordEventCounts, recordPageCount } from './record-counts.ts';
import { statRoutes } from './routes.ts';
import { createStatsJob } from './stats-job.ts';

/** What became of mail over time, wired. */
export function createStats(app: AppContext) {
  app.hooks.on(eventsRecorded, (trx, events) => recordEventCounts(app, trx, events));
  app.hooks.on(bulkAccepted, (trx, page) => recordPageCount(app, trx, page));
  return { routes: { stats: statRoutes(app) }, backgroundJobs: { stats: createStatsJob(app) } } satisfies Feature;
}

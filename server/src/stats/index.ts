import type { AppContext } from '../app-context.ts';
import { eventsRecorded } from '../events/index.ts';
import type { Feature } from '../feature.ts';
import { bulkAccepted } from '../messages/bulk/index.ts';
import { catchUpPage, logRead } from '../messages/follow/index.ts';
import { countLog } from './count-log.ts';
import { foldDeltas } from './fold-deltas.ts';
import { recordEventCounts, recordPageCount } from './record-counts.ts';
import { statRoutes } from './routes.ts';

/** Creates the feature that counts outcomes of mail over time. */
export function createStats(app: AppContext) {
  app.hooks.on(eventsRecorded, (trx, events) => recordEventCounts(app, trx, events));
  app.hooks.on(bulkAccepted, (trx, page) => recordPageCount(app, trx, page));
  app.hooks.on(logRead, countLog);
  app.hooks.answer(catchUpPage, () => foldDeltas(app));
  return { routes: { stats: statRoutes(app) } } satisfies Feature;
}

import type { AppContext } from '../app-context.ts';
import type { Feature } from '../feature.ts';
import { countReports } from './count-reports.ts';
import { fetchText } from './fetch-text.ts';
import { providerEventRoutes } from './routes.ts';

export { findMessageById } from './store.ts';
export { takeReport } from './take-report.ts';

/** Creates the feature `feedback`, which takes what providers and receiving servers report. */
export const createFeedback = (app: AppContext) =>
  ({
    adminRoutes: { providerEvents: providerEventRoutes(app, fetchText) },
    metrics: (registry) => countReports(app, registry),
  }) satisfies Feature;

import type { AppContext } from '../app-context.ts';
import { fetchText } from './fetch-text.ts';
import { providerEventRoutes } from './routes.ts';

export { reportReceived, takeReport } from './take-report.ts';

/** What providers and receiving servers report, wired. */
export const createFeedback = (app: AppContext) => ({ adminRoutes: { providerEvents: providerEventRoutes(app, fetchText) } });

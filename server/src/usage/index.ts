import type { AppContext } from '../app-context.ts';
import { usageRoutes } from './routes.ts';

/** Creates the feature that shows tenants their usage. */
export const createUsage = (app: AppContext) => ({ routes: { usage: usageRoutes(app) } });

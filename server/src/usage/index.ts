import type { AppContext } from '../app-context.ts';
import { usageRoutes } from './routes.ts';

/** What tenants have used. */
export const createUsage = (app: AppContext) => ({ routes: { usage: usageRoutes(app) } });

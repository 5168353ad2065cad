import { type UsageParts, usageRoutes } from './routes.ts';

/** What tenants have used, wired. */
export const createUsage = (parts: UsageParts) => ({ routes: { usage: usageRoutes(parts) } });

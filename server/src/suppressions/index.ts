import type { AppContext } from '../app-context.ts';
import { adminSuppressionRoutes, suppressionRoutes } from './routes.ts';

export { addressErased, type Erasure } from './erase.ts';
export { hasErasures } from './erased-store.ts';
export { findErased } from './find-erased.ts';
export { type Addressee, addressKey, findSuppressed, type TenantAddress, unsubscribedAddresses } from './find-suppressed.ts';
export { createNewlyListed, type NewlyListed } from './newly-listed.ts';
export { deleteUnsubscriptions, findSuppressions, isListed } from './store.ts';
export { suppress } from './suppress.ts';
export { suppressOnEvent } from './suppress-on-event.ts';
export { ALL_TENANTS, bareAddress } from './suppression.ts';

/** Creates the feature `suppressions`. */
export const createSuppressions = (app: AppContext) => ({ routes: suppressionRoutes(app), adminRoutes: adminSuppressionRoutes(app) });

export type { Eraser } from './erase.ts';
export { findErased } from './find-erased.ts';
export { type Addressee, type FindSuppressed, type FindUnsubscribed, suppressionFinder, type TenantAddress } from './find-suppressed.ts';
export { adminSuppressionRoutes, suppressionRoutes } from './routes.ts';
export { deleteUnsubscriptions, hasErasures, isListed } from './store.ts';
export { suppress } from './suppress.ts';
export { suppressOnEvent } from './suppress-on-event.ts';
export { bareAddress, looseAddress } from './suppression.ts';

export type { Eraser } from './erase.ts';
export { type Addressee, type FindSuppressed, suppressionFinder } from './find-suppressed.ts';
export { adminSuppressionRoutes, suppressionRoutes } from './routes.ts';
export { suppressOnEvent } from './suppress-on-event.ts';

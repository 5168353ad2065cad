import type { AppContext } from '../app-context.ts';
import { segmentRoutes } from './routes.ts';

export { checkFilter } from './check-filter.ts';
export type { Filter } from './filter.ts';
export { compileFilter } from './filter-store.ts';
export { findMatching } from './matches-store.ts';
export { findExcess, findValueFault, parseFilter, withoutNulls } from './parse-filter.ts';
export { findAudienceIds, findSegment } from './store.ts';

/** Creates the feature `segments`. */
export const createSegments = (app: AppContext) => ({ routes: { segments: segmentRoutes(app) } });

export { checkFilter } from './check-filter.ts';
export type { Filter } from './filter.ts';
export { compileFilter } from './filter-store.ts';
export { countContacts } from './match-contacts.ts';
export { findMatching, matchesContact } from './matches-store.ts';
export { parseFilter } from './parse-filter.ts';
export { segmentRoutes } from './routes.ts';
export { findAudienceIds, findSegment } from './store.ts';

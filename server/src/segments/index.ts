export { checkFilter } from './check-filter.ts';
export type { Filter } from './filter.ts';
export { compileFilter } from './filter-store.ts';
export { countContacts } from './match-contacts.ts';
export { matchesContact } from './matches-store.ts';
export { segmentRoutes } from './routes.ts';
export { findSegment } from './store.ts';

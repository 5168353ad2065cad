import { replaceModules } from './replace-modules.ts';

/** Options of Node by which a server counts nothing, and gives events no places. */
export const withoutActivity = replaceModules({
  '/server/src/stats/record-counts.ts': 'export const recordEventCounts = async () => {}; export const recordPageCount = async () => {};',
  '/server/src/messages/follow/follow-job.ts':
    'export const createFollowJob = () => ({ run: async () => 0, runToEnd: async () => 0, hasMore: () => false, nextDueAt: async () => null });',
  '/server/src/db/sqlite/event-places.ts': `import { sql } from 'kysely';
    export const addPlaces = (table) => [sql.raw('alter table ' + table + ' add column place bigint')];
    export const placeEvents = async (_, rows) => rows;
    const none = async () => 0;
    export const eventPlaces = { lastPlace: none, markTransactions: async () => ({ next: 0, oldest: 0 }), oldestTransaction: none };`,
});

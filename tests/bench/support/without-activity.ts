/** What is put in place of parts of the server, by the end of their paths. */
const REPLACED: Readonly<Record<string, string>> = {
  '/server/src/stats/record-counts.ts': 'export const recordEventCounts = async () => {}; export const recordPageCount = async () => {};',
  '/server/src/stats/stats-job.ts':
    'export const createStatsJob = () => ({ run: async () => 0, runToEnd: async () => 0, hasMore: () => false, nextDueAt: async () => null });',
  '/server/src/db/sqlite/event-places.ts': `import { sql } from 'kysely';
    export const addPlaces = (table) => [sql.raw('alter table ' + table + ' add column place bigint')];
    export const placeEvents = async (_, rows) => rows;
    const none = async () => 0;
    export const eventPlaces = { lastPlace: none, markTransactions: async () => ({ next: 0, oldest: 0 }), oldestTransaction: none };`,
};

const HOOKS = `import { registerHooks } from 'node:module';
const replaced = ${JSON.stringify(Object.entries(REPLACED))};
registerHooks({
  load(url, context, next) {
    const found = replaced.find(([end]) => url.endsWith(end));
    return found === undefined ? next(url, context) : { format: 'module', source: found[1], shortCircuit: true };
  },
});`;

/** Options of Node by which a server counts nothing, and gives events no places. */
export const withoutActivity = `--import data:text/javascript,${encodeURIComponent(HOOKS)}`;

export { continuePlaces, gatherStatistics, listTables, lockTables } from '../postgres/fill-tables.ts';
export { openTableReader, type TableReader } from '../sqlite/read-tables.ts';

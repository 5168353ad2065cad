export { examineDatabase } from '../postgres/examine-database.ts';
export { continuePlaces, gatherStatistics, lockTables } from '../postgres/fill-tables.ts';
export { openTableReader, type StoredRow, type TableReader } from '../sqlite/read-tables.ts';

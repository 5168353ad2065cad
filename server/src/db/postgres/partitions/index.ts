export { keepPartitions } from './keep-partitions.ts';
export { moveTables, partitionEmptyTables } from './move-table.ts';

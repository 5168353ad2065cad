export { addPartitionsFor } from './add-for-rows.ts';
export { keepPartitions } from './keep-partitions.ts';
export { moveTables, partitionEmptyTables } from './move-table.ts';

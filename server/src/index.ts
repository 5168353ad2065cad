export { migrateToLatest, pendingMigrations } from './db/migrate.ts';
export { openDatabase } from './db/open.ts';

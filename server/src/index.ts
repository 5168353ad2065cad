export { ConfigError } from './config.ts';
export { migrateToLatest, pendingMigrations } from './db/migrate.ts';
export { openDatabase } from './db/open.ts';
export { type RunOptions, runMigrate, runServer } from './run-server.ts';
export { type RunningServer, type StartOptions, startServer } from './start-server.ts';

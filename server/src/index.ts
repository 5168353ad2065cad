export type { AppRouter } from './app.ts';
export { ConfigError } from './config.ts';
export type { Db } from './db/db.ts';
export { listMigrations, migrateToLatest } from './db/migrate.ts';
export { openDatabase } from './db/open.ts';
export { examine } from './doctor/examine.ts';
export type { Finding } from './doctor/finding.ts';
export { type RunOptions, runBackup, runMigrate, runServer } from './run-server.ts';
export { type RunningServer, type StartOptions, startServer } from './start-server.ts';

import { Command } from 'commander';
import { onDatabase } from './on-database.ts';

/** `posthorn migrate` */
export const migrateCommand = () =>
  new Command('migrate')
    .description('Bring the database of DATABASE_URL up to date, the queue included.')
    .action(onDatabase(({ runMigrate }, command) => runMigrate(command)));

import { Command } from 'commander';

/** `posthorn migrate` */
export const migrateCommand = () =>
  new Command('migrate').description('Bring the database of DATABASE_URL up to date, the queue included.').action(async () => {
    const { runMigrate } = await import('@posthorn/server');
    process.exit(await runMigrate({ environment: process.env }));
  });

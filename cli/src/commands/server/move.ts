import { Command } from 'commander';
import { onDatabase } from './on-database.ts';

/** `posthorn move` */
export const moveCommand = () =>
  new Command('move')
    .description(
      'Move everything of the SQLite file of DATABASE_URL into an empty PostgreSQL database. Stop the service first; the file is not served afterwards.',
    )
    .option('--to <url>', 'target, TARGET_DATABASE_URL by default; other users of the machine can see a password in it')
    .option('--abandon', 'abandon an interrupted move of which nothing has arrived, so that the file can be served again')
    .action(
      onDatabase(({ runMove }, { environment, report }, { to, abandon = false }: { to?: string; abandon?: boolean }) =>
        runMove({ environment: to === undefined ? environment : { ...environment, TARGET_DATABASE_URL: to }, report, abandon }),
      ),
    );

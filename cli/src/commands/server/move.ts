import { Command } from 'commander';
import { onDatabase } from './on-database.ts';

/** `posthorn move` */
export const moveCommand = () =>
  new Command('move')
    .description(
      'Move everything of the SQLite file of DATABASE_URL into an empty PostgreSQL database. Stop the service first; the file is not served afterwards.',
    )
    .option('--to <url>', 'where to, TARGET_DATABASE_URL unless given; other users of the machine see a password in it')
    .option('--abandon', 'give up a move that was broken off, where nothing has arrived, so that the file may be served')
    .action(
      onDatabase(({ runMove }, { environment, report }, { to, abandon = false }: { to?: string; abandon?: boolean }) =>
        runMove({ environment: to === undefined ? environment : { ...environment, TARGET_DATABASE_URL: to }, report, abandon }),
      ),
    );

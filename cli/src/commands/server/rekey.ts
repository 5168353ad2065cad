import { Command } from 'commander';
import { onDatabase } from './on-database.ts';

/** `posthorn rekey` */
export const rekeyCommand = () =>
  new Command('rekey')
    .description('Re-encrypt with SECRET_KEY what the keys of SECRET_KEY_PREVIOUS have encrypted in the database of DATABASE_URL.')
    .action(onDatabase(({ runRekey }, command) => runRekey(command)));

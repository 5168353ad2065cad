import { resolve } from 'node:path';
import { Command } from 'commander';
import { callersFolder } from '../../files/callers-folder.ts';
import { onDatabase } from './on-database.ts';

/** `posthorn backup` */
export const backupCommand = () =>
  new Command('backup')
    .description('Write a copy of the SQLite file of DATABASE_URL, whether or not it is being served. Keep its key file separately.')
    .argument('<file>', 'where to; it must not be there yet')
    .action(
      onDatabase(({ runBackup }, command, file: string) =>
        runBackup({ ...command, file: resolve(callersFolder(command.environment), file) }),
      ),
    );

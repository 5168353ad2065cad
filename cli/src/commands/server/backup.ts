import { resolve } from 'node:path';
import { Command } from 'commander';
import { callersFolder } from '../../files/callers-folder.ts';

/** `posthorn backup` */
export const backupCommand = () =>
  new Command('backup')
    .description('Write a copy of the SQLite file of DATABASE_URL, while it is served or not. Its key file is to be kept apart.')
    .argument('<file>', 'where to; it must not be there yet')
    .action(async (file: string) => {
      const { runBackup } = await import('@posthorn/server');
      process.exit(await runBackup({ environment: process.env, file: resolve(callersFolder(process.env), file) }));
    });

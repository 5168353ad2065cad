import { Command } from 'commander';

/** `posthorn rekey` */
export const rekeyCommand = () =>
  new Command('rekey')
    .description('Seal anew, under SECRET_KEY, what the keys of SECRET_KEY_PREVIOUS have sealed in the database of DATABASE_URL.')
    .action(async () => {
      const { runRekey } = await import('@posthorn/server');
      process.exit(await runRekey({ environment: process.env }));
    });

import { Command } from 'commander';

/** `posthorn serve` */
export const serveCommand = () =>
  new Command('serve')
    .description('Serve the API, and deliver unless ROLE=api. Settings come from the environment.')
    .option('--auto', 'bring the PostgreSQL database up to date first (a SQLite file always is)')
    .action(async ({ auto = false }: { auto?: boolean }) => {
      const { runServer } = await import('@posthorn/server');
      process.exit(await runServer({ environment: process.env, migrate: auto }));
    });

import { Command } from 'commander';
import { giveMemoryBack } from '../../give-memory-back.ts';

/** Settings of which a service for other people has at least one. */
const OF_A_SERVICE = ['DATABASE_URL', 'PROVIDER_URL', 'OPERATOR_TOKEN', 'ROLE'];

/** Returns whether the service is only tried, as by `npm start`: without these settings no mail would leave, nor could tenants be made. */
const isTrial = (environment: NodeJS.ProcessEnv) => OF_A_SERVICE.every((name) => !environment[name] && !environment[`${name}_FILE`]);

/** `posthorn serve` */
export const serveCommand = () =>
  new Command('serve')
    .description('Serve the API, and deliver unless ROLE=api. Settings come from the environment; with none, the same as start.')
    .option('--auto', 'bring the PostgreSQL database up to date first (a SQLite file always is)')
    .action(async ({ auto = false }: { auto?: boolean }) => {
      giveMemoryBack();
      const { runServer } = await import('@posthorn/server');
      process.exit(await runServer({ environment: process.env, migrate: auto, demo: isTrial(process.env) }));
    });

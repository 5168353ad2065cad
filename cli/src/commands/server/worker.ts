import { Command } from 'commander';
import { giveMemoryBack } from '../../give-memory-back.ts';

/** `posthorn worker` */
export const workerCommand = () =>
  new Command('worker')
    .description('Deliver without serving the API: the same as serve with ROLE=worker. Needs PostgreSQL.')
    .option('--auto', 'bring the database up to date first')
    .action(async ({ auto = false }: { auto?: boolean }) => {
      giveMemoryBack();
      const { runServer } = await import('@posthorn/server');
      process.exit(await runServer({ environment: { ...process.env, ROLE: 'worker' }, migrate: auto }));
    });

import { Command } from 'commander';
import { giveMemoryBack } from '../../give-memory-back.ts';

/** `posthorn start`, which `npm start` runs. */
export const startCommand = () =>
  new Command('start').description('Serve with a tenant, a domain and a key for trying things out, and print how.').action(async () => {
    giveMemoryBack();
    const { runServer } = await import('@posthorn/server');
    process.exit(await runServer({ environment: process.env, demo: true }));
  });

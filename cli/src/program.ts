import { readFileSync } from 'node:fs';
import { Command } from 'commander';
import { migrateCommand } from './commands/migrate.ts';
import { serveCommand } from './commands/serve.ts';
import { startCommand } from './commands/start.ts';
import { workerCommand } from './commands/worker.ts';

function readVersion(): string {
  // Safe because it is our own manifest.
  const manifest = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8')) as { version: string };
  return manifest.version;
}

/** `posthorn`, with a command for each noun and verb. */
export function createProgram(): Command {
  const program = new Command('posthorn').description('Self-hosted email for developers.').version(readVersion());
  for (const command of [startCommand(), serveCommand(), workerCommand(), migrateCommand()]) program.addCommand(command);
  return program;
}

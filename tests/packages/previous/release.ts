import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from '../../../scripts/packages/workspace.ts';
import { inherited, type ServerProcess, spawnServer } from '../../support/processes/process.ts';

const run = promisify(execFile);

/** A revision out of git, ready to run in a folder of its own. */
export interface Release {
  /** Starts it as a process, on a database. */
  start(environment: Readonly<Record<string, string>>): Promise<ServerProcess>;
  remove(): void;
}

/** Takes a revision out of git and installs what it needs. */
export async function checkOut(revision: string): Promise<Release> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-previous-'));
  await run('sh', ['-ec', 'git -C "$0" archive "$1" | tar --extract --directory "$2"', root, revision, folder]);
  // The clone's own way, which installs before it runs anything.
  await run('node', ['scripts/run.mjs', 'posthorn', '--help'], { cwd: folder, env: { ...process.env, ...inherited } });
  const command = [join(folder, 'cli/src/main.ts'), 'serve', '--auto'];
  return {
    start: (environment) => spawnServer(environment, { command, cwd: folder }),
    remove: () => rmSync(folder, { recursive: true }),
  };
}

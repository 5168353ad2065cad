import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import type { Engine } from '../../support/engines.ts';

const run = promisify(execFile);

const PROGRAMS = {
  sqlite: (url: string) => ['sqlite3', [url.replace(/^sqlite:/, ''), '.dump']] as const,
  postgres: (url: string) => ['pg_dump', ['--no-owner', '--no-privileges', '--inserts', '--rows-per-insert=50', url]] as const,
};

/** Returns all of a database as statements, by the engine's own program. */
export async function dumpDatabase(engine: Engine['name'], url: string): Promise<string> {
  const [program, args] = PROGRAMS[engine](url);
  const { stdout } = await run(program, args, { maxBuffer: 1 << 28 });
  // Commands to psql, of which no server knows.
  return stdout.replaceAll(/^\\.*\n/gm, '');
}

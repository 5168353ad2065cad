import { execFile } from 'node:child_process';
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { CLI, inherited } from '../support/processes/process.ts';

const run = promisify(execFile);

/** What stands for the programs that a reader calls; npx and npm call `posthorn` and nothing else. */
const PROGRAMS = {
  curl: `exec '${process.execPath}' '${join(import.meta.dirname, 'curl.ts')}' "$@"`,
  posthorn: `exec '${process.execPath}' '${CLI}' "$@"`,
  npx: `test "$1" = posthorn && exec "$@"`,
  npm: `test "$1 $2 $3 $4" = 'run -s posthorn --' && shift 4 && exec posthorn "$@"`,
};

/** A call that a block made. */
export interface Made {
  readonly method: string;
  readonly path: string;
  readonly status: number;
  readonly text: string;
}

export interface Shell {
  /** Runs a block, and returns the calls it made. What it sets or exports, the next one finds. */
  run(block: string): Promise<readonly Made[]>;
  close(): void;
}

/** A shell in a folder of its own, as a reader sits at one. */
export function openShell(environment: Readonly<Record<string, string>>): Shell {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-guide-'));
  const path = (name: string) => join(folder, name);
  const write = (name: string, text: string) => writeFileSync(path(name), text);
  for (const [name, line] of Object.entries(PROGRAMS)) {
    write(name, `#!/bin/sh\n${line}\n`);
    chmodSync(path(name), 0o755);
  }
  write('variables', '');
  // As the first start leaves them.
  mkdirSync(path('data'));
  write(
    'data/demo.env',
    Object.entries(environment)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const env = { ...inherited, ...environment, PATH: `${folder}:${process.env.PATH}`, CALLS: path('calls') };
  return {
    async run(block) {
      write('calls', '');
      await run('sh', ['-ec', `set -a; . ./variables\n${block}\nexport -p > variables`], { cwd: folder, env });
      const calls = readFileSync(path('calls'), 'utf8').trimEnd();
      // Safe because our own curl has written it.
      return calls === '' ? [] : calls.split('\n').map((line) => JSON.parse(line) as Made);
    },
    close: () => rmSync(folder, { recursive: true }),
  };
}

import { execFile } from 'node:child_process';
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';

const run = promisify(execFile);
const CURL = join(import.meta.dirname, 'curl.ts');

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
  write('curl', `#!/bin/sh\nexec '${process.execPath}' '${CURL}' "$@"\n`);
  chmodSync(path('curl'), 0o755);
  write('variables', '');
  const env = { ...environment, PATH: `${folder}:${process.env.PATH}`, CALLS: path('calls') };
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

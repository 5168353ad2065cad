import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

export const DEPLOY = join(import.meta.dirname, '../../deploy');

/** Returns by which name a program is on this machine, undefined where it is not, which is printed. */
export function find(...names: readonly string[]): string | undefined {
  const found = names.find((name) => spawnSync(name, ['-v']).error === undefined);
  if (found === undefined) console.warn(`what ${names[0]} makes of deploy/ is not looked at: there is no ${names[0]}`);
  return found;
}

/** Whether a program that looks at such files is on this machine; what it would say is not known where it is not, which is printed. */
export function has(program: string): boolean {
  const isThere = spawnSync(program, ['--help']).error === undefined;
  if (!isThere) console.warn(`what ${program} says of deploy/ is not looked at: there is no ${program}`);
  return isThere;
}

/** Runs a program, and returns its exit code with all that it printed. */
export function said(program: string, ...args: readonly string[]): { readonly code: number | null; readonly text: string } {
  const { status, stdout, stderr } = spawnSync(program, args, { encoding: 'utf8' });
  return { code: status, text: stdout + stderr };
}

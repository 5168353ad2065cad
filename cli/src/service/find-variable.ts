import { readFileSync } from 'node:fs';
import type { Terminal } from '../output/terminal.ts';

/** Returns a variable, or what the file holds that NAME_FILE names, without its last line end; undefined where neither is set. */
export function findVariable(environment: Terminal['environment'], name: string): string | undefined {
  const file = environment[`${name}_FILE`];
  return environment[name] || (file ? readFileSync(file, 'utf8').replace(/\r?\n$/, '') : undefined);
}

import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './workspace.ts';

const run = promisify(execFile);
const TSC = join(root, 'node_modules/typescript/bin/tsc');
/** The libraries with their types, which take longest to write; the program with all that is inside it. */
const PROJECTS = { libraries: 'tsconfig.libraries.json', program: 'tsconfig.build.json' } as const;

/**
 * Compiles into `to`, file by file, in folders as in the repository: what a module finds beside itself by its own URL, a thread's
 * module or a page, it finds there as well. Types are not checked, which `npm run check` does.
 */
export async function compile(what: keyof typeof PROJECTS, to: string): Promise<void> {
  await run(process.execPath, [TSC, '-p', join(root, PROJECTS[what]), '--outDir', to, '--noCheck']);
}

/** Builds the console, as browsers load it, into `to`. */
export async function buildConsole(to: string): Promise<void> {
  await run(process.execPath, [join(root, 'console/build.ts'), '--into', to]);
}

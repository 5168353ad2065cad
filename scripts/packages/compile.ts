import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { root } from './workspace.ts';

const run = promisify(execFile);
const TSC = join(root, 'node_modules/typescript/bin/tsc');

/** Compiles the libraries with their types into `to`, in folders as in the repository; `npm run check` checks the types. */
export async function compileLibraries(to: string): Promise<void> {
  await run(process.execPath, [TSC, '-p', join(root, 'tsconfig.build.json'), '--outDir', to, '--noCheck']);
}

/** Builds the console into `to`, as browsers load it. */
export async function buildConsole(to: string): Promise<void> {
  await run(process.execPath, [join(root, 'console/build.ts'), '--into', to]);
}

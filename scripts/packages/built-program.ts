import { mkdirSync, readdirSync, realpathSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { buildOnce } from '../build-once.ts';
import { findDependency, PROGRAM, PROGRAM_PARTS, programDependencies, root } from './workspace.ts';

/** From the folder of a build to the sources. */
const TO_ROOT = '../../..';

const sourcesOf = (folder: string) =>
  readdirSync(join(root, folder, 'src'), { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.(?:ts|json)$/.test(name) && !/\.test\.ts$/.test(name))
    .map((name) => join(folder, 'src', name));

const listSources = () => [
  ...['cli', ...PROGRAM_PARTS].flatMap(sourcesOf),
  'cli/package.json',
  'scripts/packages/bundle.ts',
  'scripts/packages/built-program.ts',
  'pnpm-lock.yaml',
];

/** Builds find their dependencies where the workspace packages have them, even after the clone is moved as a whole. */
function linkDependencies(folder: string): void {
  for (const name of programDependencies()) {
    const link = join(folder, 'node_modules', name);
    mkdirSync(dirname(link), { recursive: true });
    symlinkSync(relative(realpathSync(dirname(link)), findDependency(name)), link, 'junction');
  }
}

/** Returns the path of `posthorn` built from the sources, once for each state of them. */
export async function findProgram(): Promise<string> {
  const folder = await buildOnce({
    folder: join(root, '.runtime/program'),
    sources: listSources(),
    root,
    async build(into) {
      const { bundle } = await import('./bundle.ts');
      await bundle(into, TO_ROOT);
      linkDependencies(into);
    },
  });
  return join(folder, 'main.js');
}

/**
 * Does the same as `findProgram`; if the sources cannot be built, it returns the sources themselves, which report what is wrong with
 * them.
 */
export const findProgramOrSources = (): Promise<string> => findProgram().catch(() => join(root, PROGRAM));

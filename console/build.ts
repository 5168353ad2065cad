// Builds the console into .runtime/console/<hash of what it is built from>, unless it is there, and prints that folder.
// `--into FOLDER` builds it there in any case.
import { globSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { buildOnce } from '../scripts/build-once.ts';

const home = import.meta.dirname;
const root = join(home, '..');
const SOURCES = [
  'console/{src,.}/**/*.{ts,tsx,css,svg,html,json}',
  'sdk/src/**/*.ts',
  'server/src/pages/shared/*.{css,js}',
  'pnpm-lock.yaml',
];

const listSources = () =>
  SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => /node_modules|\.test\.ts$/.test(name) }));

async function build(into: string): Promise<void> {
  // Whoever else names the environment, such as a test runner, would have React as its developers have it.
  process.env.NODE_ENV = 'production';
  const vite = await import('vite');
  await vite.build({ configFile: join(home, 'vite.config.ts'), logLevel: 'error', build: { outDir: into, emptyOutDir: true } });
}

const { values } = parseArgs({ options: { into: { type: 'string' } } });
if (values.into === undefined)
  console.log(await buildOnce({ folder: join(root, '.runtime/console'), sources: listSources(), root, build }));
else await build(resolve(values.into));

// Builds the console into .runtime/console/<hash of what it is built from>, unless it is there, and prints that folder.
// `--into FOLDER` builds it there in any case.
import { createHash } from 'node:crypto';
import { existsSync, globSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseArgs } from 'node:util';

const home = import.meta.dirname;
const root = join(home, '..');
const SOURCES = [
  'console/{src,.}/**/*.{ts,tsx,css,svg,html,json}',
  'sdk/src/**/*.ts',
  'server/src/pages/shared/*.{css,js}',
  'pnpm-lock.yaml',
];
/** Of earlier sources: who serves one may still be asked for its files. */
const KEPT = 3;

function hashOfSources(): string {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root, exclude: (name) => /node_modules|\.test\.ts$/.test(name) }));
  for (const file of [...new Set(files)].sort()) hash.update(`${file}\0`).update(readFileSync(join(root, file)));
  return hash.digest('hex').slice(0, 32);
}

async function build(into: string): Promise<void> {
  const vite = await import('vite');
  await vite.build({ configFile: join(home, 'vite.config.ts'), logLevel: 'error', build: { outDir: into, emptyOutDir: true } });
}

/** Moves what is whole to its place; another process may have been first. */
function putInPlace(part: string, place: string): void {
  try {
    renameSync(part, place);
  } catch (error) {
    rmSync(part, { recursive: true, force: true });
    if (!existsSync(place)) throw error;
  }
}

function removeEarlier(folder: string, place: string): void {
  const builtAt = (name: string) => statSync(join(folder, name), { throwIfNoEntry: false })?.mtimeMs ?? 0;
  const others = readdirSync(folder).filter((name) => /^[0-9a-f]{32}$/.test(name) && join(folder, name) !== place);
  for (const name of others.sort((a, b) => builtAt(b) - builtAt(a)).slice(KEPT))
    rmSync(join(folder, name), { recursive: true, force: true });
}

async function findOrBuild(): Promise<string> {
  const folder = join(root, '.runtime/console');
  const place = join(folder, hashOfSources());
  if (existsSync(join(place, 'index.html'))) return place;
  mkdirSync(folder, { recursive: true });
  const part = `${place}.${process.pid}`;
  await build(part);
  putInPlace(part, place);
  removeEarlier(folder, place);
  return place;
}

const { values } = parseArgs({ options: { into: { type: 'string' } } });
if (values.into === undefined) console.log(await findOrBuild());
else await build(resolve(values.into));

import { globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { PROGRAM, programDependencies, root } from './workspace.ts';

/** Modules that threads and processes of the service begin with. */
const BEGINNINGS = ['server/src/**/*-worker.ts', 'server/src/core/workers/process-main.ts'];
/** The module of a thread, as who starts it names it; or the module's own address. */
const OWN_ADDRESS = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|\bimport\.meta\.url\b/g;

const posix = (path: string) => path.replaceAll('\\', '/');

/**
 * Lets every module find what it finds by its own address as if it were still in its place, below `files`; but what a thread begins
 * with beside it, since everything built is in one folder.
 */
const keepAddresses = (files: string): Plugin => ({
  name: 'keep-addresses',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const place = posix(join(files, relative(root, id)));
    return code.replaceAll(OWN_ADDRESS, (_, thread?: string) =>
      thread === undefined ? `new URL('./${place}', import.meta.url).href` : `new URL('./${thread}.js', import.meta.url)`,
    );
  },
});

/** What is built of others' code would be part of the package, with neither its licence nor its version in the manifest. */
function assertOurs(chunks: readonly OutputChunk[]): void {
  const foreign = chunks.flatMap(({ moduleIds }) => moduleIds).find((id) => id.includes('node_modules'));
  if (foreign !== undefined) throw new Error(`no dependency of the program, and yet imported: ${relative(root, foreign)}`);
}

/** Every module that something begins with, by the name that it is built under. */
function findBeginnings(): Record<string, string> {
  const threads = BEGINNINGS.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const named = Object.fromEntries(threads.map((file) => [basename(file, '.ts'), join(root, file)]));
  if (Object.keys(named).length < threads.length) throw new Error('two threads begin with modules of one name');
  return { main: join(root, PROGRAM), ...named };
}

/**
 * Builds the program into `to`: our modules in a few files with their source maps, `main.js` first, and dependencies left outside.
 * `files` is the way from there to what lies beside the sources: pages, the gallery, the console.
 */
export async function bundle(to: string, files: string): Promise<void> {
  const names = programDependencies();
  const build = await rolldown({
    input: findBeginnings(),
    platform: 'node',
    external: (id) => names.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepAddresses(files)],
    // What is replaced stays on its line.
    checks: { sourcemapBroken: false },
  });
  const { output } = await build.write({
    dir: to,
    entryFileNames: '[name].js',
    chunkFileNames: '[name].js',
    sourcemap: true,
    sourcemapExcludeSources: true,
    sourcemapPathTransform: (source, map) => posix(join(files, relative(root, resolve(dirname(map), source)))),
  });
  await build.close();
  assertOurs(output.filter((file) => file.type === 'chunk'));
}

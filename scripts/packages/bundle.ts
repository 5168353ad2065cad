import { globSync } from 'node:fs';
import { basename, dirname, join, relative, resolve } from 'node:path';
import { type OutputChunk, type Plugin, rolldown } from 'rolldown';
import { PROGRAM, programDependencies, root } from './workspace.ts';

/** Entry points of the threads and processes of the service. */
const WORKER_ENTRIES = ['server/src/**/*-worker.ts', 'server/src/core/workers/process-main.ts'];
/** The URL of a thread's module, as written by the module that starts it; or a module's own URL. */
const OWN_URL = /new URL\('\.\/([\w-]+)\.ts', import\.meta\.url\)|\bimport\.meta\.url\b/g;

const posix = (path: string) => path.replaceAll('\\', '/');

/** Gives each module the URL of its source, below `files`; a thread's module is instead looked up next to the build. */
const keepModuleUrls = (files: string): Plugin => ({
  name: 'keep-module-urls',
  transform(code, id) {
    if (!code.includes('import.meta.url')) return null;
    const place = posix(join(files, relative(root, id)));
    return code.replaceAll(OWN_URL, (_, thread?: string) =>
      thread === undefined ? `new URL('./${place}', import.meta.url).href` : `new URL('./${thread}.js', import.meta.url)`,
    );
  },
});

/** Code of others in the build would be part of the package, with neither its licence nor its version in the manifest. */
function assertOurs(chunks: readonly OutputChunk[]): void {
  const foreign = chunks.flatMap(({ moduleIds }) => moduleIds).find((id) => id.includes('node_modules'));
  if (foreign !== undefined) throw new Error(`no dependency of the program, and yet imported: ${relative(root, foreign)}`);
}

/** Returns every entry point by its name in the build. */
function findEntries(): Record<string, string> {
  const threads = WORKER_ENTRIES.flatMap((pattern) => globSync(pattern, { cwd: root }));
  const named = Object.fromEntries(threads.map((file) => [basename(file, '.ts'), join(root, file)]));
  if (Object.keys(named).length < threads.length) throw new Error('two entry points have one name');
  return { main: join(root, PROGRAM), ...named };
}

/**
 * Builds the program into `to`: our modules in a few files with their source maps, `main.js` first, and dependencies left outside.
 * `files` is the path from there to the files beside the sources: pages, the gallery, the console.
 */
export async function bundle(to: string, files: string): Promise<void> {
  const names = programDependencies();
  const build = await rolldown({
    input: findEntries(),
    platform: 'node',
    external: (id) => names.some((name) => id === name || id.startsWith(`${name}/`)),
    plugins: [keepModuleUrls(files)],
    // Replacements stay on their line.
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

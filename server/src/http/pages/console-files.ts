import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import type { Logger } from 'pino';
import { lowerPriority } from '../../core/workers/lower-priority.ts';
import { createStaticFiles, type StaticFiles } from './static-files.ts';

/** In the package: built when it was packed. */
const PACKED = new URL('../../../console/', import.meta.url);
/** In a clone: the script that builds the console unless it is up to date, and prints its folder. */
const BUILD = new URL('../../../../console/build.ts', import.meta.url);

const NAMES = /^(?:index\.html|assets\/[\w-]+\.(?:js|css|svg))$/;
const MOST_OUTPUT = 2000;

export type ConsoleState = 'unasked' | 'building' | 'ready' | 'failed' | 'absent';

/** The built files of the console. In a clone they are built on first use, in a separate process. */
export interface ConsoleFiles {
  readonly state: ConsoleState;
  /** Starts the build if it is needed and not running yet. */
  prepare(): void;
  find: StaticFiles['find'];
}

/** Runs the build and returns its output; throws with its error output. */
function build(): Promise<string> {
  const { PATH = '', HOME = '', TMPDIR = '/tmp', NODE_COMPILE_CACHE = '' } = process.env;
  const child = spawn(process.execPath, [fileURLToPath(BUILD)], {
    env: { PATH, HOME, TMPDIR, NODE_COMPILE_CACHE, NODE_ENV: 'production' },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  if (child.pid !== undefined) lowerPriority(child.pid);
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const)
    child[name].on('data', (chunk: Buffer) => {
      output[name] = (output[name] + chunk.toString()).slice(-MOST_OUTPUT);
    });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => (code === 0 ? resolve(output.stdout.trim()) : reject(new Error(output.stderr.trim() || `exit ${code}`))));
  });
}

export function createConsoleFiles(log: Logger): ConsoleFiles {
  let state: ConsoleState = 'unasked';
  let files: StaticFiles | undefined;

  function serveFrom(url: URL): void {
    files = createStaticFiles({ url, names: NAMES });
    state = 'ready';
  }

  async function buildOnce(): Promise<void> {
    state = 'building';
    try {
      serveFrom(pathToFileURL(`${await build()}/`));
    } catch (error) {
      state = 'failed';
      log.warn({ err: error }, 'the console could not be built; everything else is served');
    }
  }

  return {
    get state() {
      return state;
    },
    prepare() {
      if (state !== 'unasked') return;
      if (existsSync(PACKED)) serveFrom(PACKED);
      else if (existsSync(BUILD)) void buildOnce();
      else state = 'absent';
    },
    find: async (name) => files?.find(name),
  };
}

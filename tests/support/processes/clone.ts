import { execFileSync, spawn } from 'node:child_process';
import { copyFileSync, cpSync, existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { inherited } from './process.ts';

const ROOT = join(import.meta.dirname, '../../..');
/** Folders that tools keep beside the packages, and the packages themselves, which are linked. */
const LEFT_OUT = /^\.(?:pnpm|vite|vite-temp|vitest-cache)$/;

/** Copies the files of the repository as a clone gets them, including uncommitted ones. */
function copyFiles(folder: string): void {
  const list = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], { cwd: ROOT, encoding: 'utf8' });
  for (const file of list.split('\0').filter((name) => name !== '' && existsSync(join(ROOT, name)))) {
    mkdirSync(dirname(join(folder, file)), { recursive: true });
    copyFileSync(join(ROOT, file), join(folder, file));
  }
}

/** Sets packages up as an installation would, without the network: the links belong to the clone, their targets are shared. */
function linkPackages(folder: string): void {
  const places = ['.', ...readdirSync(ROOT)].filter((name) => existsSync(join(ROOT, name, 'node_modules')));
  for (const place of new Set(places)) {
    const from = join(ROOT, place, 'node_modules');
    cpSync(from, join(folder, place, 'node_modules'), {
      recursive: true,
      verbatimSymlinks: true,
      filter: (source) => !LEFT_OUT.test(basename(source)),
    });
  }
  symlinkSync(join(ROOT, 'node_modules/.pnpm'), join(folder, 'node_modules/.pnpm'));
}

export interface Clone {
  readonly folder: string;
  /** Runs `npm start`; resolves with its output once `printed` matches. */
  start(environment: Readonly<Record<string, string>>, printed: RegExp): Promise<StartedClone>;
  remove(): void;
}

export interface StartedClone {
  /** The match of the pattern. */
  readonly found: string;
  /** The values printed for a person who tries it, by name. */
  readonly variables: Readonly<Record<string, string>>;
  stop(): Promise<void>;
}

const readVariables = (file: string) =>
  Object.fromEntries(
    readFileSync(file, 'utf8')
      .split('\n')
      .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]),
  );

/** Clones this repository into a separate folder. */
export function cloneRepository(): Clone {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-clone-'));
  copyFiles(folder);
  linkPackages(folder);
  return {
    folder,
    async start(environment, printed) {
      const env = { ...inherited, LOG_LEVEL: 'error', ...environment };
      const child = spawn(process.execPath, [join(folder, 'scripts/run.mjs'), 'start'], {
        cwd: folder,
        env,
        stdio: ['ignore', 'pipe', 'pipe'],
      });
      const ended = new Promise<void>((resolve) => child.once('close', () => resolve()));
      const found = await new Promise<string>((resolve, reject) => {
        let said = '';
        const look = (chunk: unknown) => {
          said += String(chunk);
          const match = printed.exec(said)?.[0];
          if (match !== undefined) resolve(match);
        };
        child.stdout.on('data', look);
        child.stderr.on('data', look);
        child.once('close', () => reject(new Error(`it did not start: ${said}`)));
      });
      return {
        found,
        variables: readVariables(join(folder, 'data/demo.env')),
        async stop() {
          child.kill('SIGTERM');
          await ended;
        },
      };
    },
    remove: () => rmSync(folder, { recursive: true, force: true }),
  };
}

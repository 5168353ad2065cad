import { execFile } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { bundle } from './bundle.ts';
import { buildConsole, compileLibraries } from './compile.ts';
import { stageLibrary, stageProgram } from './stage.ts';
import { PUBLISHED, readChangelog, root } from './workspace.ts';

const run = promisify(execFile);

export type PublishedFolder = keyof typeof PUBLISHED;

export interface StageOptions {
  /** The working folder, which is emptied first. */
  readonly work?: string;
  /** The text of CHANGELOG.md. */
  readonly changelog?: string;
}

/** A package that is laid out. */
export interface Staged {
  readonly name: string;
  readonly folder: string;
}

/** A package that is packed: the `.tgz`. */
export interface Packed extends Staged {
  readonly file: string;
}

/** Compiles and lays out packages, each in a separate folder. */
export async function stage(folders: readonly PublishedFolder[], options: StageOptions = {}): Promise<Staged[]> {
  const { work = join(root, 'dist/packages'), changelog = readChangelog() } = options;
  rmSync(work, { recursive: true, force: true });
  const compiled = join(work, 'compiled');
  const built = join(work, 'program');
  const consoleFolder = join(work, 'console');
  if (folders.some((folder) => folder !== 'cli')) await compileLibraries(compiled);
  if (folders.includes('cli')) await Promise.all([bundle(built, '.'), buildConsole(consoleFolder)]);
  return folders.map((package_) => {
    const folder = join(work, package_);
    if (package_ === 'cli') stageProgram({ built, console: consoleFolder, to: folder }, changelog);
    else stageLibrary(package_, { compiled, to: folder });
    return { name: PUBLISHED[package_], folder };
  });
}

/** Packs a folder as npm installs it, and returns the file. */
export async function packFolder(folder: string, into: string): Promise<string> {
  mkdirSync(into, { recursive: true });
  const { stdout } = await run('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', into], { cwd: folder });
  const [packed] = Object.values<{ readonly filename: string }>(JSON.parse(stdout));
  if (packed === undefined) throw new Error(`npm packed nothing of ${folder}`);
  return join(into, packed.filename);
}

/** Packs packages; `into`: the folder for the `.tgz` files. */
export async function pack(folders: readonly PublishedFolder[], into: string, options: StageOptions = {}): Promise<Packed[]> {
  const staged = await stage(folders, options);
  return Promise.all(staged.map(async (one) => ({ ...one, file: await packFolder(one.folder, into) })));
}

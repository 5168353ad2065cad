import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { packFolder, type Staged, stage } from '../../scripts/packages/pack.ts';
import { findDependency } from '../../scripts/packages/workspace.ts';
import { inherited } from '../support/processes/process.ts';

const run = promisify(execFile);

export interface Installed {
  /** The folder that it is installed in, otherwise empty. */
  readonly folder: string;
  readonly packages: readonly Staged[];
  /** The Node that runs it: PACKAGE_NODE, else that of the tests. */
  readonly node: string;
  /** What Node runs as `posthorn`. */
  readonly program: string;
  /** Runs `posthorn` to its end, in a folder, and returns what it printed. */
  run(args: readonly string[], environment: NodeJS.Dict<string>, cwd?: string): Promise<string>;
  remove(): void;
}

/** Unpacks the file; what its manifest asks for is taken from the workspace, and nothing else is there. */
async function unpack(file: string, folder: string): Promise<void> {
  const modules = join(folder, 'node_modules');
  mkdirSync(modules);
  await run('tar', ['--extract', '--file', file, '--directory', modules]);
  cpSync(join(modules, 'package'), join(modules, 'posthorn'), { recursive: true });
  rmSync(join(modules, 'package'), { recursive: true });
  const { dependencies, bundleDependencies } = JSON.parse(readFileSync(join(modules, 'posthorn/package.json'), 'utf8'));
  for (const name of Object.keys(dependencies).filter((name) => !bundleDependencies.includes(name))) {
    mkdirSync(dirname(join(modules, name)), { recursive: true });
    symlinkSync(findDependency(name), join(modules, name));
  }
}

/** `posthorn`, packed and installed in an empty folder; by npm itself with INSTALL=npm. */
export async function installPosthorn(): Promise<Installed> {
  const outside = mkdtempSync(join(tmpdir(), 'posthorn-packed-'));
  const folder = join(outside, 'installed');
  mkdirSync(folder);
  const packages = await stage(['contract', 'sdk', 'cli'], { work: join(outside, 'staged') });
  const file = await packFolder(join(outside, 'staged/cli'), outside);
  writeFileSync(join(folder, 'package.json'), '{}');
  if (process.env.INSTALL === 'npm') await run('npm', ['install', '--no-audit', '--no-fund', file], { cwd: folder });
  else await unpack(file, folder);
  const node = process.env.PACKAGE_NODE ?? process.execPath;
  const program = join(folder, 'node_modules/posthorn/dist/main.js');
  return {
    folder,
    packages,
    node,
    program,
    run: async (args, environment, cwd = folder) => {
      const { stdout } = await run(node, [program, ...args], { cwd, env: { ...inherited, ...environment } });
      return stdout;
    },
    remove: () => rmSync(outside, { recursive: true }),
  };
}

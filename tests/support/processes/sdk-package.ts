import { execFile } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { stage } from '../../../scripts/packages/pack.ts';

const run = promisify(execFile);
const ROOT = join(import.meta.dirname, '../../..');
const TSC = join(ROOT, 'node_modules/typescript/bin/tsc');

const STRICT = ['--strict', '--module', 'nodenext', '--target', 'es2022', '--types', 'node', '--skipLibCheck', 'false', '--ignoreConfig'];

interface RunOptions {
  readonly args: readonly string[];
  readonly environment?: Readonly<Record<string, string>>;
  /** The command that runs it; Node by default. */
  readonly by?: string;
}

export interface SdkProject {
  readonly folder: string;
  /** Where the package is. */
  readonly installed: string;
  write(file: string, text: string): void;
  /** Compiles as an outside user would, with only the installed package; for Node unless compiler options say otherwise. */
  compile(file: string, ...options: readonly string[]): Promise<unknown>;
  /** Runs a compiled program in an otherwise empty environment. */
  run(file: string, options: RunOptions): Promise<{ readonly stdout: string }>;
  remove(): void;
}

/** Creates a folder outside the repository with the SDK built and installed as published. */
export async function installSdk(): Promise<SdkProject> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-sdk-'));
  const installed = join(folder, 'node_modules/@posthorn/sdk');
  const [staged] = await stage(['sdk'], { work: join(folder, 'staged') });
  cpSync(staged?.folder ?? '', installed, { recursive: true });
  rmSync(join(folder, 'staged'), { recursive: true });
  const write = (file: string, text: string) => writeFileSync(join(folder, file), text);
  mkdirSync(join(folder, 'node_modules/@types'));
  symlinkSync(join(ROOT, 'node_modules/@types/node'), join(folder, 'node_modules/@types/node'));
  write('package.json', JSON.stringify({ type: 'module' }));
  return {
    folder,
    installed,
    write,
    compile: (file, ...options) => run(process.execPath, [TSC, ...STRICT, ...options, file], { cwd: folder }),
    run: (file, { args, environment = {}, by = process.execPath }) => {
      const [program = '', ...before] = by.split(' ');
      return run(program, [...before, file, ...args], { cwd: folder, env: { PATH: process.env.PATH, ...environment } });
    },
    remove: () => rmSync(folder, { recursive: true }),
  };
}

/** Returns the text of a program in sdk/examples. */
export const exampleOf = (name: string): string => readFileSync(join(ROOT, 'sdk/examples', name), 'utf8');

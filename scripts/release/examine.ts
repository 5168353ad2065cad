import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { publint } from 'publint';
import { formatMessage } from 'publint/utils';
import type { Packed } from '../packages/pack.ts';
import { type Manifest, readManifest } from '../packages/workspace.ts';

const run = promisify(execFile);
/** Has its own TypeScript, so it is fetched for this purpose and is not a dependency. */
const ATTW = '@arethetypeswrong/cli@0.18.5';

async function lint({ name, folder }: Packed, manifest: Manifest): Promise<string[]> {
  const { messages } = await publint({ pkgDir: folder, level: 'suggestion', pack: false, strict: true });
  return messages.map((message) => `${name}: publint: ${formatMessage(message, manifest)}`);
}

/** Checks that programs find the types of every entry. Everything is ESM, so they need not be found from CommonJS before Node could. */
async function examineTypes({ name, file }: Packed): Promise<string[]> {
  const command = ['exec', '--yes', `--package=${ATTW}`, '--', 'attw', file, '--profile', 'esm-only', '--format', 'ascii', '--no-color'];
  try {
    await run('npm', command);
    return [];
  } catch (error) {
    return [`${name}: attw: ${error instanceof Error && 'stdout' in error ? error.stdout : error}`];
  }
}

/** Returns what is wrong with a package, one line each. */
export async function examine(packed: Packed): Promise<string[]> {
  const manifest = readManifest(packed.folder);
  const found = await lint(packed, manifest);
  return manifest.bin === undefined ? [...found, ...(await examineTypes(packed))] : found;
}

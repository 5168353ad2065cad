import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = join(import.meta.dirname, '../..');

type Versions = Readonly<Record<string, string>>;

/** What is read of a package.json here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Versions;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Safe because package managers hold every package.json to this form. */
export const readManifest = (folder: string) => JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as Manifest;

export const readChangelog = () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** Folders of what is published, each by itself. */
export const PUBLISHED = { contract: '@posthorn/contract', sdk: '@posthorn/sdk', cli: 'posthorn' } as const;
/** The module that the program begins with, and the folders of what else of ours is in it. */
export const PROGRAM = 'cli/src/main.ts';
export const PROGRAM_PARTS = ['contract', 'sdk', 'server'] as const;
/** Folders of what bears the version. */
export const VERSIONED: readonly string[] = [...Object.keys(PUBLISHED), 'server', 'console', 'tests'];

/** Whether a dependency is a package of this workspace. */
export const isOurs = (name: string): boolean => name.startsWith('@posthorn/');

/** What every published package says of where it comes from; the workspace says it once. */
function origin(folder: string): Record<string, unknown> {
  const { license, homepage, bugs, repository } = readManifest('.');
  return { license, homepage, bugs, repository: { ...Object(repository), directory: folder } };
}

/** The manifest that a package is published with: of the workspace's own without what is for working on it. */
export function publishedManifest(folder: string): Manifest {
  const { private: _, scripts: __, devDependencies: ___, publishConfig = {}, ...manifest } = readManifest(folder);
  const { exports, bin, ...config } = publishConfig;
  const entries = Object.fromEntries(Object.entries({ exports, bin }).filter(([, value]) => value !== undefined));
  return { ...manifest, ...origin(folder), ...entries, publishConfig: { access: 'public', provenance: true, ...config } };
}

/** Dependencies of several packages together, without our own. Throws where two want different versions. */
export function joinDependencies(manifests: readonly Manifest[]): Versions {
  const joined = new Map<string, string>();
  for (const [name, version] of manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies))) {
    if (isOurs(name)) continue;
    const other = joined.get(name) ?? version;
    if (other !== version) throw new Error(`${name} is wanted as ${other} and as ${version}`);
    joined.set(name, version);
  }
  return Object.fromEntries([...joined].sort(([a], [b]) => (a < b ? -1 : 1)));
}

/** Names of what others have written and the program imports. */
export const programDependencies = (): readonly string[] => Object.keys(joinDependencies(['cli', ...PROGRAM_PARTS].map(readManifest)));

/** Returns where the workspace has a dependency of the program. */
export function findDependency(name: string): string {
  for (const holder of ['cli', ...PROGRAM_PARTS]) {
    try {
      return realpathSync(join(root, holder, 'node_modules', name));
    } catch {}
  }
  throw new Error(`the workspace has no ${name}`);
}

import { readFileSync, realpathSync } from 'node:fs';
import { join, resolve } from 'node:path';

export const root = join(import.meta.dirname, '../..');

type Versions = Readonly<Record<string, string>>;

/** The fields of a package.json that are used here. */
export interface Manifest {
  readonly name: string;
  readonly version: string;
  readonly dependencies?: Versions;
  readonly publishConfig?: Readonly<Record<string, unknown>>;
  readonly [field: string]: unknown;
}

/** Safe because package managers require this form of every package.json. */
export const readManifest = (folder: string) => JSON.parse(readFileSync(resolve(root, folder, 'package.json'), 'utf8')) as Manifest;

export const readChangelog = () => readFileSync(join(root, 'CHANGELOG.md'), 'utf8');

/** Folders of the separately published packages. */
export const PUBLISHED = { contract: '@posthorn/contract', sdk: '@posthorn/sdk', cli: 'posthorn' } as const;
/** The entry module of the program, and the folders of our other code in it. */
export const PROGRAM = 'cli/src/main.ts';
export const PROGRAM_PARTS = ['contract', 'sdk', 'server'] as const;
/** Folders of the packages that have the version. */
export const VERSIONED: readonly string[] = [...Object.keys(PUBLISHED), 'server', 'console', 'tests'];

/** Returns whether a dependency is a package of this workspace. */
export const isOurs = (name: string): boolean => name.startsWith('@posthorn/');

/** Returns the origin in every published manifest, which the workspace states once. */
function origin(folder: string): Record<string, unknown> {
  const { license, homepage, bugs, repository } = readManifest('.');
  return { license, homepage, bugs, repository: { ...Object(repository), directory: folder } };
}

/** Returns the published manifest of a package: the workspace's own without its development fields. */
export function publishedManifest(folder: string): Manifest {
  const { private: _, scripts: __, devDependencies: ___, publishConfig = {}, ...manifest } = readManifest(folder);
  const { main, types, exports, bin, ...config } = publishConfig;
  const entries = Object.fromEntries(Object.entries({ main, types, exports, bin }).filter(([, value]) => value !== undefined));
  return { ...manifest, ...origin(folder), ...entries, publishConfig: { access: 'public', provenance: true, ...config } };
}

/** Joins the dependencies of several packages, without our own. Throws if two need different versions. */
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

/** Returns the names of third-party packages that the program imports. */
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

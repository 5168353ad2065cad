import { isOurs, readManifest, VERSIONED } from '../packages/workspace.ts';

const EXACT = /^\d+\.\d+\.\d+(?:-[\w.]+)?$/;

/** Returns the one version of all packages. Throws if they differ, or if a dependency has no exact version. */
export function theVersion(): string {
  const manifests = VERSIONED.map(readManifest);
  const versions = new Set(manifests.map(({ version }) => version));
  const [version = ''] = versions;
  if (versions.size !== 1 || !EXACT.test(version))
    throw new Error(`one version for all: ${manifests.map(({ name, version }) => `${name} ${version}`).join(', ')}`);
  const wanted = manifests.flatMap(({ dependencies = {} }) => Object.entries(dependencies));
  const loose = wanted.find(([name, range]) => !(isOurs(name) ? range === 'workspace:*' : EXACT.test(range)));
  if (loose !== undefined) throw new Error(`no exact version: ${loose.join(' ')}`);
  return version;
}

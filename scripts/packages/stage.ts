import { cpSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { joinDependencies, type Manifest, publishedManifest, readManifest, root } from './workspace.ts';

/** Where the compiled files are, and where a package is laid out. */
export interface Places {
  readonly compiled: string;
  readonly to: string;
}

const writeManifest = (folder: string, manifest: object) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const copy = (from: string, to: string, filter: (path: string) => boolean = () => true) => cpSync(from, to, { recursive: true, filter });

/** Some packages have such a file, and some have not. */
function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) copy(from, to);
}

const isDeclaration = (path: string) => path.endsWith('.d.ts');

/** `dist`, and beside it what the package has as it is. */
function layOut(folder: string, { compiled, to }: Places, { types }: { readonly types: boolean }): void {
  mkdirSync(to, { recursive: true });
  copy(join(compiled, folder, 'src'), join(to, 'dist'), (path) => types || !isDeclaration(path));
  for (const file of ['README.md', 'openapi.json']) copyIfThere(join(root, folder, file), join(to, file));
  copy(join(root, 'LICENSE'), join(to, 'LICENSE'));
}

/** A package that programs import: compiled modules and their types. */
export function stageLibrary(folder: string, places: Places): void {
  layOut(folder, places, { types: true });
  writeManifest(places.to, publishedManifest(folder));
}

/** A package of ours inside the program's, which has its dependencies. */
function stageInside(folder: string, places: Places): void {
  const { name, version, license, type, exports, publishConfig } = readManifest(folder);
  layOut(folder, places, { types: false });
  writeManifest(places.to, { name, version, license, type, exports: publishConfig?.exports ?? exports });
}

/** Packages of others of which only a part runs here, and which would bring much that does not. */
const IN_PART: Readonly<Record<string, RegExp>> = {
  // The page that shows the interface: its build for browsers is complete.
  '@scalar/api-reference': /^dist\/browser\/(?:chunks\/[^/]+|standalone\.esm)\.js$/,
  // Wants a TypeScript beside it, for who compiles against it.
  '@trpc/server': /^dist\/.+\.mjs$/,
};

function stageInPart(name: string, wanted: RegExp, to: string): Manifest {
  const from = join('server/node_modules', name);
  const { version, description, license, repository, type, exports } = readManifest(from);
  const isFolder = (path: string) => statSync(path).isDirectory();
  const files = realpathSync(join(root, from));
  copy(files, to, (path) => (isFolder(path) ? !path.endsWith('node_modules') : wanted.test(relative(files, path))));
  for (const file of ['README.md', 'LICENSE']) copyIfThere(join(files, file), join(to, file));
  const manifest = { name, version, description, license, repository, type, exports };
  writeManifest(to, manifest);
  return manifest;
}

/**
 * `posthorn`: the command line, and inside it what it runs. So one file installs by itself, and its parts can have no other version.
 */
export function stageProgram({ compiled, console, to }: Places & { readonly console: string }, changelog: string): void {
  const inside = (name: string) => join(to, 'node_modules', name);
  layOut('cli', { compiled, to }, { types: false });
  writeFileSync(join(to, 'CHANGELOG.md'), changelog);
  for (const folder of ['contract', 'sdk', 'server']) stageInside(folder, { compiled, to: inside(readManifest(folder).name) });
  copy(join(root, 'server/src/pages'), join(inside('@posthorn/server'), 'dist/pages'), (path) => !['.json', '.ts'].includes(extname(path)));
  copy(
    join(root, 'server/src/templates/gallery'),
    join(inside('@posthorn/server'), 'dist/templates/gallery'),
    (path) => extname(path) !== '.ts',
  );
  copy(console, join(inside('@posthorn/server'), 'console'));
  const parts = ['contract', 'sdk', 'server'].map(readManifest);
  const inPart = Object.entries(IN_PART).map(([name, wanted]) => stageInPart(name, wanted, inside(name)));
  const bundled = Object.fromEntries([...parts, ...inPart].map(({ name, version }) => [name, version]));
  writeManifest(to, {
    ...publishedManifest('cli'),
    dependencies: { ...joinDependencies([readManifest('cli'), ...parts]), ...bundled },
    bundleDependencies: Object.keys(bundled),
  });
}

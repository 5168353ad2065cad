// How long a server takes from its start to its first response, against a process that imports the same packages and nothing else.
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { findProgram } from '../../scripts/packages/built-program.ts';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { inherited, spawnServer } from '../support/processes/process.ts';
import { median, verdictOf } from './support/compare.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 9);
const START = { goal: 2, floor: 3 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const program = await findProgram();
const options = { command: [program, 'serve', '--auto'] };

/** Milliseconds from the start of a server to its response to the first request. */
async function answerFirst(environment: Record<string, string>): Promise<number> {
  const start = performance.now();
  const server = await spawnServer(environment, options);
  const answer = await fetch(`${server.url}/health`);
  const ms = performance.now() - start;
  if (!answer.ok) throw new Error(`/health answered ${answer.status}`);
  await server.end('SIGTERM');
  return ms;
}

/** Returns what a server has imported when it responds. */
async function listImports(environment: Record<string, string>): Promise<readonly string[]> {
  const file = join(folder, 'imports.json');
  const recorder = pathToFileURL(join(import.meta.dirname, 'support/record-imports.mjs'));
  await answerFirst({ ...environment, IMPORTS_FILE: file, NODE_OPTIONS: `--import ${recorder}` });
  return JSON.parse(readFileSync(file, 'utf8'));
}

/** Milliseconds that a process takes to import packages, from its start. */
async function importBare(names: readonly string[]): Promise<number> {
  const text = `${names.map((name) => `import ${JSON.stringify(name)};`).join('\n')}\nconsole.log('imported');`;
  const start = performance.now();
  const bare = spawn(process.execPath, ['--input-type=module', '--eval', text], {
    cwd: dirname(program),
    env: inherited,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(bare.stdout, 'data');
  const ms = performance.now() - start;
  await once(bare, 'close');
  return ms;
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const environment = { DATABASE_URL: url };
  const names = await listImports(environment);
  await importBare(names);
  const rounds: { ours: number; bare: number }[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push({ bare: await importBare(names), ours: await answerFirst(environment) });
  const ratio = median(rounds.map(({ ours, bare }) => ours / bare));
  const ms = (pick: (round: (typeof rounds)[number]) => number) => `${median(rounds.map(pick)).toFixed(0)} ms`;
  console.log(
    `${engine}: first answer after ${ms(({ ours }) => ours)}, imports of ${names.length} packages ${ms(({ bare }) => bare)}, ` +
      `ratio ${ratio.toFixed(2)}, target ≤ ${START.goal} (${START.floor}): ${verdictOf(ratio, START)}`,
  );
}

await run('sqlite', `sqlite:${join(folder, 'start.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

// How many webhooks per second are delivered and recorded, against the requests of a bare client, and with a fifth of the endpoints
// hanging.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Pool } from 'undici';
import { runOnPostgres, startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { spawnServer } from '../support/processes/process.ts';
import { median } from './support/compare.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { DELIVERIES, ENDPOINTS, FIRST, fillWebhooks, reached } from './support/fill-webhooks.ts';
import { type HookSink, startHookSink } from './support/peers/hook-sink.ts';

/** A fifth of all. */
const HANGING = 4;
const ROUNDS = 3;
const CONNECTIONS = 50;
/** About the size of one of our payloads. */
const BODY = JSON.stringify({ type: 'delivery', data: 'x'.repeat(400) });
const PACE = { goal: 0.5, floor: 0.3 };
const BESIDE = { goal: 0.9, floor: 0.7 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

/** Requests per second of a client that stores nothing. */
async function postBare(sink: HookSink): Promise<number> {
  const pool = new Pool(sink.url(''), { connections: CONNECTIONS, connect: { ca: sink.authority } });
  const posts = ENDPOINTS * DELIVERIES;
  let begun = 0;
  async function work(): Promise<void> {
    while (begun < posts) {
      begun += 1;
      const headers = { 'content-type': 'application/json' };
      const { body } = await pool.request({ method: 'POST', path: '/ok', headers, body: BODY });
      await body.dump();
    }
  }
  const start = performance.now();
  await Promise.all(Array.from({ length: CONNECTIONS }, work));
  const perSecond = (posts * 1000) / (performance.now() - start);
  await pool.close();
  return perSecond;
}

interface Bench {
  readonly engine: Engine['name'];
  readonly environment: Record<string, string>;
  readonly databaseCpu: () => number;
  readonly sink: HookSink;
}

/** Deliveries per second, and the cost of each. */
interface Pace {
  readonly perSecond: number;
  readonly ours: number;
  readonly theirs: number;
}

async function deliver(bench: Bench, hanging: number): Promise<Pace> {
  const { environment, databaseCpu, sink } = bench;
  await fillWebhooks(environment, sink, hanging);
  const before = await sink.count();
  const server = await spawnServer(environment);
  await reached(sink, before + FIRST);
  const [first, start, ours, theirs] = [await sink.count(), performance.now(), cpuOf(server.pid), databaseCpu()];
  await reached(sink, before + ENDPOINTS * DELIVERIES);
  const [ms, count] = [performance.now() - start, before + ENDPOINTS * DELIVERIES - first];
  const pace = {
    perSecond: (count * 1000) / ms,
    ours: ((cpuOf(server.pid) - ours) * 1000) / count,
    theirs: ((databaseCpu() - theirs) * 1000) / count,
  };
  await server.end('SIGTERM');
  return pace;
}

const verdict = (ratio: number, { goal, floor }: { goal: number; floor: number }) =>
  `ratio ${ratio.toFixed(2)}, target ≥ ${goal} (${floor}): ${ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : 'MISSED'}`;

async function run(engine: Engine['name'], urls: readonly string[]): Promise<void> {
  const sink = await startHookSink();
  const rounds: { bare: number; alone: Pace; beside: Pace }[] = [];
  await postBare(sink);
  for (let round = 0; round < ROUNDS; round += 1) {
    const bare = await postBare(sink);
    const paces: Pace[] = [];
    // Each on its own database: deliveries to hanging endpoints are retried for a day.
    for (const hanging of [0, HANGING]) {
      const url = urls[2 * round + (hanging === 0 ? 0 : 1)] ?? '';
      const environment = { DATABASE_URL: url, WEBHOOK_ALLOW_PRIVATE: 'true', NODE_EXTRA_CA_CERTS: sink.authorityFile };
      const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
      paces.push(await deliver({ engine, environment, databaseCpu, sink }, hanging));
    }
    const [alone, beside] = paces;
    if (alone !== undefined && beside !== undefined) rounds.push({ bare, alone, beside });
  }
  const of = (pick: (round: (typeof rounds)[number]) => number) => median(rounds.map(pick));
  console.log(
    `${engine}: ${of(({ alone }) => alone.perSecond).toFixed(0)} deliveries/s, a bare client ${of(({ bare }) => bare).toFixed(0)} posts/s, ` +
      `${verdict(
        of(({ alone, bare }) => alone.perSecond / bare),
        PACE,
      )}; CPU of a delivery ${of(({ alone }) => alone.ours).toFixed(0)} µs ours, ${of(({ alone }) => alone.theirs).toFixed(0)} µs the database's`,
  );
  console.log(
    `${engine}: beside ${HANGING} hanging endpoints of ${ENDPOINTS + HANGING} ${of(({ beside }) => beside.perSecond).toFixed(0)} deliveries/s, ` +
      verdict(
        of(({ alone, beside }) => beside.perSecond / alone.perSecond),
        BESIDE,
      ),
  );
  sink.close();
}

const numbers = Array.from({ length: 2 * ROUNDS }, (_, number) => number);
await run(
  'sqlite',
  numbers.map((number) => `sqlite:${join(folder, `hooks-${number}.db`)}`),
);
const postgres = await startPostgres({ durable: true });
const names = numbers.map((number) => `hooks_${number}`);
for (const name of names) await runOnPostgres(postgres.url, `create database ${name}`);
await run(
  'postgres',
  names.map((name) => postgres.url.replace(/\/postgres$/, `/${name}`)),
);
await postgres.stop();
rmSync(folder, { recursive: true });

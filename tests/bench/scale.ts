// The cost of a mail, with one process of each kind and with several: processor time, bytes of PostgreSQL's write-ahead log, bytes stored.
import pg from 'pg';
import type { Pool } from 'undici';
import { runOnPostgres, startPostgres } from '../support/database/postgres.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { median } from './support/compare.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { type SmtpDrain, startSmtpDrain } from './support/peers/smtp-drain.ts';
import { mintSenders, openPool, type Senders, sendLoad } from './support/send-load.ts';

const PROCESSES = [1, 2, 4];
const MAILS = Number(process.env.BENCH_MAILS ?? 6000);
/** Warm-up mails of each process. */
const WARM_UP = 3000;
const ROUNDS = 3;
const TENANTS = 200;
/** Connections per accepting process: more processes have more clients. */
const CONNECTIONS = 48;
/** CPU of a mail with four processes of each kind against that with one. */
const GROWTH = { goal: 1.1, floor: 1.3 };

/** The cost of a mail, from the request to the final reply of the receiving server. */
interface Cost {
  /** Microseconds of our processes, and of PostgreSQL's. */
  readonly ours: number;
  readonly theirs: number;
  /** Bytes. */
  readonly wal: number;
  readonly kept: number;
  readonly perSecond: number;
}

interface Bench {
  readonly url: string;
  readonly client: pg.Client;
  readonly sink: SmtpDrain;
}

async function measureBytes(client: pg.Client): Promise<{ wal: number; kept: number }> {
  const { rows } = await client.query(
    `select pg_wal_lsn_diff(pg_current_wal_lsn(), '0/0')::float8 as wal, pg_database_size(current_database())::float8 as kept`,
  );
  return rows[0];
}

/** Makes every accepting process accept its share, and waits until the sink has received everything. */
async function sendThrough(pools: readonly Pool[], { senders, sink, mails }: { senders: Senders; sink: SmtpDrain; mails: number }) {
  const requests = Math.ceil(mails / pools.length);
  const before = sink.count();
  await Promise.all(pools.map((pool) => sendLoad({ pool, senders, requests }, CONNECTIONS)));
  while (sink.count() < before + requests * pools.length) await sink.next();
  return requests * pools.length;
}

async function measureOnce(
  pools: readonly Pool[],
  processes: readonly ServerProcess[],
  { client, sink, url, senders }: Bench & { senders: Senders },
) {
  const databaseCpu = await postgresCpu(url);
  const ours = () => processes.reduce((sum, { pid }) => sum + cpuOf(pid), 0);
  await client.query('checkpoint');
  const [bytes, start, own, their] = [await measureBytes(client), performance.now(), ours(), databaseCpu()];
  const mails = await sendThrough(pools, { senders, sink, mails: MAILS });
  const seconds = (performance.now() - start) / 1000;
  await sink.quiet();
  const after = await measureBytes(client);
  const each = (from: number, to: number, times = 1) => ((to - from) * times) / mails;
  return {
    ours: each(own, ours(), 1000),
    theirs: each(their, databaseCpu(), 1000),
    wal: each(bytes.wal, after.wal),
    kept: each(bytes.kept, after.kept),
    perSecond: mails / seconds,
  };
}

async function measure(count: number, bench: Bench): Promise<Cost> {
  const environment = { DATABASE_URL: bench.url, PROVIDER_URL: bench.sink.url, LOG_LEVEL: 'info' };
  const start = (role: string) => Promise.all(Array.from({ length: count }, () => spawnServer({ ...environment, ROLE: role })));
  const intake = await start('api');
  const workers = await start('worker');
  const senders = await mintSenders(intake[0]?.url ?? '', TENANTS);
  const pools = intake.map(({ url }) => openPool(url, CONNECTIONS));
  await sendThrough(pools, { senders, sink: bench.sink, mails: WARM_UP * count });
  await bench.sink.quiet();
  const rounds: Cost[] = [];
  for (let round = 0; round < ROUNDS; round += 1) rounds.push(await measureOnce(pools, [...intake, ...workers], { ...bench, senders }));
  for (const pool of pools) await pool.close();
  await Promise.all([...intake, ...workers].map((process) => process.end('SIGTERM')));
  const of = (key: keyof Cost) => median(rounds.map((cost) => cost[key]));
  return { ours: of('ours'), theirs: of('theirs'), wal: of('wal'), kept: of('kept'), perSecond: of('perSecond') };
}

const postgres = await startPostgres({ durable: true });
const sink = await startSmtpDrain();
const costs: Cost[] = [];
for (const count of PROCESSES) {
  await runOnPostgres(postgres.url, `create database scale_${count}`);
  const url = postgres.url.replace(/\/postgres$/, `/scale_${count}`);
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  const cost = await measure(count, { url, client, sink });
  await client.end();
  costs.push(cost);
  console.log(
    `postgres, ${count} processes that take mail and ${count} that send it: ${cost.perSecond.toFixed(0)} mails/s through all of it; of a mail ` +
      `${cost.ours.toFixed(0)} µs of our processors, ${cost.theirs.toFixed(0)} µs of PostgreSQL's, ` +
      `${cost.wal.toFixed(0)} bytes written ahead, ${cost.kept.toFixed(0)} bytes kept`,
  );
}
const cpu = (cost: Cost | undefined) => (cost === undefined ? Number.NaN : cost.ours + cost.theirs);
const growth = cpu(costs.at(-1)) / cpu(costs[0]);
const verdict = growth <= GROWTH.goal ? 'goal' : growth <= GROWTH.floor ? 'floor' : 'MISSED';
console.log(
  `postgres, CPU of a mail with 4 processes ÷ with 1: ratio ${growth.toFixed(2)}, target ≤ ${GROWTH.goal} (${GROWTH.floor}): ${verdict}`,
);
await sink.close();
await postgres.stop();

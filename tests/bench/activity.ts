// What statistics, recipient search and the event feed cost a tenant that only sends mail: with and without them, in turn.
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { runOnPostgres, startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { spawnServer } from '../support/processes/process.ts';
import { median } from './support/compare.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { type SmtpDrain, startSmtpDrain } from './support/peers/smtp-drain.ts';
import { mintSenders, openPool, type Senders, sendLoad } from './support/send-load.ts';
import { withoutActivity } from './support/without-activity.ts';

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5);
const MAILS = Number(process.env.BENCH_MAILS ?? 10_000);
/** Warm-up mails for the process that accepts or sends. */
const FIRST = Number(process.env.BENCH_WARM_UP ?? 1500);
const TENANTS = 50;
const CONNECTIONS = 50;
const POLL_MS = 5;
/** Some times a round, so that what is appended is also folded while it is measured; a minute unless set. */
const JOB_INTERVAL_MS = '5000';
const GOAL = 0.97;

interface Measured {
  readonly perSecond: number;
  /** Microseconds of processor time per mail, of the server and its PostgreSQL. */
  readonly cpuUs: number;
}

type Round = Readonly<Record<Side['name'], { readonly accepting: Measured; readonly sending: Measured }>>;

interface Side {
  readonly name: 'with' | 'without';
  readonly environment: Readonly<Record<string, string>>;
  readonly sink: SmtpDrain;
  readonly databaseCpu: () => number;
  readonly senders: Senders;
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));

async function reached(sink: SmtpDrain, count: number): Promise<void> {
  while (sink.count() < count) await wait(POLL_MS);
}

/** Measures accepting mails one by one; they stay in the queue. */
async function accept({ environment, databaseCpu, senders }: Side): Promise<Measured> {
  const intake = await spawnServer({ ...environment, ROLE: 'api' });
  const pool = openPool(intake.url, CONNECTIONS);
  await sendLoad({ pool, senders, requests: FIRST }, CONNECTIONS);
  const cpu = () => cpuOf(intake.pid) + databaseCpu();
  const before = cpu();
  const { perSecond } = await sendLoad({ pool, senders, requests: MAILS }, CONNECTIONS);
  const cpuUs = ((cpu() - before) * 1000) / MAILS;
  await pool.close();
  await intake.end('SIGTERM');
  return { perSecond, cpuUs };
}

/** Measures delivering the queued mails. */
async function drain({ sink, environment, databaseCpu }: Side): Promise<Measured> {
  const last = sink.count() + FIRST + MAILS;
  const sender = await spawnServer(environment);
  await reached(sink, last - MAILS);
  const cpu = () => cpuOf(sender.pid) + databaseCpu();
  const [first, start, before] = [sink.count(), performance.now(), cpu()];
  await reached(sink, last);
  const count = sink.count() - first;
  const measured = { perSecond: (count * 1000) / (performance.now() - start), cpuUs: ((cpu() - before) * 1000) / count };
  await sink.quiet();
  await sender.end('SIGTERM');
  return measured;
}

/** Accepts mails one by one, then delivers them. */
async function work(side: Side): Promise<Round[Side['name']]> {
  const accepting = await accept(side);
  return { accepting, sending: await drain(side) };
}

async function prepare(name: Side['name'], engine: Engine['name'], url: string): Promise<Side> {
  const sink = await startSmtpDrain();
  const program = name === 'with' ? {} : { NODE_OPTIONS: withoutActivity };
  const environment = { DATABASE_URL: url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS, ...program };
  const server = await spawnServer(environment);
  const senders = await mintSenders(server.url, TENANTS);
  await server.end('SIGTERM');
  if (name === 'without') await forgetPlaces(engine, url);
  return { name, environment, sink, databaseCpu: engine === 'sqlite' ? () => 0 : await postgresCpu(url), senders };
}

/** Removes the positions of events from a database, and adds an index to delete a tenant's events by. */
async function forgetPlaces(engine: Engine['name'], url: string): Promise<void> {
  const db = await openDatabase(url);
  await sql`drop index events_feed`.execute(db.maintenance);
  if (engine === 'sqlite') await sql`create index events_purge on events (tenant_id, id)`.execute(db.maintenance);
  if (engine === 'postgres') await sql`alter table events alter column place drop default`.execute(db.maintenance);
  await db.close();
}

function report(engine: string, what: 'accepting' | 'sending', rounds: readonly Round[]): void {
  const values = (name: Side['name'], figure: keyof Measured) => rounds.map((round) => round[name][what][figure]);
  const typical = (name: Side['name'], figure: keyof Measured) => median(values(name, figure)).toFixed(0);
  const ratio = (figure: keyof Measured) => {
    const without = values('without', figure);
    const ratios = values('with', figure).map((value, round) => value / (without[round] ?? Number.NaN));
    return `${median(ratios).toFixed(3)} (${ratios.map((each) => each.toFixed(2)).join(' ')})`;
  };
  console.log(
    `${engine}, ${what}, with ÷ without: ${typical('with', 'perSecond')}/s, ${typical('without', 'perSecond')}/s, ratio ${ratio('perSecond')}, ` +
      `target ≥ ${GOAL}; CPU of a mail ${typical('with', 'cpuUs')} µs, ${typical('without', 'cpuUs')} µs, ratio ${ratio('cpuUs')}`,
  );
}

async function run(engine: Engine['name'], urls: Readonly<Record<Side['name'], string>>): Promise<void> {
  const without = await prepare('without', engine, urls.without);
  const sides = [without, await prepare('with', engine, urls.with)] as const;
  // Neither has warmed up in the first round.
  for (const side of sides) await work(side);
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    // They take turns in going first.
    const [first, second] = round % 2 === 0 ? sides : [sides[1], sides[0]];
    const measured = { [first.name]: await work(first), [second.name]: await work(second) };
    // Safe because there is one of each name.
    rounds.push(measured as unknown as Round);
  }
  report(engine, 'accepting', rounds);
  report(engine, 'sending', rounds);
  for (const { sink } of sides) await sink.close();
}

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
await run('sqlite', { with: `sqlite:${join(folder, 'with.db')}`, without: `sqlite:${join(folder, 'without.db')}` });
rmSync(folder, { recursive: true });
const postgres = await startPostgres({ durable: true });
await runOnPostgres(postgres.url, 'create database without');
await run('postgres', { with: postgres.url, without: postgres.url.replace(/\/postgres$/, '/without') });
await postgres.stop();

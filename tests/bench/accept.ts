// How fast mails are accepted, with all checks and durably, against the smallest server that does the same.
import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { runOnPostgres, startPostgres } from '../support/database/postgres.ts';
import { spawnServer } from '../support/processes/process.ts';
import { median } from './support/compare.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { type BareRow, openBareStore } from './support/peers/bare-store.ts';
import { type Load, mintSenders, openPool, sendLoad } from './support/send-load.ts';
import { QUICK, sizeOf } from './support/size.ts';

const ENGINE = process.env.BENCH_ENGINE;
const CONNECTIONS = 50;
const BATCH = 100;
const BATCH_CONNECTIONS = 10;
const RAW_AT_ONCE = 4;
const TENANTS = sizeOf('BENCH_TENANTS', { whole: 1500, quick: 10 });
const REQUESTS = sizeOf('BENCH_REQUESTS', { whole: 6000, quick: 200 });
const BATCHES = Math.ceil(sizeOf('BENCH_BATCHED', { whole: 20_000, quick: 200 }) / BATCH);
/** Warm-up, until V8 has compiled the hot paths. */
const WARM_UP = sizeOf('BENCH_WARM_UP', { whole: 20_000, quick: 50 });
const ROUNDS = QUICK ? 1 : 3;
/** About the size of one of our mails. */
const BODY = JSON.stringify({ from: 'hello@example.com', to: ['user@example.net'], subject: 'Hello', text_body: 'x'.repeat(800) });

interface Measured {
  /** Mails. */
  readonly perSecond: number;
  /** Milliseconds. */
  readonly p99: number;
  /** Microseconds per mail, of the accepting process and of PostgreSQL. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

type Measure = () => Promise<Measured>;
type Cpu = () => number;

/** Makes a server accept mails, and returns the cost. */
async function measureServer(load: Load, { pid, databaseCpu }: { pid: number; databaseCpu: Cpu }): Promise<Measured> {
  const each = load.batch ?? 1;
  const [own, theirs] = [cpuOf(pid), databaseCpu()];
  const { perSecond, p99 } = await sendLoad(load, each === 1 ? CONNECTIONS : BATCH_CONNECTIONS);
  const ofMail = (ms: number) => (ms * 1000) / (load.requests * each);
  return { perSecond: perSecond * each, p99, cpu: ofMail(cpuOf(pid) - own), databaseCpu: ofMail(databaseCpu() - theirs) };
}

/** Inserts rows of the same size into a table with only a primary key, with as many per commit. */
async function measureInserts(insert: (rows: readonly BareRow[]) => Promise<void> | void, databaseCpu: Cpu): Promise<Measured> {
  const [own, theirs, start] = [process.cpuUsage(), databaseCpu(), performance.now()];
  let begun = 0;
  async function lane(): Promise<void> {
    while (begun < BATCHES) {
      begun += 1;
      await insert(Array.from({ length: BATCH }, () => [crypto.randomUUID(), BODY]));
    }
  }
  await Promise.all(Array.from({ length: RAW_AT_ONCE }, lane));
  const { user, system } = process.cpuUsage(own);
  const rows = BATCHES * BATCH;
  const seconds = (performance.now() - start) / 1000;
  return { perSecond: rows / seconds, p99: Number.NaN, cpu: (user + system) / rows, databaseCpu: ((databaseCpu() - theirs) * 1000) / rows };
}

async function startBare(url: string, group: boolean): Promise<{ url: string; pid: number; child: ChildProcess }> {
  const child = spawn(process.execPath, [join(import.meta.dirname, 'support/peers/bare-server.ts')], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, GROUP: String(group) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const [line] = await once(child.stdout, 'data');
  return { url: String(line).trim(), pid: child.pid ?? 0, child };
}

interface Row {
  readonly name: string;
  readonly ours: readonly Measured[];
  readonly bare: readonly Measured[];
  readonly goal: number;
  readonly floor: number;
}

function describe(measured: readonly Measured[]): string {
  const of = (key: keyof Measured, digits = 0) => median(measured.map((each) => each[key])).toFixed(digits);
  return `${of('perSecond')}/s (p99 ${of('p99', 1)} ms, CPU ${of('cpu')} µs and the database's ${of('databaseCpu')} each)`;
}

function report({ name, ours, bare, goal, floor }: Row): void {
  const ratiosOf = (key: keyof Measured) => ours.map((measured, round) => measured[key] / (bare[round]?.[key] ?? Number.NaN));
  const [ratios, tail] = [ratiosOf('perSecond'), median(ratiosOf('p99'))];
  const ratio = median(ratios);
  const verdict = ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : 'MISSED';
  console.log(
    `${name}: ours ${describe(ours)}, bare ${describe(bare)}, ratio ${ratio.toFixed(2)} ` +
      `(${ratios.map((value) => value.toFixed(2)).join(' ')}), target ≥ ${goal} (${floor}): ${verdict}` +
      (Number.isNaN(tail) ? '' : `; p99 ratio ${tail.toFixed(2)}, target ≤ 1 (1.5)`),
  );
}

/** Measures each in turn, round after round. */
async function measureInTurn<Name extends string>(subjects: Readonly<Record<Name, Measure>>): Promise<Record<Name, Measured[]>> {
  const names = Object.keys(subjects) as Name[];
  const results = Object.fromEntries(names.map((name) => [name, [] as Measured[]])) as Record<Name, Measured[]>;
  for (let round = 0; round < ROUNDS; round += 1) for (const name of names) results[name].push(await subjects[name]());
  return results;
}

async function checkNothingLost(url: string, accepted: number): Promise<void> {
  const db = await openDatabase(url);
  const { rows } = await sql<{ stored: number }>`select count(*) as stored from messages`.execute(db.read);
  await db.close();
  const stored = Number(rows[0]?.stored);
  if (stored !== accepted) throw new Error(`${accepted} mails were accepted, and ${stored} are there`);
}

interface Databases {
  readonly ours: string;
  readonly single: string;
  readonly grouped: string;
  readonly raw: string;
}

async function run(engine: 'sqlite' | 'postgres', urls: Databases): Promise<void> {
  const server = await spawnServer({ DATABASE_URL: urls.ours, ROLE: 'api', LOG_LEVEL: 'info' });
  const senders = await mintSenders(server.url, TENANTS);
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(urls.ours);
  const [single, grouped, raw] = [await startBare(urls.single, false), await startBare(urls.grouped, true), await openBareStore(urls.raw)];
  const loadOf = (url: string) => ({ pool: openPool(url, CONNECTIONS), senders, requests: REQUESTS });
  const [ours, toSingle, toGrouped] = [loadOf(server.url), loadOf(single.url), loadOf(grouped.url)];
  let accepted = 0;
  const measureOurs = async (load: Load): Promise<Measured> => {
    accepted += load.requests * (load.batch ?? 1);
    return measureServer(load, { pid: server.pid, databaseCpu });
  };
  const batches = { ...ours, requests: BATCHES, batch: BATCH };
  await measureOurs({ ...ours, requests: WARM_UP });
  for (const load of [toSingle, toGrouped]) await sendLoad({ ...load, requests: WARM_UP }, CONNECTIONS);
  const results = await measureInTurn({
    accept: () => measureOurs(ours),
    single: () => measureServer(toSingle, { pid: single.pid, databaseCpu }),
    grouped: () => measureServer(toGrouped, { pid: grouped.pid, databaseCpu }),
  });
  await measureOurs(batches);
  const many = await measureInTurn({ batch: () => measureOurs(batches), raw: () => measureInserts(raw.insert, databaseCpu) });
  const perRequest = engine === 'sqlite' ? { goal: 1.5, floor: 1 } : { goal: 1, floor: 0.6 };
  report({ name: `${engine}, accept against a commit a request`, ours: results.accept, bare: results.single, ...perRequest });
  report({ name: `${engine}, accept against group commit`, ours: results.accept, bare: results.grouped, goal: 0.6, floor: 0.4 });
  report({ name: `${engine}, batch of ${BATCH} against raw inserts`, ours: many.batch, bare: many.raw, goal: 0.4, floor: 0.25 });
  for (const { pool } of [ours, toSingle, toGrouped]) await pool.close();
  for (const { child } of [single, grouped]) child.kill('SIGKILL');
  await raw.close();
  await server.end('SIGTERM');
  await checkNothingLost(urls.ours, accepted);
}

async function runOnSqlite(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
  const file = (name: string) => `sqlite:${join(folder, `${name}.db`)}`;
  await run('sqlite', { ours: file('ours'), single: file('single'), grouped: file('grouped'), raw: file('raw') });
  rmSync(folder, { recursive: true });
}

async function runOnServer(): Promise<void> {
  const postgres = await startPostgres({ durable: true });
  const database = async (name: string) => {
    await runOnPostgres(postgres.url, `create database bench_${name}`);
    return postgres.url.replace(/\/postgres$/, `/bench_${name}`);
  };
  await run('postgres', {
    ours: await database('ours'),
    single: await database('single'),
    grouped: await database('grouped'),
    raw: await database('raw'),
  });
  await postgres.stop();
}

if (ENGINE !== 'postgres') await runOnSqlite();
if (ENGINE !== 'sqlite') await runOnServer();

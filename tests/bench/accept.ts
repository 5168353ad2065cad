// How fast mails are accepted, with all checks and durably, against the least server that does the same.
import { spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import pg from 'pg';
import { Pool } from 'undici';
import { startPostgres } from '../support/postgres.ts';
import { spawnServer } from '../support/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

const CONNECTIONS = 50;
const TENANTS = Number(process.env.BENCH_TENANTS ?? 1500);
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 6000);
const ROUNDS = 3;
const TEXT = 'x'.repeat(800);
/** Of a second, in which /proc counts processor time. */
const TICKS = 100;

interface Subject {
  readonly name: string;
  readonly pid: number;
  readonly pool: Pool;
  readonly keys: readonly string[];
  readonly from: readonly string[];
}

interface Measured {
  readonly perSecond: number;
  readonly p99: number;
  /** Milliseconds of the server's processor time for each request. */
  readonly cpu: number;
}

const median = (values: readonly number[]) => [...values].sort((left, right) => left - right)[Math.floor(values.length / 2)] ?? Number.NaN;

/** Processor time of a process, in ms. */
function cpuOf(pid: number): number {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8')
    .replace(/^.*\) /, '')
    .split(' ');
  return ((Number(fields[11]) + Number(fields[12])) * 1000) / TICKS;
}

async function measure({ pool, pid, keys, from }: Subject): Promise<Measured> {
  const times: number[] = [];
  let begun = 0;
  async function client(): Promise<void> {
    while (begun < REQUESTS) {
      const number = begun;
      begun += 1;
      const place = number % keys.length;
      const body = JSON.stringify({ from: from[place], to: [`user${number}@example.net`], subject: 'Hello', text_body: TEXT });
      const start = performance.now();
      const answer = await pool.request({
        method: 'POST',
        path: '/v1/email',
        headers: { authorization: `Bearer ${keys[place]}`, 'content-type': 'application/json' },
        body,
      });
      const text = await answer.body.text();
      if (answer.statusCode !== 202) throw new Error(`${answer.statusCode} ${text}`);
      times.push(performance.now() - start);
    }
  }
  const [cpu, start] = [cpuOf(pid), performance.now()];
  await Promise.all(Array.from({ length: CONNECTIONS }, client));
  const seconds = (performance.now() - start) / 1000;
  times.sort((left, right) => left - right);
  return { perSecond: REQUESTS / seconds, p99: times[Math.floor(REQUESTS * 0.99)] ?? Number.NaN, cpu: (cpuOf(pid) - cpu) / REQUESTS };
}

async function startBare(url: string, group: boolean): Promise<{ url: string; pid: number; end(): void }> {
  const program = join(import.meta.dirname, 'support/bare-server.ts');
  const child = spawn(process.execPath, [program], {
    env: { PATH: process.env.PATH, DATABASE_URL: url, GROUP: String(group) },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  const line = await new Promise<string>((resolve) => child.stdout.once('data', (data) => resolve(String(data).trim())));
  return { url: line, pid: child.pid ?? 0, end: () => child.kill('SIGKILL') };
}

function report(name: string, ours: readonly Measured[], bare: readonly Measured[], [goal, floor]: readonly [number, number]): void {
  const ratios = ours.map((measured, round) => measured.perSecond / (bare[round]?.perSecond ?? Number.NaN));
  const tails = ours.map((measured, round) => measured.p99 / (bare[round]?.p99 ?? Number.NaN));
  const of = (values: readonly Measured[], key: keyof Measured, digits: number) =>
    median(values.map((value) => value[key])).toFixed(digits);
  const ratio = median(ratios);
  const verdict = ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : 'MISSED';
  console.log(
    `${name}: ours ${of(ours, 'perSecond', 0)}/s (p99 ${of(ours, 'p99', 1)} ms, CPU ${of(ours, 'cpu', 3)} ms each), ` +
      `bare ${of(bare, 'perSecond', 0)}/s (p99 ${of(bare, 'p99', 1)} ms, CPU ${of(bare, 'cpu', 3)} ms each), ` +
      `ratio ${ratio.toFixed(2)} (${ratios.map((value) => value.toFixed(2)).join(' ')}), target ≥ ${goal} (${floor}): ${verdict}; ` +
      `p99 ratio ${median(tails).toFixed(2)}, target ≤ 1 (1.5)`,
  );
}

async function run(engine: 'sqlite' | 'postgres', databases: readonly [ours: string, single: string, grouped: string]): Promise<void> {
  const server = await spawnServer({ DATABASE_URL: databases[0], ROLE: 'api', LOG_LEVEL: 'info' });
  const admin = caller(server.url, OPERATOR_TOKEN);
  const tenants: TestTenant[] = [];
  for (let count = 0; count < TENANTS; count += 1) tenants.push(await mintTenant(server.url, admin, { rate_limit: -1, daily_quota: -1 }));
  const bares = [await startBare(databases[1], false), await startBare(databases[2], true)];
  const toSubject = (name: string, { url, pid }: { url: string; pid: number }): Subject => ({
    name,
    pid,
    pool: new Pool(url, { connections: CONNECTIONS }),
    keys: tenants.map(({ key }) => key),
    from: tenants.map((tenant) => tenant.from),
  });
  const [ours, single, grouped] = [
    toSubject('ours', server),
    toSubject('single', bares[0] ?? server),
    toSubject('grouped', bares[1] ?? server),
  ];
  const results = new Map<Subject, Measured[]>([ours, single, grouped].map((subject) => [subject, []]));
  for (const subject of results.keys()) await measure(subject);
  for (let round = 0; round < ROUNDS; round += 1) for (const [subject, measured] of results) measured.push(await measure(subject));
  const of = (subject: Subject) => results.get(subject) ?? [];
  report(`${engine}, accept against a commit a request`, of(ours), of(single), engine === 'sqlite' ? [1.5, 1] : [1, 0.6]);
  report(`${engine}, accept against group commit`, of(ours), of(grouped), [0.6, 0.4]);
  for (const { pool } of results.keys()) await pool.close();
  for (const bare of bares) bare.end();
  await server.end('SIGTERM');
}

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
await run('sqlite', [`sqlite:${join(folder, 'ours.db')}`, `sqlite:${join(folder, 'single.db')}`, `sqlite:${join(folder, 'grouped.db')}`]);
rmSync(folder, { recursive: true });

const postgres = await startPostgres({ durable: true });
const made: string[] = [];
const client = new pg.Client({ connectionString: postgres.url });
await client.connect();
for (const name of ['ours', 'single', 'grouped']) {
  await client.query(`create database bench_${name}`);
  made.push(postgres.url.replace(/\/postgres$/, `/bench_${name}`));
}
await client.end();
const [first = '', second = '', third = ''] = made;
await run('postgres', [first, second, third]);
await postgres.stop();

// How fast accepted mail is sent and recorded, signed or not, against Postfix's smtp-source into the same sink.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@posthorn/server';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { writeDraft } from '../support/fixtures/broadcasts.ts';
import { fillAudience } from '../support/fixtures/fill-audience.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { median } from './support/compare.ts';
import { cpuOf, postgresCpu } from './support/cpu-time.ts';
import { hasPostfix, type SmtpSink, sendBySource, startSmtpSink } from './support/peers/postfix.ts';
import { startSmtpDrain } from './support/peers/smtp-drain.ts';
import { QUICK, sizeOf } from './support/size.ts';
import { withoutSignature } from './support/without-signature.ts';

const MAILS = sizeOf('BENCH_MAILS', { whole: 10_000, quick: 200 });
/** Warm-up mails. */
const WARM_UP = sizeOf('BENCH_WARM_UP', { whole: 3000, quick: 0 });
const ROUNDS = QUICK ? 1 : 3;
const BATCH = 100;
const TENANTS = QUICK ? 5 : 50;
const TEXT = 'x'.repeat(800);
/** Bytes of one of our mails in transit, including headers and signature. */
const BYTES = 1800;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, contact_limit: -1 };
const POLL_MS = 5;
const POLLS_BETWEEN_LOOKS = 200;
const LATE_MS = 2000;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

/** RSA-2048 signatures per second of one core. */
function measureSignatures(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const data = Buffer.from(TEXT);
  const start = performance.now();
  let made = 0;
  for (; performance.now() - start < 1000; made += 1) sign('sha256', data, privateKey);
  return (made * 1000) / (performance.now() - start);
}

/** Postfix's sink, or our own in a quick run, which needs no Postfix. */
type Sink = Pick<SmtpSink, 'url' | 'count' | 'close'>;

interface Bench {
  readonly engine: Engine['name'];
  readonly environment: Record<string, string>;
  readonly databaseCpu: () => number;
  readonly sink: Sink;
  readonly tenants: readonly TestTenant[];
  readonly audienceId: string;
}

/** Waits until so many mails have arrived; fails if nothing more is under way. */
async function reached(sink: Sink, count: number, ended: () => Promise<boolean>): Promise<void> {
  for (let polls = 1; sink.count() < count; polls += 1) {
    await setTimeout(POLL_MS);
    if (polls % POLLS_BETWEEN_LOOKS > 0 || !(await ended())) continue;
    // The sink may report mails late.
    await setTimeout(LATE_MS);
    if (sink.count() < count) throw new Error(`only ${sink.count()} of ${count} mails have come, and nothing is on its way`);
  }
}

interface Sent {
  readonly perSecond: number;
  /** Microseconds per mail, of the sending process and of PostgreSQL. */
  readonly cpu: number;
  readonly databaseCpu: number;
}

/** The sender, and how many mails the sink received before. */
interface Sending {
  readonly server: ServerProcess;
  readonly before: number;
  readonly ended: () => Promise<boolean>;
}

/** Measures from the first arrivals to the last. */
async function measure({ sink, databaseCpu }: Bench, { server, before, ended }: Sending): Promise<Sent> {
  await reached(sink, before + Math.max(WARM_UP, 1), ended);
  const [first, start, own, theirs] = [sink.count(), performance.now(), cpuOf(server.pid), databaseCpu()];
  await reached(sink, before + WARM_UP + MAILS, ended);
  const [mails, ms] = [sink.count() - first, performance.now() - start];
  const ofMail = (used: number) => (used * 1000) / mails;
  return { perSecond: (mails * 1000) / ms, cpu: ofMail(cpuOf(server.pid) - own), databaseCpu: ofMail(databaseCpu() - theirs) };
}

/** Returns whether no mail waits to be sent. */
async function nothingWaits({ url }: ServerProcess): Promise<boolean> {
  const { body } = await caller(url, OPERATOR_TOKEN)('GET', '/admin/stats');
  return body.waiting.every(({ count }: { count: number }) => count === 0);
}

/** Accepts mail while nothing is sent, then starts a server that sends it. */
async function drainTransactional(bench: Bench, program: Readonly<Record<string, string>> = {}): Promise<Sent> {
  const { environment, sink, tenants } = bench;
  const intake = await spawnServer({ ...environment, ROLE: 'api' });
  const calls = tenants.map(({ key }) => caller(intake.url, key));
  for (let sent = 0; sent < WARM_UP + MAILS; sent += BATCH) {
    const place = (sent / BATCH) % TENANTS;
    const mail = { from: tenants[place]?.from, subject: 'Hello', text_body: TEXT };
    const emails = Array.from({ length: BATCH }, (_, number) => ({ ...mail, to: [`user${sent + number}@example.net`] }));
    const answer = await calls[place]?.('POST', '/v1/email/batch', { body: { emails } });
    if (answer?.status !== 200) throw new Error(`not accepted: ${answer?.status}`);
  }
  await intake.end('SIGTERM');
  const before = sink.count();
  const server = await spawnServer({ ...environment, ...program });
  const sent = await measure(bench, { server, before, ended: () => nothingWaits(server) });
  await server.end('SIGTERM');
  return sent;
}

async function drainBroadcast(bench: Bench): Promise<Sent> {
  const { environment, sink, tenants, audienceId } = bench;
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('no tenant');
  const server = await spawnServer(environment);
  const call = caller(server.url, tenant.key);
  const id = await writeDraft({ ...tenant, call }, audienceId, { body_html: `<p>${TEXT}</p>` });
  const before = sink.count();
  await call('POST', `/v1/broadcasts/${id}/send`);
  const ended = async () => (await call('GET', `/v1/broadcasts/${id}`)).body.status === 'sent' && nothingWaits(server);
  const sent = await measure(bench, { server, before, ended });
  await server.end('SIGTERM');
  return sent;
}

/** Our rate, and the one it is compared with. */
interface Round {
  readonly transactional: Sent;
  readonly unsigned: Sent;
  readonly broadcast: Sent;
  readonly source: number;
  readonly signatures: number;
}

type Subject = 'transactional' | 'unsigned' | 'broadcast';

interface Figure {
  readonly name: string;
  readonly of: Subject;
  readonly against: 'source' | 'signatures';
  readonly goal: number;
  readonly floor: number;
}

const FIGURES: readonly Figure[] = [
  { name: 'signed drain ÷ smtp-source', of: 'transactional', against: 'source', goal: 0.12, floor: 0.06 },
  { name: 'unsigned drain ÷ smtp-source', of: 'unsigned', against: 'source', goal: 0.3, floor: 0.15 },
  { name: 'signed drain ÷ RSA-2048 signatures of one core', of: 'transactional', against: 'signatures', goal: 0.5, floor: 0.3 },
  { name: 'signed drain of a broadcast ÷ smtp-source', of: 'broadcast', against: 'source', goal: 0.12, floor: 0.06 },
];

function report(engine: string, rounds: readonly Round[]): void {
  const middle = (of: (round: Round) => number) => median(rounds.map(of)).toFixed(0);
  const describe = (of: Subject) =>
    `${of} ${middle((round) => round[of].perSecond)}/s (CPU ${middle((round) => round[of].cpu)} µs ` +
    `and the database's ${middle((round) => round[of].databaseCpu)} each)`;
  for (const { name, of, against, goal, floor } of FIGURES) {
    const ratios = rounds.map((round) => round[of].perSecond / round[against]);
    const ratio = median(ratios);
    const verdict = ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : QUICK ? 'not measured' : 'MISSED';
    console.log(
      `${engine}, ${name}: ${describe(of)}, ${against} ${middle((round) => round[against])}/s, ratio ${ratio.toFixed(3)} (${ratios.map((value) => value.toFixed(3)).join(' ')}), target ≥ ${goal} (${floor}): ${verdict}`,
    );
  }
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const postfix = QUICK ? undefined : await startSmtpSink();
  const sink = postfix ?? (await startSmtpDrain());
  const environment = { DATABASE_URL: url, PROVIDER_URL: sink.url, LOG_LEVEL: 'info' };
  const server = await spawnServer(environment);
  const admin = caller(server.url, OPERATOR_TOKEN);
  const tenants: TestTenant[] = [];
  while (tenants.length < TENANTS) tenants.push(await mintTenant(server.url, admin, UNLIMITED));
  const [first] = tenants;
  if (first === undefined) throw new Error('no tenant');
  const { body: audience } = await first.call('POST', '/v1/audiences', { body: { name: 'all' } });
  await server.end('SIGTERM');
  const db = await openDatabase(url);
  await fillAudience(db, { tenantId: first.id, audienceId: audience.id, count: WARM_UP + MAILS });
  await db.close();
  const databaseCpu = engine === 'sqlite' ? () => 0 : await postgresCpu(url);
  const bench = { engine, environment, databaseCpu, sink, tenants, audienceId: audience.id };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      source: postfix === undefined ? Number.NaN : (MAILS * 1000) / (await sendBySource(postfix, { count: MAILS, bytes: BYTES })),
      transactional: await drainTransactional(bench),
      unsigned: await drainTransactional(bench, { NODE_OPTIONS: withoutSignature }),
      broadcast: await drainBroadcast(bench),
      signatures: measureSignatures(),
    });
  }
  report(engine, rounds);
  await sink.close();
}

if (!QUICK && !hasPostfix()) throw new Error('smtp-source and smtp-sink of Postfix are needed');
await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres({ durable: true });
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

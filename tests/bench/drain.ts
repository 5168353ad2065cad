// How fast accepted mail leaves, signed and recorded, against Postfix's smtp-source into the same sink.
import { generateKeyPairSync, sign } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { openDatabase } from '@posthorn/server';
import { writeDraft } from '../support/broadcasts.ts';
import type { Engine } from '../support/engines.ts';
import { fillAudience } from '../support/fill-audience.ts';
import { startPostgres } from '../support/postgres.ts';
import { type ServerProcess, spawnServer } from '../support/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { median } from './support/compare.ts';
import { hasPostfix, type SmtpSink, sendBySource, startSmtpSink } from './support/postfix.ts';
import { QUICK, sizeOf } from './support/size.ts';
import { startSmtpDrain } from './support/smtp-drain.ts';

const MAILS = sizeOf('BENCH_MAILS', { whole: 10_000, quick: 200 });
/** Those by which what sends them gets to its pace. */
const WARM_UP = sizeOf('BENCH_WARM_UP', { whole: 3000, quick: 0 });
const ROUNDS = QUICK ? 1 : 3;
const BATCH = 100;
const TENANTS = QUICK ? 5 : 50;
const TEXT = 'x'.repeat(800);
/** Of a mail of ours on its way, headers and signature included. */
const BYTES = 1800;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, contact_limit: -1 };
const POLL_MS = 5;
const POLLS_BETWEEN_LOOKS = 200;
const LATE_MS = 2000;

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

/** RSA-2048 signatures a second of one core. */
function measureSignatures(): number {
  const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const data = Buffer.from(TEXT);
  const start = performance.now();
  let made = 0;
  for (; performance.now() - start < 1000; made += 1) sign('sha256', data, privateKey);
  return (made * 1000) / (performance.now() - start);
}

/** Of Postfix, or in a quick run, which needs none, our own. */
type Sink = Pick<SmtpSink, 'url' | 'count' | 'close'>;

interface Bench {
  readonly engine: Engine['name'];
  readonly environment: Record<string, string>;
  readonly sink: Sink;
  readonly tenants: readonly TestTenant[];
  readonly audienceId: string;
}

/** Waits until so many have come; fails where nothing more is on its way. */
async function reached(sink: Sink, count: number, ended: () => Promise<boolean>): Promise<void> {
  for (let polls = 1; sink.count() < count; polls += 1) {
    await setTimeout(POLL_MS);
    if (polls % POLLS_BETWEEN_LOOKS > 0 || !(await ended())) continue;
    // What the sink has taken, it may say later.
    await setTimeout(LATE_MS);
    if (sink.count() < count) throw new Error(`only ${sink.count()} of ${count} mails have come, and nothing is on its way`);
  }
}

/** Mails a second of those that come now, from when the first of them have come to the last. */
async function rateOf(sink: Sink, before: number, ended: () => Promise<boolean>): Promise<number> {
  await reached(sink, before + Math.max(WARM_UP, 1), ended);
  const [first, start] = [sink.count(), performance.now()];
  await reached(sink, before + WARM_UP + MAILS, ended);
  return ((sink.count() - first) * 1000) / (performance.now() - start);
}

/** Returns whether no mail waits to be sent. */
async function nothingWaits({ url }: ServerProcess): Promise<boolean> {
  const { body } = await caller(url, OPERATOR_TOKEN)('GET', '/admin/stats');
  return body.waiting.every(({ count }: { count: number }) => count === 0);
}

/** Accepts mail while nobody sends it, then has a server send it. */
async function drainTransactional({ environment, sink, tenants }: Bench): Promise<number> {
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
  const sender = await spawnServer(environment);
  const rate = await rateOf(sink, before, () => nothingWaits(sender));
  await sender.end('SIGTERM');
  return rate;
}

async function drainBroadcast({ environment, sink, tenants, audienceId }: Bench): Promise<number> {
  const [tenant] = tenants;
  if (tenant === undefined) throw new Error('no tenant');
  const server = await spawnServer(environment);
  const call = caller(server.url, tenant.key);
  const id = await writeDraft({ ...tenant, call }, audienceId, { body_html: `<p>${TEXT}</p>` });
  const before = sink.count();
  await call('POST', `/v1/broadcasts/${id}/send`);
  const sent = async () => (await call('GET', `/v1/broadcasts/${id}`)).body.status === 'sent' && nothingWaits(server);
  const rate = await rateOf(sink, before, sent);
  await server.end('SIGTERM');
  return rate;
}

interface Round {
  readonly source: number;
  readonly transactional: number;
  readonly broadcast: number;
  readonly signatures: number;
}

interface Figure {
  readonly name: string;
  readonly of: keyof Round;
  readonly against: keyof Round;
  readonly goal: number;
  readonly floor: number;
}

const FIGURES: readonly Figure[] = [
  { name: 'signed drain ÷ smtp-source', of: 'transactional', against: 'source', goal: 0.12, floor: 0.06 },
  { name: 'signed drain ÷ RSA-2048 signatures of one core', of: 'transactional', against: 'signatures', goal: 0.5, floor: 0.3 },
  { name: 'signed drain of a broadcast ÷ smtp-source', of: 'broadcast', against: 'source', goal: 0.12, floor: 0.06 },
];

function report(engine: string, rounds: readonly Round[]): void {
  const rate = (key: keyof Round) => `${key} ${median(rounds.map((round) => round[key])).toFixed(0)}/s`;
  for (const { name, of, against, goal, floor } of FIGURES) {
    const ratios = rounds.map((round) => round[of] / round[against]);
    const ratio = median(ratios);
    const verdict = ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : QUICK ? 'not measured' : 'MISSED';
    console.log(
      `${engine}, ${name}: ${rate(of)}, ${rate(against)}, ratio ${ratio.toFixed(3)} (${ratios.map((value) => value.toFixed(3)).join(' ')}), target ≥ ${goal} (${floor}): ${verdict}`,
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
  const bench = { engine, environment, sink, tenants, audienceId: audience.id };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      source: postfix === undefined ? Number.NaN : (MAILS * 1000) / (await sendBySource(postfix, { count: MAILS, bytes: BYTES })),
      transactional: await drainTransactional(bench),
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

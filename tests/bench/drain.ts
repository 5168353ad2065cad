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
import { spawnServer } from '../support/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { median } from './support/compare.ts';
import { hasPostfix, type SmtpSink, sendBySource, startSmtpSink } from './support/postfix.ts';

const MAILS = Number(process.env.BENCH_MAILS ?? 10_000);
const ROUNDS = 3;
const BATCH = 100;
const TENANTS = 50;
const TEXT = 'x'.repeat(800);
/** Of a mail of ours on its way, headers and signature included. */
const BYTES = 1800;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, contact_limit: -1 };
const POLL_MS = 5;

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

interface Bench {
  readonly engine: Engine['name'];
  readonly environment: Record<string, string>;
  readonly sink: SmtpSink;
  readonly tenants: readonly TestTenant[];
  readonly audienceId: string;
}

/** Mails a second from the first to the last of so many that begin to come now. */
async function rateOf(sink: SmtpSink, before: number): Promise<number> {
  while (sink.count() === before) await setTimeout(POLL_MS);
  const [first, start] = [sink.count(), performance.now()];
  while (sink.count() < before + MAILS) await setTimeout(POLL_MS);
  return ((sink.count() - first) * 1000) / (performance.now() - start);
}

/** Accepts mail while nobody sends it, then has a server send it. */
async function drainTransactional({ environment, sink, tenants }: Bench): Promise<number> {
  const intake = await spawnServer({ ...environment, ROLE: 'api' });
  const calls = tenants.map(({ key }) => caller(intake.url, key));
  for (let sent = 0; sent < MAILS; sent += BATCH) {
    const place = (sent / BATCH) % TENANTS;
    const mail = { from: tenants[place]?.from, subject: 'Hello', text_body: TEXT };
    const emails = Array.from({ length: BATCH }, (_, number) => ({ ...mail, to: [`user${sent + number}@example.net`] }));
    const answer = await calls[place]?.('POST', '/v1/email/batch', { body: { emails } });
    if (answer?.status !== 200) throw new Error(`not accepted: ${answer?.status}`);
  }
  await intake.end('SIGTERM');
  const before = sink.count();
  const sender = await spawnServer(environment);
  const rate = await rateOf(sink, before);
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
  const rate = await rateOf(sink, before);
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
    const verdict = ratio >= goal ? 'goal' : ratio >= floor ? 'floor' : 'MISSED';
    console.log(
      `${engine}, ${name}: ${rate(of)}, ${rate(against)}, ratio ${ratio.toFixed(3)} (${ratios.map((value) => value.toFixed(3)).join(' ')}), target ≥ ${goal} (${floor}): ${verdict}`,
    );
  }
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const sink = await startSmtpSink();
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
  await fillAudience(db, { tenantId: first.id, audienceId: audience.id, count: MAILS });
  await db.close();
  const bench = { engine, environment, sink, tenants, audienceId: audience.id };
  const rounds: Round[] = [];
  for (let round = 0; round < ROUNDS; round += 1) {
    rounds.push({
      source: (MAILS * 1000) / (await sendBySource(sink, { count: MAILS, bytes: BYTES })),
      transactional: await drainTransactional(bench),
      broadcast: await drainBroadcast(bench),
      signatures: measureSignatures(),
    });
  }
  report(engine, rounds);
  await sink.close();
}

if (!hasPostfix()) throw new Error('smtp-source and smtp-sink of Postfix are needed');
await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres({ durable: true });
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

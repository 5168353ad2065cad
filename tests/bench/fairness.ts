// How long a tenant's mail takes from acceptance to the SMTP server, alone and while another tenant sends very many.
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
import { eventually } from '../support/wait.ts';
import { median, quantile, verdictOf } from './support/compare.ts';
import { type SmtpDrain, startSmtpDrain } from './support/peers/smtp-drain.ts';

const RECIPIENTS = Number(process.env.BENCH_RECIPIENTS ?? 100_000);
const ROUNDS = 3;
const SAMPLES = 100;
const MOST_GAP_MS = 30;
const BATCH = 100;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, contact_limit: -1 };
const TARGET = { goal: 2, floor: 4 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

interface Bench {
  readonly name: string;
  readonly drain: SmtpDrain;
  readonly busy: TestTenant;
  readonly quiet: TestTenant;
}

let sampled = 0;

/** Milliseconds from the request for one mail to its final dot, many times, one after another. */
async function sample({ drain, quiet }: Bench): Promise<number[]> {
  const times: number[] = [];
  for (let count = 0; count < SAMPLES; count += 1) {
    sampled += 1;
    const email = `quiet${sampled}@example.org`;
    const taken = drain.taken(email);
    const start = performance.now();
    const { status } = await quiet.call('POST', '/v1/email', { body: { from: quiet.from, to: [email], subject: 'Reset', text_body: 'x' } });
    if (status !== 202) throw new Error(`not accepted: ${status}`);
    times.push((await taken) - start);
    await setTimeout(Math.random() * MOST_GAP_MS);
  }
  return times;
}

function compare(name: string, alone: readonly number[][], beside: readonly number[][]): void {
  const at = (share: number) => {
    const of = (rounds: readonly number[][]) => quantile(rounds.flat(), share);
    const ratios = alone.map((round, index) => quantile(beside[index] ?? [], share) / quantile(round, share));
    return { alone: of(alone), beside: of(beside), ratio: median(ratios) };
  };
  for (const [label, share] of [
    ['p50', 0.5],
    ['p99', 0.99],
  ] as const) {
    const { alone: before, beside: during, ratio } = at(share);
    console.log(
      `${name}, ${label}: ${before.toFixed(1)} ms alone, ${during.toFixed(1)} ms beside, ratio ${ratio.toFixed(2)}, target ≤ ${TARGET.goal} (${TARGET.floor}): ${verdictOf(ratio, TARGET)}`,
    );
  }
}

async function rounds(bench: Bench): Promise<number[][]> {
  const times: number[][] = [];
  for (let round = 0; round < ROUNDS; round += 1) times.push(await sample(bench));
  return times;
}

/** The rate of the other tenant's mail meanwhile. */
async function besides(bench: Bench, what: string, alone: readonly number[][]): Promise<void> {
  const [count, start] = [bench.drain.count(), performance.now()];
  const beside = await rounds(bench);
  const seconds = (performance.now() - start) / 1000;
  compare(`${bench.name}, beside ${what}`, alone, beside);
  console.log(`${bench.name}, ${what}: ${((bench.drain.count() - count) / seconds).toFixed(0)} mails/s meanwhile`);
}

/** Sends many mails in batches until it is told to stop, or has sent them all. */
async function sendTransactional({ busy }: Bench, signal: AbortSignal): Promise<void> {
  const mails = Array.from({ length: BATCH }, (_, place) => ({
    from: busy.from,
    to: [`many${place}@example.net`],
    subject: 'x',
    text_body: 'x',
  }));
  for (let sent = 0; sent < RECIPIENTS && !signal.aborted; sent += BATCH)
    await busy.call('POST', '/v1/email/batch', { body: { emails: mails } });
}

async function measure(bench: Bench, audience: string): Promise<void> {
  const { busy, drain } = bench;
  await sample(bench);
  const alone = await rounds(bench);
  const id = await writeDraft(busy, audience);
  const before = drain.count();
  await busy.call('POST', `/v1/broadcasts/${id}/send`);
  await eventually(async () => (drain.count() > before ? true : undefined));
  await besides(bench, `a broadcast to ${RECIPIENTS}`, alone);
  const { body } = await busy.call('GET', `/v1/broadcasts/${id}`);
  if (body.status !== 'sending') throw new Error('the broadcast ended too soon: take more recipients');
  await busy.call('DELETE', `/v1/broadcasts/${id}`);
  const stopping = new AbortController();
  const sending = sendTransactional(bench, stopping.signal);
  await setTimeout(1000);
  await besides(bench, `${RECIPIENTS} transactional mails`, alone);
  stopping.abort();
  await sending;
}

async function run(engine: Engine['name'], url: string): Promise<void> {
  const drain = await startSmtpDrain();
  const environment = { DATABASE_URL: url, PROVIDER_URL: drain.url, LOG_LEVEL: 'info' };
  const first = await spawnServer(environment);
  const admin = caller(first.url, OPERATOR_TOKEN);
  const [busy, quiet] = [await mintTenant(first.url, admin, UNLIMITED), await mintTenant(first.url, admin, UNLIMITED)];
  const { body: audience } = await busy.call('POST', '/v1/audiences', { body: { name: 'all' } });
  await first.end('SIGTERM');
  const db = await openDatabase(url);
  await fillAudience(db, { tenantId: busy.id, audienceId: audience.id, count: RECIPIENTS });
  await db.close();
  const server: ServerProcess = await spawnServer(environment);
  const at = (tenant: TestTenant) => ({ ...tenant, call: caller(server.url, tenant.key) });
  try {
    await measure({ name: engine, drain, busy: at(busy), quiet: at(quiet) }, audience.id);
  } finally {
    await server.end('SIGKILL');
    await drain.close();
  }
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

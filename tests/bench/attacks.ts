// What 20 legitimate senders and a monitor of /health notice while strangers and a tenant attack in every known way at once.
import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { constants, setPriority, tmpdir } from 'node:os';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { addAudience, addContacts, writeDraft } from '../support/fixtures/broadcasts.ts';
import { freePort } from '../support/free-port.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { eventually } from '../support/wait.ts';
import { median, quantile } from './support/compare.ts';
import type { Target } from './support/peers/attacker.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 3);
const ENGINE = process.env.BENCH_ENGINE;
const SENDERS = 20;
const SENDER_PAUSE_MS = 200;
const MAIL_PAUSE_MS = 500;
const HEALTH_PAUSE_MS = 20;
const RAMP_MS = 3000;
const MOST_HEALTH_MS = 250;
const MOST_RATIO = 2;
const MOST_MEMORY_MB = 400;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1 };
/** An address other than that of the attack. */
const ELSEWHERE = '127.0.0.2';
/** About the maximum size of a template's source. */
const BODY_TAGS = '<body '.repeat(80_000);

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

interface Service {
  readonly server: ServerProcess;
  readonly smtpPort: number;
  readonly honest: TestTenant;
  readonly target: Target;
}

/** What was measured in an interval. */
interface Seen {
  readonly sends: number[];
  readonly health: number[];
  readonly megabytes: number[];
  refused: number;
  mails: number;
  mailsRefused: number;
}

/** Memory of a process, on systems that report it. */
function readMegabytes(pid: number): number {
  try {
    return Number(/^VmRSS:\s+(\d+)/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024;
  } catch {
    return Number.NaN;
  }
}

const mailFrom = ({ from }: TestTenant) => ({ from, to: ['ada@example.org'], subject: 'Hello', text_body: 'x'.repeat(10_000) });

/** A return path of a message of the attacker's. */
async function readReturnPath(url: string, tenant: TestTenant): Promise<string> {
  const { body } = await tenant.call('POST', '/v1/email', { body: mailFrom(tenant) });
  const admin = caller(url, OPERATOR_TOKEN);
  return eventually(async () => {
    const { data } = (await admin('GET', '/admin/captured')).body;
    return data.find(({ message_id }: { message_id: string }) => message_id === body.message_id)?.mail_from;
  });
}

async function start(databaseUrl: string): Promise<Service> {
  const smtpPort = await freePort();
  const topics = 'arn:aws:sns:us-east-1:123456789012:mail';
  const server = await spawnServer({ DATABASE_URL: databaseUrl, INBOUND_SMTP_PORT: String(smtpPort), SES_TOPIC_ARNS: topics });
  const { url } = server;
  const admin = caller(url, OPERATOR_TOKEN);
  const [honest, hostile] = [await mintTenant(url, admin, UNLIMITED), await mintTenant(url, admin, UNLIMITED)];
  for (const { call, domain } of [honest, hostile]) await call('PATCH', `/v1/domains/${domain.id}`, { body: { inbound: true } });
  const audience = await addAudience(hostile, await addContacts(hostile, 1));
  const broadcastId = await writeDraft(hostile, audience, { preview_text: 'x', body_html: BODY_TAGS });
  const own = { key: hostile.key, from: hostile.from, inbox: `help@${hostile.domain.name}` };
  return { server, smtpPort, honest, target: { url, smtpPort, ...own, broadcastId, returnPath: await readReturnPath(url, hostile) } };
}

async function timed(ask: () => Promise<boolean>): Promise<{ readonly ok: boolean; readonly ms: number }> {
  const begun = performance.now();
  const ok = await ask().catch(() => false);
  return { ok, ms: performance.now() - begun };
}

/** What legitimate senders, a legitimate mail server and a monitor of /health see during an interval. */
async function observe({ server, smtpPort, honest }: Service, seen: Seen): Promise<void> {
  const until = performance.now() + SECONDS * 1000;
  const repeat = async (work: () => Promise<void>, pauseMs: number) => {
    while (performance.now() < until) {
      await work();
      await setTimeout(pauseMs);
    }
  };
  const send = async () => {
    const { ok, ms } = await timed(async () => (await honest.call('POST', '/v1/email', { body: mailFrom(honest) })).status === 202);
    seen.sends.push(ms);
    if (!ok) seen.refused += 1;
  };
  const receive = async () => {
    const mail = { from: 'ann@sender.example', to: [`help@${honest.domain.name}`], raw: 'From: a@b.example\r\nSubject: Hi\r\n\r\nHi.\r\n' };
    seen.mails += 1;
    if ((await handOver(smtpPort, mail, { localAddress: ELSEWHERE })).code !== 250) seen.mailsRefused += 1;
  };
  const watch = async () => {
    const { ms } = await timed(async () => (await (await fetch(`${server.url}/health`)).text()) !== '');
    seen.health.push(ms);
    seen.megabytes.push(readMegabytes(server.pid));
  };
  const senders = Array.from({ length: SENDERS }, () => repeat(send, SENDER_PAUSE_MS));
  await Promise.all([...senders, repeat(receive, MAIL_PAUSE_MS), repeat(watch, HEALTH_PAUSE_MS)]);
}

/** An attacker has its own machine: here it gets what the service and those who measure it leave of this one. */
function beginAttack(target: Target): ChildProcess {
  const attacker = spawn(process.execPath, [join(import.meta.dirname, 'support/peers/attacker.ts'), JSON.stringify(target)], {
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  if (attacker.pid !== undefined) setPriority(attacker.pid, constants.priority.PRIORITY_BELOW_NORMAL);
  return attacker;
}

/** Returns the responses to the attacker. */
async function endAttack(attacker: ChildProcess): Promise<string> {
  attacker.stdin?.end();
  return attacker.stdout === null ? '' : text(attacker.stdout);
}

const nothing = (): Seen => ({ sends: [], health: [], megabytes: [], refused: 0, mails: 0, mailsRefused: 0 });
const p99 = (values: readonly number[]) => quantile(values, 0.99);
const most = (values: readonly number[]) => values.reduce((largest, value) => Math.max(largest, value), 0);
const verdict = (reached: boolean) => (reached ? 'goal' : 'MISSED');

function print(engine: string, alone: readonly Seen[], beside: readonly Seen[]): void {
  const all = (rounds: readonly Seen[], of: (seen: Seen) => readonly number[]) => rounds.flatMap(of);
  const sum = (of: (seen: Seen) => number) => beside.reduce((total, seen) => total + of(seen), 0);
  const ratio = median(alone.map(({ sends }, round) => p99(beside[round]?.sends ?? []) / p99(sends)));
  const [before, during] = [alone, beside].map((rounds) => p99(all(rounds, ({ sends }) => sends)).toFixed(0));
  const sends = sum((seen) => seen.sends.length);
  console.log(
    `${engine}: p99 of a send ${before} ms alone, ${during} ms under attack, ratio ${ratio.toFixed(2)}, target ≤ ${MOST_RATIO}: ${verdict(ratio <= MOST_RATIO)}`,
  );
  const [quiet, loud] = [alone, beside].map((rounds) => all(rounds, ({ health }) => health));
  const largest = most(loud ?? []);
  console.log(
    `${engine}: /health p99 ${p99(quiet ?? []).toFixed(0)} ms, at most ${most(quiet ?? []).toFixed(0)} ms alone; ` +
      `p99 ${p99(loud ?? []).toFixed(0)} ms, at most ${largest.toFixed(0)} ms under attack, target ≤ ${MOST_HEALTH_MS}: ${verdict(largest <= MOST_HEALTH_MS)}`,
  );
  const refused = sum((seen) => seen.refused);
  const mailsRefused = sum((seen) => seen.mailsRefused);
  console.log(
    `${engine}: refused under attack ${refused} of ${sends} sends, ${mailsRefused} of ${sum((seen) => seen.mails)} mails, target 0: ${verdict(refused + mailsRefused === 0)}`,
  );
  const rest = median(alone[0]?.megabytes ?? []);
  const growth = most(all(beside, ({ megabytes }) => megabytes)) - rest;
  console.log(
    `${engine}: memory ${rest.toFixed(0)} MB at first, at most ${growth.toFixed(0)} MB more under attack, target ≤ ${MOST_MEMORY_MB}: ${verdict(growth <= MOST_MEMORY_MB)}`,
  );
}

async function run(engine: Engine['name'], databaseUrl: string): Promise<void> {
  const service = await start(databaseUrl);
  const [alone, beside]: [Seen[], Seen[]] = [[], []];
  await observe(service, nothing());
  for (let round = 0; round < ROUNDS; round += 1) {
    const [quiet, loud] = [nothing(), nothing()];
    await observe(service, quiet);
    const attacker = beginAttack(service.target);
    await setTimeout(RAMP_MS);
    await observe(service, loud);
    console.log(`${engine}, round ${round + 1}, ${SECONDS} s of attack: ${(await endAttack(attacker)).trim()}`);
    alone.push(quiet);
    beside.push(loud);
  }
  print(engine, alone, beside);
  await service.server.end('SIGTERM');
}

if (ENGINE !== 'postgres') await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
if (ENGINE !== 'sqlite') {
  const postgres = await startPostgres();
  await run('postgres', postgres.url);
  await postgres.stop();
}
rmSync(folder, { recursive: true });

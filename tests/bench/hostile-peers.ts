// What legitimate senders notice of peers that stall, hold connections and send bodies that are expensive to parse: refusals, and /health.
import { mkdtempSync, rmSync } from 'node:fs';
import { connect, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { startPostgres } from '../support/database/postgres.ts';
import type { Engine } from '../support/engines.ts';
import { freePort } from '../support/free-port.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';
import { quantile } from './support/compare.ts';

const SECONDS = Number(process.env.BENCH_SECONDS ?? 15);
const SENDERS = 10;
const STALLED_MAILS = 25;
const STALLED_EVENTS = 76;
const IDLE_CONNECTIONS = 200;
const MOST_HEALTH_MS = 250;
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1 };
/** An address other than that of the attack. */
const ELSEWHERE = '127.0.0.2';

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));

interface Place {
  readonly url: string;
  readonly smtpPort: number;
}

function open(port: number): Socket {
  const socket = connect(port, '127.0.0.1');
  socket.on('error', () => undefined);
  socket.resume();
  return socket;
}

/** A mail of which some megabytes arrive, and then nothing. */
async function stallMail({ smtpPort }: Place, recipient: string): Promise<Socket> {
  const socket = open(smtpPort);
  for (const line of ['EHLO slow', 'MAIL FROM:<a@example.net>', `RCPT TO:<${recipient}>`, 'DATA']) {
    await setTimeout(150);
    socket.write(`${line}\r\n`);
  }
  await setTimeout(150);
  socket.write('x'.repeat(70).concat('\r\n').repeat(130_000));
  return socket;
}

/** As many bytes as fill 256 MiB, and not one too many. */
function stallEvent({ url }: Place): Socket {
  const socket = open(Number(new URL(url).port));
  socket.write(`POST /provider-events/ses HTTP/1.1\r\nHost: x\r\nContent-Length: 4194304\r\n\r\n${'x'.repeat(3_532_000)}`);
  return socket;
}

/** Holds as many connections as it can, and posts expensive bodies, until it is told to stop. */
async function attack(place: Place, { call, domain }: TestTenant) {
  const sockets = [
    ...Array.from({ length: IDLE_CONNECTIONS }, () => open(place.smtpPort)),
    ...Array.from({ length: STALLED_EVENTS }, () => stallEvent(place)),
    ...(await Promise.all(Array.from({ length: STALLED_MAILS }, () => stallMail(place, `help@${domain.name}`)))),
  ];
  let stopped = false;
  const body = `[${'{},'.repeat((20 * 1024 * 1024) / 3)}{}]`;
  const posting = (async () => {
    while (!stopped) await call('POST', '/v1/email/batch', { body }).catch(() => undefined);
  })();
  return async () => {
    stopped = true;
    await posting;
    for (const socket of sockets) socket.destroy();
  };
}

async function send({ from, call }: TestTenant): Promise<{ readonly ok: boolean; readonly ms: number }> {
  const start = performance.now();
  const body = { from, to: ['ada@example.org'], subject: 'Hello', text_body: 'x'.repeat(100_000) };
  const ok = await call('POST', '/v1/email', { body }).then(
    ({ status }) => status === 202,
    () => false,
  );
  return { ok, ms: performance.now() - start };
}

/** What legitimate senders and mail servers, and a monitor of /health, saw. */
async function observe({ url, smtpPort }: Place, honest: TestTenant) {
  const until = performance.now() + SECONDS * 1000;
  const sends: { ok: boolean; ms: number }[] = [];
  const mails: boolean[] = [];
  const health: number[] = [];
  const sending = Array.from({ length: SENDERS }, async () => {
    while (performance.now() < until) {
      sends.push(await send(honest));
      await setTimeout(100);
    }
  });
  const receiving = (async () => {
    const mail = {
      from: 'ann@sender.example',
      to: [`help@${honest.domain.name}`],
      raw: 'From: a@sender.example\r\nSubject: Hi\r\n\r\nHi.\r\n',
    };
    while (performance.now() < until) {
      mails.push((await handOver(smtpPort, mail, { localAddress: ELSEWHERE })).code === 250);
      await setTimeout(200);
    }
  })();
  const watching = (async () => {
    while (performance.now() < until) {
      const start = performance.now();
      await fetch(`${url}/health`).then((response) => response.text());
      health.push(performance.now() - start);
      await setTimeout(20);
    }
  })();
  await Promise.all([...sending, receiving, watching]);
  return { sends, mails, health };
}

async function run(engine: Engine['name'], databaseUrl: string): Promise<void> {
  const smtpPort = await freePort();
  const topics = 'arn:aws:sns:us-east-1:123456789012:mail';
  const server = await spawnServer({ DATABASE_URL: databaseUrl, INBOUND_SMTP_PORT: String(smtpPort), SES_TOPIC_ARNS: topics });
  const place = { url: server.url, smtpPort };
  const admin = caller(server.url, OPERATOR_TOKEN);
  const [honest, hostile] = [await mintTenant(server.url, admin, UNLIMITED), await mintTenant(server.url, admin, UNLIMITED)];
  for (const { call, domain } of [honest, hostile]) await call('PATCH', `/v1/domains/${domain.id}`, { body: { inbound: true } });
  const alone = await observe(place, honest);
  const stop = await attack(place, hostile);
  const beside = await observe(place, honest);
  await stop();
  const refused = beside.sends.filter(({ ok }) => !ok).length;
  const mailsRefused = beside.mails.filter((ok) => !ok).length;
  const p99 = ({ sends }: typeof alone) =>
    quantile(
      sends.map(({ ms }) => ms),
      0.99,
    ).toFixed(0);
  const largest = Math.max(...beside.health);
  console.log(
    `${engine}, ${SECONDS} s of attack: sends of 100 kB refused ${refused} of ${beside.sends.length}, mails refused ${mailsRefused} of ${beside.mails.length}; ` +
      `p99 of a send ${p99(alone)} ms alone, ${p99(beside)} ms beside; /health at most ${Math.max(...alone.health).toFixed(0)} ms alone, ` +
      `${largest.toFixed(0)} ms beside, target ≤ ${MOST_HEALTH_MS}: ${refused + mailsRefused === 0 && largest <= MOST_HEALTH_MS ? 'goal' : 'MISSED'}`,
  );
  await server.end('SIGTERM');
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

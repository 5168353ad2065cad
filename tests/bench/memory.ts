// The memory of the process under many concurrent large requests and mails: at rest, at most, and afterwards.
import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import nodemailer from 'nodemailer';
import { startPostgres } from '../support/database/postgres.ts';
import { freePort } from '../support/free-port.ts';
import { handOver } from '../support/mail/smtp-client.ts';
import { createCertificateFiles } from '../support/mail/submission.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

const MB = 1_000_000;
const SENDS = 30;
const MAILS = 20;
/** Idle threads have ended by then. */
const IDLE_MS = 45_000;
const MOST_ABOVE_REST_MB = { most: 400, after: 100 };
const UNLIMITED = { rate_limit: -1, daily_quota: -1, monthly_quota: -1, storage_limit: -1 };

const folder = mkdtempSync(join(tmpdir(), 'posthorn-bench-'));
const content = Buffer.alloc(7.5 * MB, 'large file ').toString('base64');

const rssMb = ({ pid }: ServerProcess) => Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1000;

/** Maximum memory during work, in MB. */
async function mostWhile(server: ServerProcess, work: () => Promise<unknown>): Promise<number> {
  let most = 0;
  const watching = setInterval(() => {
    most = Math.max(most, rssMb(server));
  }, 50);
  await work();
  clearInterval(watching);
  return most;
}

/** Sends of 20 MB of base64 by three tenants, each repeated until it is accepted. */
async function sendLarge(tenants: readonly TestTenant[]): Promise<void> {
  const attachments = ['a', 'b'].map((name) => ({ filename: `${name}.bin`, content }));
  const post = async ({ from, call }: TestTenant) => {
    const body = JSON.stringify({ from, to: ['ada@example.org'], subject: 'Files', text_body: 'Here.', attachments });
    while ((await call('POST', '/v1/email', { body })).status === 503) await setTimeout(1000);
  };
  await Promise.all(Array.from({ length: SENDS }, (_, index) => post(tenants[index % tenants.length] as TestTenant)));
}

/** The same over SMTP, on as many connections, each repeated until it is accepted. */
async function submitLarge(port: number, tenants: readonly TestTenant[]): Promise<void> {
  const attachments = ['a', 'b'].map((name) => ({ filename: `${name}.bin`, content: Buffer.from(content, 'base64') }));
  const hand = async ({ from, key }: TestTenant) => {
    const auth = { user: 'posthorn', pass: key };
    const transport = nodemailer.createTransport({ host: '127.0.0.1', port, secure: true, auth, tls: { rejectUnauthorized: false } });
    const mail = { from, to: 'ada@example.org', subject: 'Files', text: 'Here.', attachments };
    for (let taken = false; !taken; ) {
      taken = await transport.sendMail(mail).then(
        () => true,
        ({ responseCode = 400 }: { responseCode?: number }) => {
          if (responseCode >= 500) throw new Error(`refused for good: ${responseCode}`);
          return false;
        },
      );
      if (!taken) await setTimeout(1000);
    }
    transport.close();
  };
  await Promise.all(Array.from({ length: SENDS }, (_, index) => hand(tenants[index % tenants.length] as TestTenant)));
}

/** Mails of 20 MB from ten addresses, until they are in the log. */
async function mailLarge(smtpPort: number, { call, domain }: TestTenant): Promise<void> {
  const head = 'From: a@sender.example\r\nSubject: Hi\r\nMIME-Version: 1.0\r\nContent-Type: application/pdf\r\n';
  const lines = (content + content).replaceAll(/.{76}/g, '$&\r\n');
  const mail = {
    from: 'ann@sender.example',
    to: [`help@${domain.name}`],
    raw: `${head}Content-Transfer-Encoding: base64\r\n\r\n${lines}\r\n`,
  };
  const codes = await Promise.all(
    Array.from({ length: MAILS }, (_, index) =>
      handOver(smtpPort, mail, { localAddress: `127.0.0.${2 + (index % 10)}` }).then(
        ({ code }) => code,
        () => 0,
      ),
    ),
  );
  const taken = codes.filter((code) => code === 250).length;
  while ((await call('GET', '/v1/inbound?limit=100')).body.data.length < taken) await setTimeout(500);
}

async function run(engine: string, databaseUrl: string): Promise<void> {
  const smtpPort = await freePort();
  const files = await createCertificateFiles();
  const server = await spawnServer({ DATABASE_URL: databaseUrl, INBOUND_SMTP_PORT: String(smtpPort), ...files.environment });
  const admin = caller(server.url, OPERATOR_TOKEN);
  const tenants: TestTenant[] = [];
  for (let index = 0; index < 3; index += 1) tenants.push(await mintTenant(server.url, admin, UNLIMITED));
  const [first] = tenants as [TestTenant];
  await first.call('PATCH', `/v1/domains/${first.domain.id}`, { body: { inbound: true } });
  await setTimeout(2000);
  const rest = rssMb(server);
  const works = {
    [`${SENDS} sends of 20 MB`]: () => sendLarge(tenants),
    [`${SENDS} sends of 20 MB by SMTP`]: () => submitLarge(server.submissionsPort, tenants),
    [`${MAILS} mails of 20 MB`]: () => mailLarge(smtpPort, first),
  };
  for (const [name, work] of Object.entries(works)) {
    const most = await mostWhile(server, work);
    await setTimeout(IDLE_MS);
    const after = rssMb(server);
    const isGoal = most - rest <= MOST_ABOVE_REST_MB.most && after - rest <= MOST_ABOVE_REST_MB.after;
    console.log(
      `${engine}, ${name} at once: memory ${rest.toFixed(0)} MB at rest, ${most.toFixed(0)} at most, ${after.toFixed(0)} after ${IDLE_MS / 1000} s; ` +
        `target ≤ rest + ${MOST_ABOVE_REST_MB.most} and ≤ rest + ${MOST_ABOVE_REST_MB.after}: ${isGoal ? 'goal' : 'MISSED'}`,
    );
  }
  await server.end('SIGTERM');
  rmSync(files.folder, { recursive: true });
}

await run('sqlite', `sqlite:${join(folder, 'posthorn.db')}`);
const postgres = await startPostgres();
await run('postgres', postgres.url);
await postgres.stop();
rmSync(folder, { recursive: true });

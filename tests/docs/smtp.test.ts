import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { useCertificateFiles } from '../support/certificate-files.ts';
import { engines } from '../support/engines.ts';
import { useServer, useTenant } from '../support/posthorn.ts';
import { guides, ROOT } from './documents.ts';

const blocks = guides.find(({ path }) => path === 'docs/smtp.md')?.blocks ?? [];

/** The block of the guide that has this in it. */
function blockWith(sign: string): string {
  const [block, ...others] = blocks.filter(({ text }) => text.includes(sign));
  if (block === undefined || others.length > 0) throw new Error(`docs/smtp.md shows ${others.length} blocks more than one with ${sign}`);
  return block.text;
}

/** What a block becomes of which some lines are others; each of them is to be there. */
const changed = (text: string, changes: Readonly<Record<string, string>>) =>
  Object.entries(changes).reduce((before, [shown, other]) => {
    if (!before.includes(shown)) throw new Error(`docs/smtp.md shows no ${shown}`);
    return before.replace(shown, other);
  }, text);

/** Each client goes by the guide, and then by the other of STARTTLS and TLS from the start. */
const ways = (changes: Readonly<Record<string, string>>) => [
  { way: 'as the guide shows', changes: {} },
  { way: 'by the other port', changes },
];
const SWAKS = ways({ '--port 587 --tls': '--port 465 --tls-on-connect' });
const NODEMAILER = ways({ 'port: 465': 'port: 587', 'secure: true': 'requireTLS: true' });
const PYTHON = ways({
  'smtplib.SMTP("mail.example.com", 587)': 'smtplib.SMTP_SSL("mail.example.com", 465, context=ssl.create_default_context())',
  'client.starttls(context=ssl.create_default_context())': 'pass',
});
const MSMTP = ways({ 'port 587': 'port 465', 'tls_starttls on': 'tls_starttls off' });

const isMissing = (program: string) => {
  const missing = spawnSync(program, ['--version']).error !== undefined;
  if (missing) console.warn(`what docs/smtp.md shows of ${program} is not run: there is no ${program}`);
  return missing;
};

const files = useCertificateFiles();
/** In the repository, where packages are found. */
let folder: string;
beforeAll(() => {
  folder = mkdtempSync(join(ROOT, 'tests/docs/.smtp-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe.each(engines)('docs/smtp.md on $name', (engine) => {
  const server = useServer(engine, () => ({ ...files.environment }));
  const tenant = useTenant(server);

  /** What the guide shows, for the server of the test. */
  const here = (text: string) =>
    text
      .replaceAll('mail.example.com', 'localhost')
      // At once, since a port may have the other in it.
      .replaceAll('swaks ', 'swaks --timeout 600 ')
      .replaceAll(/587|465/g, (port) => String(port === '587' ? server.submissionPort : server.submissionsPort))
      .replaceAll('hello@demo.posthorn.test', tenant.from);

  function run(program: string, args: readonly string[], input = ''): Promise<{ code: number | null; said: string }> {
    const trusted = files.environment.TLS_CERT_FILE;
    const env = {
      ...process.env,
      ...{ POSTHORN_API_KEY: tenant.key, POSTHORN_FROM: tenant.from, SSL_CERT_FILE: trusted, NODE_EXTRA_CA_CERTS: trusted },
    };
    const child = spawn(program, [...args], { env, cwd: folder });
    let said = '';
    for (const stream of [child.stdout, child.stderr])
      stream.on('data', (data: Buffer) => {
        said += data.toString();
      });
    child.stdin.end(input);
    return new Promise((resolve, reject) => {
      child.once('error', reject);
      child.once('close', (code) => resolve({ code, said }));
    });
  }

  /** The newest mail, which is to be the one that was just sent. */
  async function expectSent(ran: { code: number | null; said: string }): Promise<void> {
    expect(ran).toMatchObject({ code: 0 });
    const sent = await list();
    expect(sent[0]).toMatchObject({ to: ['ada@example.net'], subject: 'Hello' });
    expect(sent).toHaveLength(seen + 1);
  }
  let seen = 0;
  const list = async (): Promise<unknown[]> => (await tenant.call('GET', '/v1/messages?limit=100')).body.data;
  beforeEach(async () => {
    seen = (await list()).length;
  });

  it.skipIf(isMissing('swaks')).each(SWAKS)('sends by swaks, $way', async ({ changes }) => {
    const ran = await run('sh', ['-ec', here(changed(blockWith('swaks --server'), changes))]);
    expect(ran.said).toMatch(/<~ +250 2\.0\.0 Ok msg_/);
    await expectSent(ran);
  });

  it.each(NODEMAILER)('sends by nodemailer, $way', async ({ changes }) => {
    const file = join(folder, 'send.mjs');
    writeFileSync(file, here(changed(blockWith('createTransport'), changes)));
    const ran = await run(process.execPath, [file]);
    expect(ran.said).toMatch(/^250 2\.0\.0 Ok msg_/);
    await expectSent(ran);
  });

  it.skipIf(isMissing('python3')).each(PYTHON)('sends by Python, $way', async ({ changes }) => {
    await expectSent(await run('python3', ['-c', here(changed(blockWith('smtplib.SMTP'), changes))]));
  });

  it.skipIf(isMissing('msmtp')).each(MSMTP)('sends by msmtp, $way', async ({ changes }) => {
    const file = join(folder, 'msmtprc');
    writeFileSync(file, `${here(changed(blockWith('passwordeval'), changes))}tls_trust_file ${files.environment.TLS_CERT_FILE}\n`);
    chmodSync(file, 0o600);
    const byCron = 'From: root (Cron Daemon)\nTo: ada@example.net\nSubject: Hello\n\nIt works.\n';
    await expectSent(await run('msmtp', ['-C', file, '-t'], byCron));
  });
});

import { execFile, spawnSync } from 'node:child_process';
import { copyFileSync, cpSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { dkimVerify } from 'mailauth/lib/dkim/verify.js';
import PostalMime from 'postal-mime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { guides } from '../docs/documents.ts';
import { type Engine, engines, type TestDatabase } from '../support/engines.ts';
import { upload } from '../support/fixtures/upload.ts';
import { type SmtpSink, startSmtpSink } from '../support/mail/smtp-sink.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { type ServerProcess, spawnServer } from '../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, type TestTenant } from '../support/server.ts';

const run = promisify(execFile);
const SECRET_KEY = 's'.repeat(32);
const LATER = Date.UTC(2099, 0, 1);

const hasPgDump = spawnSync('pg_dump', ['--version']).error === undefined;
if (!hasPgDump)
  console.warn('PostgreSQL is not backed up and restored: there is no pg_dump (in Debian it is in the package postgresql-client)');

/** The command of docs/operations.md that begins so. */
function commandOf(program: string): string {
  const blocks = guides.find(({ path }) => path === 'docs/operations.md')?.blocks ?? [];
  const [line, ...others] = blocks.flatMap(({ text }) => text.split('\n')).filter((text) => text.startsWith(`${program} `));
  if (line === undefined || others.length > 0) throw new Error(`docs/operations.md shows ${program} ${others.length + 1} times`);
  return line;
}

/** What a backup is made of, in a folder of its own. */
interface Installation {
  readonly folder: string;
  readonly url: string;
  readonly environment: Readonly<Record<string, string | undefined>>;
}

/** On SQLite the key is in a file beside the database, on PostgreSQL in the environment. */
function installationOf(engine: Engine, folder: string, { url, blobs }: { url: string; blobs: string }): Installation {
  const key = engine.name === 'sqlite' ? undefined : SECRET_KEY;
  const outside = blobs === 'db:' ? {} : { BLOBS_URL: `file:${join(folder, 'files')}` };
  return { folder, url, environment: { DATABASE_URL: url, SECRET_KEY: key, JOB_INTERVAL_MS: '500', ...outside } };
}

const shell = (command: string, cwd: string, url: string) =>
  run('sh', ['-ec', command], { cwd, env: { ...process.env, DATABASE_URL: url } });

const cases = engines.flatMap((engine) => ['db:', 'file:'].map((blobs) => ({ engine, name: engine.name, blobs })));

describe.skipIf(!hasPgDump).each(cases)('a backup of $name with files in $blobs', ({ engine, blobs }) => {
  let folder: string;
  let sink: SmtpSink;
  let lost: Installation;
  let found: Installation;
  let running: ServerProcess | undefined;
  const databases: TestDatabase[] = [];

  beforeEach(async () => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-restore-'));
    sink = await startSmtpSink();
    const place = async (name: string, create: () => Promise<TestDatabase>) => {
      mkdirSync(join(folder, name));
      const database = engine.name === 'sqlite' ? undefined : await create();
      if (database !== undefined) databases.push(database);
      const url = database?.url ?? `sqlite:${join(folder, name, 'posthorn.db')}`;
      return installationOf(engine, join(folder, name), { url, blobs });
    };
    lost = await place('lost', engine.create);
    found = await place('found', engine.createEmpty);
  });
  afterEach(async () => {
    await running?.end('SIGKILL');
    await sink.close();
    for (const database of databases.splice(0)) await database.drop();
    rmSync(folder, { recursive: true });
  });

  /** Database, key and files, in the order that the guide tells. */
  async function backUp(): Promise<void> {
    const kept = join(folder, 'backup');
    mkdirSync(kept);
    if (engine.name === 'postgres') await shell(commandOf('pg_dump'), kept, lost.url);
    else {
      expect(commandOf('posthorn backup')).toBe('posthorn backup posthorn-backup.db');
      await posthorn(['backup', join(kept, 'posthorn-backup.db')], { environment: { DATABASE_URL: lost.url } });
      copyFileSync(join(lost.folder, 'posthorn.db.key'), join(kept, 'posthorn.db.key'));
    }
    if (blobs === 'file:') cpSync(join(lost.folder, 'files'), join(kept, 'files'), { recursive: true });
  }

  async function restore({ withKey = true } = {}): Promise<void> {
    const kept = join(folder, 'backup');
    if (engine.name === 'postgres') await shell(commandOf('pg_restore'), kept, found.url);
    else {
      copyFileSync(join(kept, 'posthorn-backup.db'), join(found.folder, 'posthorn.db'));
      if (withKey) copyFileSync(join(kept, 'posthorn.db.key'), join(found.folder, 'posthorn.db.key'));
    }
    if (blobs === 'file:') cpSync(join(kept, 'files'), join(found.folder, 'files'), { recursive: true });
  }

  const mailOf = ({ from }: TestTenant, text: string) => ({ from, to: ['ada@example.net'], subject: text, text_body: text });
  const keyed = (key: string) => ({ headers: { 'Idempotency-Key': key } });

  /** An installation in which mail waits, a file is named, and a key seals. */
  async function live() {
    running = await spawnServer({ ...lost.environment, ROLE: 'api' });
    const tenant = await mintTenant(running.url, caller(running.url, OPERATOR_TOKEN));
    const file = await upload(running.url, tenant.key, {
      name: 'a.bin',
      type: 'application/octet-stream',
      content: Buffer.alloc(300_000, 7),
    });
    const attachments = [{ filename: 'a.bin', storage_key: file.body.storage_key }];
    const body = { ...mailOf(tenant, 'with a file'), attachments };
    const { body: waiting } = await tenant.call('POST', '/v1/email', { body, ...keyed('one') });
    const { body: planned } = await tenant.call('POST', '/v1/email', { body: { ...mailOf(tenant, 'planned'), scheduled_at: LATER } });
    const { body: suppressed } = await tenant.call('POST', '/v1/suppressions', { body: { email: 'gone@example.net' } });
    const { body: domain } = await tenant.call('GET', `/v1/domains/${tenant.domain.id}`);
    return { tenant, body, waiting, planned, suppressed, domain };
  }

  async function lose(): Promise<void> {
    await running?.end('SIGKILL');
    running = undefined;
    rmSync(lost.folder, { recursive: true });
    await databases.shift()?.drop();
  }

  it('is a whole service again: mail goes out signed and with its files, keys open, and nothing is sent twice for its key', async () => {
    const { tenant, body, waiting, planned, suppressed, domain } = await live();
    await backUp();
    const { body: later } = await tenant.call('POST', '/v1/email', { body: mailOf(tenant, 'after the backup') });
    await lose();
    await restore();

    running = await spawnServer({ ...found.environment, ROLE: 'all', PROVIDER_URL: sink.url });
    const call = caller(running.url, tenant.key);
    expect((await call('GET', `/v1/messages/${waiting.message_id}`)).body).toMatchObject({ subject: 'with a file' });
    const [mail] = await sink.waitFor(1);
    const raw = mail?.raw ?? Buffer.alloc(0);
    const { attachments } = await PostalMime.parse(raw);
    expect(attachments.map(({ content }) => Buffer.from(content as ArrayBuffer).equals(Buffer.alloc(300_000, 7)))).toEqual([true]);
    const records: readonly { name: string; value: string }[] = domain.records;
    const resolver = async (name: string) => records.filter((record) => record.name === name).map(({ value }) => [value]);
    const { results } = await dkimVerify(raw, { resolver });
    expect(results.map(({ status }) => status.result)).toEqual(['pass']);

    expect((await call('POST', '/v1/email', { body, ...keyed('one') })).body.message_id).toBe(waiting.message_id);
    expect((await call('GET', `/v1/messages/${planned.message_id}`)).body).toMatchObject({ status: 'scheduled', scheduled_at: LATER });
    expect((await call('GET', '/v1/suppressions')).body.data).toMatchObject([{ email: suppressed.email }]);
    expect((await call('GET', `/v1/messages/${later.message_id}`)).status).toBe(404);
    const download = await fetch(`${running.url}/attachments/${body.attachments[0]?.storage_key}`, {
      headers: { Authorization: `Bearer ${tenant.key}` },
    });
    expect(Buffer.from(await download.arrayBuffer()).equals(Buffer.alloc(300_000, 7))).toBe(true);
    expect(sink.mails).toHaveLength(1);
  });

  it.skipIf(blobs === 'db:')('is not all there without its files, which doctor says', async () => {
    await live();
    await backUp();
    await lose();
    await restore();
    const { SECRET_KEY: key, ...others } = found.environment;
    const given = { ...others, ...(key === undefined ? {} : { SECRET_KEY: key }), PROVIDER_URL: sink.url } as Record<string, string>;
    const examine = async (environment: Record<string, string> = {}) => {
      const { stdout } = await posthorn(['doctor', '--json'], { environment: { ...given, ...environment } });
      const all: { subject: string }[] = stdout
        .trim()
        .split('\n')
        .map((line) => JSON.parse(line));
      return all.find(({ subject }) => subject === 'files');
    };
    expect(await examine()).toMatchObject({ state: 'ok' });
    rmSync(join(found.folder, 'files'), { recursive: true });
    expect(await examine()).toMatchObject({ state: 'failed', detail: '1 of 1 that the database names are not there' });
    expect(await examine({ BLOBS_URL: 'db:' })).toMatchObject({ state: 'failed', detail: '1 of 1 that the database names are not there' });
  });

  it('does not start without its key', async () => {
    await live();
    await backUp();
    await lose();
    await restore({ withKey: false });
    const other = { ...found.environment, SECRET_KEY: 'o'.repeat(32) };
    await expect(spawnServer({ ...other, ROLE: 'all', PROVIDER_URL: sink.url })).rejects.toThrow(/SECRET_KEY/);
    expect(sink.mails).toEqual([]);
  });
});

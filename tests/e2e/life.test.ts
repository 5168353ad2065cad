import { spawn } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../support/engines.ts';
import { CLI, spawnServer } from '../support/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN } from '../support/server.ts';
import { startSmtpSink } from '../support/smtp-sink.ts';
import { eventually } from '../support/wait.ts';

interface Ended {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Runs the CLI to its end. */
function run(args: string[], environment: Record<string, string>, cwd?: string): Promise<Ended> {
  const child = spawn(process.execPath, [CLI, ...args], {
    env: { PATH: process.env.PATH, ...environment },
    ...(cwd === undefined ? {} : { cwd }),
  });
  const ended = { code: null as number | null, stdout: '', stderr: '' };
  child.stdout.on('data', (data) => {
    ended.stdout += String(data);
  });
  child.stderr.on('data', (data) => {
    ended.stderr += String(data);
  });
  return new Promise((resolve) => child.once('close', (code) => resolve({ ...ended, code })));
}

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-life-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

const EVERY_MIGRATION = /^Ran 0001-foundation\.\n(?:Ran \d{4}-[a-z-]+\.\n)*$/;

describe('a setting that cannot be used', () => {
  it.each([
    ['a port that is none', { PORT: '99999' }, 'PORT'],
    ['a database that is none', { DATABASE_URL: 'mysql://x' }, 'DATABASE_URL'],
    ['a provider that is none', { PROVIDER_URL: 'ftp://x' }, 'PROVIDER_URL'],
    ['a worker on SQLite', { ROLE: 'worker' }, 'ROLE'],
    [
      'a virtual clock in a worker',
      { ROLE: 'worker', CLOCK: 'virtual', DATABASE_URL: 'postgres://x/y', SECRET_KEY: 'k'.repeat(32) },
      'CLOCK',
    ],
    ['PostgreSQL without a secret key', { DATABASE_URL: 'postgres://x/y' }, 'SECRET_KEY'],
    ['an interval longer than a timer', { JOB_INTERVAL_MS: '2147483648' }, 'JOB_INTERVAL_MS'],
    ['a host that is not ours', { HOST: '192.0.2.1', PORT: '0' }, 'HOST'],
    ['a host for mail that is not ours', { INBOUND_SMTP_HOST: '192.0.2.1', INBOUND_SMTP_PORT: '0', PORT: '0' }, 'INBOUND_SMTP_HOST'],
    ['a certificate without its key', { INBOUND_TLS_CERT: '/dev/null' }, 'INBOUND_TLS_CERT'],
    [
      'a certificate that is not there',
      { INBOUND_TLS_CERT: '/none', INBOUND_TLS_KEY: '/none', INBOUND_SMTP_PORT: '0', PORT: '0' },
      'INBOUND_TLS_CERT',
    ],
    ['PostgreSQL that does not answer', { DATABASE_URL: 'postgres://x:hidden@127.0.0.1:1/y', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
    ['a PostgreSQL address with a fault', { DATABASE_URL: 'postgres://x:hidden@[/y', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
    ['a SQLite file in no folder', { DATABASE_URL: 'sqlite:/dev/null/posthorn.db' }, 'DATABASE_URL'],
    ['a SQLite file where none can be written', { DATABASE_URL: 'sqlite:/proc/posthorn.db', SECRET_KEY: 'k'.repeat(32) }, 'DATABASE_URL'],
  ])('ends %s with one line and exit 2', async (_case, environment, name) => {
    const { code, stderr, stdout } = await run(['serve'], { DATABASE_URL: `sqlite:${folder}/none.db`, ...environment });
    expect(code).toBe(2);
    expect(stdout).toBe('');
    expect(stderr).toMatch(new RegExp(`^posthorn: ${name}: .+\\n$`));
    expect(stderr).not.toContain('hidden');
  });

  it.each([
    ['a folder', (path: string) => mkdirSync(path)],
    ['another kind of file', (path: string) => writeFileSync(path, 'x'.repeat(5000))],
  ])('ends a SQLite file that is %s with one line and exit 2', async (_case, make) => {
    const path = join(mkdtempSync(join(folder, 'other-')), 'posthorn.db');
    make(path);
    const { code, stderr } = await run(['serve'], { DATABASE_URL: `sqlite:${path}`, SECRET_KEY: 'k'.repeat(32), PORT: '0' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .+\n$/);
  });

  it('ends a port that another process has with one line and exit 2', async () => {
    const other = createServer();
    await new Promise<void>((resolve) => other.listen(0, '127.0.0.1', resolve));
    // Safe because it listens on a port.
    const { port } = other.address() as AddressInfo;
    const environment = { DATABASE_URL: `sqlite:${folder}/none.db`, LOG_LEVEL: 'silent' };
    for (const settings of [{ PORT: String(port) }, { INBOUND_SMTP_PORT: String(port), PORT: '0' }]) {
      const { code, stderr } = await run(['serve'], { ...environment, ...settings });
      expect(code).toBe(2);
      expect(stderr).toMatch(new RegExp(`^posthorn: ${Object.keys(settings)[0]}: .+\\n$`));
    }
    other.close();
  });
});

describe('one SQLite file', () => {
  it('is served by one process, and keeps its secret beside it and not in it', async () => {
    const file = join(folder, 'one.db');
    const server = await spawnServer({ DATABASE_URL: `sqlite:${file}`, SECRET_KEY: '' });
    const { code, stderr } = await run(['serve'], { DATABASE_URL: `sqlite:${file}`, PORT: '0', ROLE: 'api' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: another process serves .+\n$/);
    expect(statSync(`${file}.key`).mode & 0o777).toBe(0o600);
    expect(await server.end('SIGTERM')).toBe(0);
    const again = await spawnServer({ DATABASE_URL: `sqlite:${file}`, SECRET_KEY: '' });
    expect(await again.end('SIGTERM')).toBe(0);
    expect(readFileSync(file).includes(readFileSync(`${file}.key`, 'utf8').trim())).toBe(false);
  });

  it.each([
    ['an empty key file', ''],
    ['a cut key file', 'abc\n'],
    ['no key file', undefined],
  ])('is not served with %s', async (_case, content) => {
    const file = join(folder, `key-${content?.length}.db`);
    const environment = { DATABASE_URL: `sqlite:${file}` };
    expect((await run(['migrate'], environment)).code).toBe(0);
    const key = readFileSync(`${file}.key`, 'utf8');
    if (content === undefined) rmSync(`${file}.key`);
    else writeFileSync(`${file}.key`, content);
    const { code, stderr } = await run(['serve'], { ...environment, PORT: '0' });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: SECRET_KEY: .+\.db\.key.+\n$/);
    writeFileSync(`${file}.key`, key);
    expect((await run(['migrate'], environment)).code).toBe(0);
  });

  it('gets one key from two processes that start at once', async () => {
    const environment = { DATABASE_URL: `sqlite:${folder}/twice.db` };
    const ended = await Promise.all([run(['migrate'], environment), run(['migrate'], environment)]);
    expect(ended.map(({ code }) => code)).toContain(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('twice.db.key'))).toEqual(['twice.db.key']);
  });

  it('migrates unasked', async () => {
    const { code, stdout } = await run(['migrate'], { DATABASE_URL: `sqlite:${folder}/migrate.db` });
    expect([code, stdout]).toEqual([0, expect.stringMatching(EVERY_MIGRATION)]);
  });
});

describe('PostgreSQL', () => {
  const postgres = engines.find(({ name }) => name === 'postgres');
  let database: TestDatabase;
  let environment: Record<string, string> = {};
  beforeAll(async () => {
    if (postgres === undefined) throw new Error('no PostgreSQL');
    database = await postgres.create();
    environment = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), PORT: '0', LOG_LEVEL: 'silent' };
  });
  afterAll(() => database.drop());

  it('is not served before it was migrated', async () => {
    const { code, stderr } = await run(['serve'], environment);
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .*posthorn migrate.*\n$/);
  });

  it('is not served when it does not let us in', async () => {
    const { code, stderr } = await run(['serve'], { ...environment, DATABASE_URL: `${environment.DATABASE_URL}_missing` });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .+\n$/);
  });

  it('is migrated once by two processes that start at once', async () => {
    const ended = await Promise.all([run(['migrate'], environment), run(['migrate'], environment)]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.map(({ stdout }) => stdout).sort()).toEqual([expect.stringMatching(EVERY_MIGRATION), 'The database is up to date.\n']);
  });
});

describe.each(engines)('SIGTERM on $name', (engine) => {
  it('lets the mail under way end, gives back the rest, and exits 0', async () => {
    const database = engine.name === 'sqlite' ? { url: `sqlite:${folder}/term.db`, drop: async () => undefined } : await engine.create();
    let release: () => void = () => undefined;
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    let arrived: () => void = () => undefined;
    const arrival = new Promise<void>((resolve) => {
      arrived = resolve;
    });
    const sink = await startSmtpSink({
      onData: async () => {
        arrived();
        await held;
        return '250 OK' as const;
      },
    });
    const first = await spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: `${sink.url}?pool=1` });
    const tenant = await mintTenant(first.url, caller(first.url, OPERATOR_TOKEN));
    const sends = Array.from({ length: 5 }, (_, n) =>
      tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: `n${n}`, text_body: 'x' } }),
    );
    expect((await Promise.all(sends)).every(({ status }) => status === 202)).toBe(true);
    await arrival;
    const ended = first.end('SIGTERM');
    const refused = () =>
      fetch(`${first.url}/health`).then(
        () => undefined,
        () => true,
      );
    await eventually(refused);
    // Once more, as it comes from npm where the whole group of processes is told to end.
    void first.end('SIGTERM');
    release();
    expect(await ended).toBe(0);

    const second = await spawnServer({ DATABASE_URL: database.url, PROVIDER_URL: sink.url });
    await sink.waitFor(5);
    expect(await second.end('SIGTERM')).toBe(0);
    expect(new Set(sink.mails.map(({ raw }) => /^Subject: (.*)\r$/m.exec(raw.toString())?.[1])).size).toBe(5);
    expect(sink.mails).toHaveLength(5);
    await sink.close();
    await database.drop();
  });
});

describe('posthorn start', () => {
  it('prints a request that works when it is pasted, and goes on with the same key', async () => {
    const cwd = mkdtempSync(join(tmpdir(), 'posthorn-start-'));
    const start = async () => {
      const child = spawn(process.execPath, [CLI, 'start'], { cwd, env: { PATH: process.env.PATH, PORT: '0', LOG_LEVEL: 'silent' } });
      const ended = new Promise<number | null>((resolve) => child.once('exit', resolve));
      let text = '';
      for await (const chunk of child.stdout) {
        text += String(chunk);
        if (text.includes('demo.env')) break;
      }
      const end = () => {
        child.kill('SIGTERM');
        return ended;
      };
      return { text, end };
    };
    const first = await start();
    const curl = /^curl -X POST .*$/m.exec(first.text)?.[0] ?? '';
    const answer = await new Promise<string>((resolve) => {
      const child = spawn('sh', ['-c', curl], { stdio: ['ignore', 'pipe', 'ignore'] });
      child.stdout.on('data', (data) => resolve(String(data)));
    });
    expect(JSON.parse(answer)).toMatchObject({ status: 'queued' });
    const file = join(cwd, 'data/demo.env');
    const mailbox = new URL(/^http.*\/mailbox#token=.*$/m.exec(first.text)?.[0] ?? '');
    expect((await fetch(mailbox)).status).toBe(200);
    expect(statSync(file).mode & 0o777).toBe(0o600);
    const read = () =>
      Object.fromEntries(
        readFileSync(file, 'utf8')
          .trim()
          .split('\n')
          .map((line) => line.split('=')),
      );
    const variables = read();
    expect(decodeURIComponent(mailbox.hash)).toBe(`#token=${variables.OPERATOR_TOKEN}`);
    expect(Object.keys(variables).sort()).toEqual([
      'OPERATOR_TOKEN',
      'POSTHORN_API_KEY',
      'POSTHORN_FROM',
      'POSTHORN_TENANT_ID',
      'POSTHORN_URL',
    ]);
    expect(await first.end()).toBe(0);

    const second = await start();
    expect(read()).toMatchObject({ POSTHORN_API_KEY: variables.POSTHORN_API_KEY, OPERATOR_TOKEN: variables.OPERATOR_TOKEN });
    expect(await second.end()).toBe(0);

    rmSync(file);
    const third = await start();
    expect(read()).toMatchObject({ POSTHORN_TENANT_ID: variables.POSTHORN_TENANT_ID });
    expect(read().POSTHORN_API_KEY).not.toBe(variables.POSTHORN_API_KEY);
    expect(await third.end()).toBe(0);
    expect(existsSync(join(cwd, 'data/posthorn.db'))).toBe(true);
    rmSync(cwd, { recursive: true });
  });
});

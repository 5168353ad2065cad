import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../support/engines.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { spawnServer } from '../support/processes/process.ts';

const EVERY_MIGRATION = /^Ran 0001-foundation\.\n(?:Ran \d{4}-[a-z-]+\.\n)*$/;

let folder = '';
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'posthorn-database-'));
});
afterAll(() => rmSync(folder, { recursive: true }));

describe('one SQLite file', () => {
  it('is served by one process, and keeps its secret beside it and not in it', async () => {
    const file = join(folder, 'one.db');
    const server = await spawnServer({ DATABASE_URL: `sqlite:${file}`, SECRET_KEY: '' });
    const { code, stderr } = await posthorn(['serve'], { environment: { DATABASE_URL: `sqlite:${file}`, PORT: '0', ROLE: 'api' } });
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
    expect((await posthorn(['migrate'], { environment })).code).toBe(0);
    const key = readFileSync(`${file}.key`, 'utf8');
    if (content === undefined) rmSync(`${file}.key`);
    else writeFileSync(`${file}.key`, content);
    const { code, stderr } = await posthorn(['serve'], { environment: { ...environment, PORT: '0' } });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: SECRET_KEY: .+\.db\.key.+\n$/);
    writeFileSync(`${file}.key`, key);
    expect((await posthorn(['migrate'], { environment })).code).toBe(0);
  });

  it('gets one key from two processes that start at once', async () => {
    const environment = { DATABASE_URL: `sqlite:${folder}/twice.db` };
    const ended = await Promise.all([posthorn(['migrate'], { environment }), posthorn(['migrate'], { environment })]);
    expect(ended.map(({ code }) => code)).toContain(0);
    expect(readdirSync(folder).filter((name) => name.startsWith('twice.db.key'))).toEqual(['twice.db.key']);
  });

  it('migrates unasked', async () => {
    const { code, stdout } = await posthorn(['migrate'], { environment: { DATABASE_URL: `sqlite:${folder}/migrate.db` } });
    expect([code, stdout]).toEqual([0, expect.stringMatching(EVERY_MIGRATION)]);
  });
});

describe('PostgreSQL', () => {
  let database: TestDatabase;
  let environment: Record<string, string> = {};
  beforeAll(async () => {
    database = await postgres.createEmpty();
    environment = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), PORT: '0', LOG_LEVEL: 'silent' };
  });
  afterAll(() => database.drop());

  it('is not served before it was migrated', async () => {
    const { code, stderr } = await posthorn(['serve'], { environment });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .*posthorn migrate.*\n$/);
  });

  it('is not served when it does not let us in', async () => {
    const { code, stderr } = await posthorn(['serve'], {
      environment: { ...environment, DATABASE_URL: `${environment.DATABASE_URL}_missing` },
    });
    expect(code).toBe(2);
    expect(stderr).toMatch(/^posthorn: DATABASE_URL: .+\n$/);
  });

  it('is migrated once by two processes that start at once', async () => {
    const ended = await Promise.all([posthorn(['migrate'], { environment }), posthorn(['migrate'], { environment })]);
    expect(ended.map(({ code }) => code)).toEqual([0, 0]);
    expect(ended.map(({ stdout }) => stdout).sort()).toEqual([expect.stringMatching(EVERY_MIGRATION), 'The database is up to date.\n']);
  });
});

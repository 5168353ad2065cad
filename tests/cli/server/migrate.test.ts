import { mkdtempSync, readdirSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { listMigrations, openDatabase } from '@posthorn/server';
import { Migrator } from 'kysely/migration';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { columnTypesOf } from '../../../server/src/db/dialect.ts';
import { foundation } from '../../../server/src/db/migrations/0001-foundation.ts';
import { posthorn } from '../../support/processes/command-line.ts';

describe('posthorn migrate', () => {
  let folder: string;
  let url: string;
  beforeEach(() => {
    folder = mkdtempSync(join(tmpdir(), 'posthorn-migrate-'));
    url = `sqlite:${join(folder, 'posthorn.db')}`;
  });
  afterEach(() => rmSync(folder, { recursive: true }));

  const migrate = () => posthorn(['migrate'], { environment: { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) } });
  const copies = () => readdirSync(folder).filter((name) => name.includes('.before-'));

  /** A database of the first release. */
  async function makeOld(): Promise<void> {
    const db = await openDatabase(url);
    const migrator = new Migrator({
      db: db.write,
      migrationTableName: 'posthorn_migrations',
      migrationLockTableName: 'posthorn_migrations_lock',
      provider: { getMigrations: async () => ({ '0001-foundation': foundation(columnTypesOf(db.write)) }) },
    });
    await migrator.migrateToLatest();
    await db.close();
  }

  it('fills a new database, of which there is nothing to keep', async () => {
    const { code, stdout } = await migrate();
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: 'Ran 0001-foundation.' });
    expect(copies()).toEqual([]);
    expect((await migrate()).stdout).toBe('The database is up to date.\n');
  });

  it('says so as a document with --json, and what has to be mended too', async () => {
    const environment = { DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32) };
    const { code, stdout } = await posthorn(['migrate', '--json'], { environment });
    expect({ code, ...JSON.parse(stdout) }).toEqual({ code: 0, ran: expect.arrayContaining(['0001-foundation']), copy: null });
    const fault = await posthorn(['migrate', '--json'], { environment: { ...environment, DATABASE_URL: 'mysql:' } });
    expect([fault.code, fault.stdout, JSON.parse(fault.stderr)]).toEqual([
      2,
      '',
      { error: 'usage', detail: 'DATABASE_URL: must be sqlite:FILE or postgres://…' },
    ]);
  });

  it('keeps a copy of a file with something in it, for its owner alone', async () => {
    await makeOld();
    const { code, stdout, stderr } = await migrate();
    const [copy = ''] = copies();
    expect(copy).toMatch(/^posthorn\.db\.before-0002-/);
    // While it runs, since it may take long.
    const [begun, ran] = stderr.split('\n').map((line) => JSON.parse(line || '{}'));
    expect(begun).toMatchObject({ msg: expect.stringMatching(/^migrating the database; it is copied first/), copy: join(folder, copy) });
    expect(ran).toMatchObject({ msg: 'a migration ran', migration: '0002-sending', took_ms: expect.any(Number) });
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: `Kept a copy in ${join(folder, copy)}.` });
    expect(statSync(join(folder, copy)).mode & 0o777).toBe(0o600);
    const before = await openDatabase(`sqlite:${join(folder, copy)}`);
    expect((await listMigrations(before.write)).done).toEqual(['0001-foundation']);
    await before.close();
  });

  it('keeps a whole copy where one is left of a migration that was killed while it made its own', async () => {
    await makeOld();
    await migrate();
    const [copy = ''] = copies();
    rmSync(join(folder, 'posthorn.db'));
    await makeOld();
    for (const left of [copy, `${copy}~`]) writeFileSync(join(folder, left), '');
    const { code, stdout } = await migrate();
    expect({ code, first: stdout.split('\n')[0] }).toEqual({ code: 0, first: `Kept a copy in ${join(folder, copy)}.` });
    const before = await openDatabase(`sqlite:${join(folder, copy)}`);
    expect((await listMigrations(before.write)).done).toEqual(['0001-foundation']);
    await before.close();
    expect(copies().filter((name) => name.endsWith('~'))).toEqual([]);
  });
});

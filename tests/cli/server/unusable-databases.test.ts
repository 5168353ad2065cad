import { randomUUID } from 'node:crypto';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, inject, it } from 'vitest';
import { listTables } from '../../../server/src/db/dialect.ts';
import { runOnPostgres } from '../../support/database/postgres.ts';
import { engines, postgres, type TestDatabase } from '../../support/engines.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { bySubject, useDoctor } from './examination.ts';

describe.each(engines)('a database of another program on $name', (engine) => {
  const { examine } = useDoctor();
  let database: TestDatabase;
  beforeEach(async () => {
    database = await engine.createEmpty();
    const { write, close } = await openDatabase(database.url);
    // The name of one of ours, and another one.
    for (const table of ['users', 'orders']) await sql`create table ${sql.table(table)} (id integer)`.execute(write);
    await close();
  });
  afterEach(() => database.drop());

  const environment = () => ({ DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), PORT: '0' });
  const tables = async () => {
    const { read, close } = await openDatabase(database.url);
    const found = await listTables(read);
    await close();
    return found.sort();
  };

  it.each(['migrate', 'serve', 'serve --auto'])('is refused by %s, and left as it was', async (command) => {
    const { code, stderr } = await posthorn(command.split(' '), { environment: environment() });
    expect({ code, stderr }).toEqual({
      code: 2,
      stderr: expect.stringMatching(
        /^posthorn: DATABASE_URL: the database has tables that are not Posthorn's, such as (?:users|orders); name one of its own\n$/,
      ),
    });
    expect(await tables()).toEqual(['orders', 'users']);
  });

  it('is told from an empty one by doctor, which has only that migrated', async () => {
    expect(bySubject((await examine(environment())).all, 'database')).toMatchObject({
      state: 'failed',
      detail: expect.stringContaining("tables that are not Posthorn's"),
      mend: 'name one of its own',
    });
    const empty = await engine.createEmpty();
    const { all } = await examine({ ...environment(), DATABASE_URL: empty.url });
    expect(bySubject(all, 'database')).toMatchObject({ state: 'failed', detail: 'it is empty', mend: 'run posthorn migrate' });
    await empty.drop();
  });
});

// The other engine has neither users nor encodings, and a file that takes no writes cannot be opened.
describe('a database on postgres', () => {
  const { examine } = useDoctor();
  let database: TestDatabase;
  afterEach(() => database.drop());
  const named = (url: string) => ({ DATABASE_URL: url, SECRET_KEY: 'k'.repeat(32), PORT: '0' });

  it('whose user may not make or read tables is told in a line, by whatever command', async () => {
    const user = `weak_${randomUUID().replaceAll('-', '')}`;
    await runOnPostgres(inject('postgresUrl'), `create role ${user} login`);
    const as = (url: string) => named(url.replace('//postgres@', `//${user}@`));
    database = await postgres.create();
    for (const command of ['serve', 'migrate', 'rekey']) {
      const { code, stderr } = await posthorn([command], { environment: as(database.url) });
      expect([command, code, stderr]).toEqual([
        command,
        2,
        'posthorn: DATABASE_URL: permission denied for table posthorn_migrations; make the user that it names the owner of the database and its tables\n',
      ]);
    }
    const empty = await postgres.createEmpty();
    expect(await posthorn(['migrate'], { environment: as(empty.url) })).toMatchObject({
      code: 2,
      stderr: `posthorn: DATABASE_URL: ${user} may not make tables and schemas there; make ${user} the owner of the database\n`,
    });
    await empty.drop();
    await runOnPostgres(inject('postgresUrl'), `drop role ${user}`);
  });

  it('without all characters is refused before anything is made in it', async () => {
    const name = `latin_${randomUUID().replaceAll('-', '')}`;
    const url = new URL(inject('postgresUrl'));
    await runOnPostgres(url.href, `create database ${name} template template0 encoding latin1 lc_collate 'C' lc_ctype 'C'`);
    url.pathname = `/${name}`;
    database = { url: url.href, drop: () => runOnPostgres(inject('postgresUrl'), `drop database ${name} with (force)`) };
    expect(await posthorn(['migrate'], { environment: named(database.url) })).toMatchObject({
      code: 2,
      stderr: 'posthorn: DATABASE_URL: the database has the encoding LATIN1; make one with UTF8\n',
    });
    const { all } = await examine(named(database.url));
    expect(bySubject(all, 'database')).toMatchObject({ state: 'failed', detail: 'it has the encoding LATIN1', mend: 'make one with UTF8' });
  });

  it('whose schema has a name that needs quotes is migrated, and well', async () => {
    database = await postgres.createEmpty();
    await runOnPostgres(database.url, 'create schema "My-App"');
    await runOnPostgres(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set search_path = "My-App"`);
    expect(await posthorn(['migrate'], { environment: named(database.url) })).toMatchObject({ code: 0, stderr: '' });
    expect(bySubject((await examine(named(database.url))).all, 'database')).toMatchObject({ state: 'ok' });
  });

  it('with the queue of another program is refused before anything is made in it, or changed in the queue', async () => {
    database = await postgres.create();
    const name = new URL(database.url).pathname.slice(1);
    expect(await posthorn(['migrate'], { environment: named(database.url) })).toMatchObject({ code: 0 });
    await runOnPostgres(database.url, 'create schema other');
    await runOnPostgres(database.url, `alter database ${name} set search_path = other`);
    for (const command of ['migrate', 'serve']) {
      const { code, stderr } = await posthorn([command], { environment: named(database.url) });
      expect({ code, stderr }).toEqual({
        code: 2,
        stderr: expect.stringMatching(
          /^posthorn: DATABASE_URL: another program, or another Posthorn, has its queue in this database \(schema pgboss\); name a database of its own, or drop that schema if it is left over\n$/,
        ),
      });
    }
    await runOnPostgres(database.url, `alter database ${name} reset search_path`);
    expect(await posthorn(['migrate'], { environment: named(database.url) })).toMatchObject({ code: 0, stderr: '' });
  });

  it('that takes no writes is not migrated', async () => {
    database = await postgres.createEmpty();
    await runOnPostgres(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    for (const command of ['migrate', 'serve --auto'])
      expect(await posthorn(command.split(' '), { environment: named(database.url) })).toMatchObject({
        code: 2,
        stderr: 'posthorn: DATABASE_URL: the database takes no writes; name one that is neither a standby nor set to read only\n',
      });
  });

  it('that takes no writes is said by doctor', async () => {
    database = await postgres.create();
    await runOnPostgres(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    const { code, all } = await examine(named(database.url));
    expect({ code, ...bySubject(all, 'database') }).toMatchObject({
      code: 1,
      state: 'failed',
      detail: 'it takes no writes',
      mend: 'name one that is neither a standby nor set to read only',
    });
  });
});

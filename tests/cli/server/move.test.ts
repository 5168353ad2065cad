import { randomBytes } from 'node:crypto';
import { copyFileSync, existsSync, readdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest';
import { runOnPostgres } from '../../support/database/postgres.ts';
import { type Engine, postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { upload } from '../../support/fixtures/upload.ts';
import { useFolder } from '../../support/folder.ts';
import { freePort } from '../../support/free-port.ts';
import { posthorn, posthornProcess } from '../../support/processes/command-line.ts';
import { startTestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const SECRET_KEY = 's'.repeat(40);

/** A database for one test. */
async function take(create: Engine['create']): Promise<TestDatabase> {
  const database = await create();
  onTestFinished(database.drop);
  return database;
}

async function within<T>(url: string, use: (db: Awaited<ReturnType<typeof openDatabase>>) => Promise<T>): Promise<T> {
  const db = await openDatabase(url);
  return use(db).finally(db.close);
}

/** The rows of some tables, and which tables there are. */
const look = (url: string) =>
  within(url, async ({ read }) => ({
    tenants: await read.selectFrom('tenants').selectAll().execute(),
    proofs: await read.selectFrom('key_proofs').selectAll().execute(),
    moves: await read.selectFrom('moves').selectAll().execute(),
  }));

describe('posthorn move', () => {
  const folder = useFolder();
  let lived: TestDatabase;
  beforeAll(async () => {
    lived = await sqlite.create();
    const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, lived);
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/webhooks', { body: { url: 'https://hooks.example.com/in', events: ['delivery'] } });
    await server.stop();
  });
  afterAll(() => lived.drop());

  /** A copy of a file in which somebody has a domain and a webhook. */
  async function livedIn(): Promise<{ url: string; file: string }> {
    const { url } = await take(sqlite.createEmpty);
    const file = url.slice('sqlite:'.length);
    copyFileSync(lived.url.slice('sqlite:'.length), file);
    return { url, file };
  }

  const move = (source: string, environment: Record<string, string>, ...options: string[]) =>
    posthorn(['move', ...options], { environment: { DATABASE_URL: source, SECRET_KEY, ...environment } });

  /** What is refused leaves both as they were: the file is served. */
  async function expectServable(url: string): Promise<void> {
    expect((await look(url)).moves).toEqual([]);
    await (await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, { url, drop: async () => undefined })).stop();
  }

  it('says what it has done and what to set, and no password', async () => {
    const [{ url, file }, target] = [await livedIn(), await take(postgres.createEmpty)];
    const place = target.url.replace('postgres@', '');
    const { code, stdout, stderr } = await move(url, {}, '--to', target.url.replace('postgres@', 'postgres:sesame@'));
    expect({ code, stderr }).toEqual({ code: 0, stderr: '' });
    expect(stdout.split('\n')).toEqual([
      'looking at what arrived',
      expect.stringMatching(/^Moved \d+ rows and 0 waiting jobs; both databases have the same number of each\.$/),
      `${file} is served no more. For the new servers set`,
      `  DATABASE_URL to ${place}, with its user and password`,
      '  SECRET_KEY to what it is here',
      '',
    ]);
    expect(await look(url)).toMatchObject({ moves: [{ state: 'left', place }] });
    const { stdout: found } = await posthorn(['doctor', '--json'], { environment: { DATABASE_URL: url, SECRET_KEY } });
    expect(found).toContain(`its data was moved to ${place}`);
    const { stderr: kept } = await move(url, { TARGET_DATABASE_URL: target.url }, '--abandon');
    expect(kept).toMatch(new RegExp(`^posthorn: DATABASE_URL: its data was moved to ${place} on [\\d-]+; serve that one\n$`));
  });

  it('names the key file, by which the other database opens, and the keys before', async () => {
    const [{ url, file }, target] = [await livedIn(), await take(postgres.createEmpty)];
    const key = `${file}.key`;
    writeFileSync(key, `${SECRET_KEY}\n`, { mode: 0o600 });
    const { code, stdout } = await move(url, { SECRET_KEY: '', SECRET_KEY_PREVIOUS: 'p'.repeat(40), TARGET_DATABASE_URL: target.url });
    expect({ code, stdout }).toEqual({
      code: 0,
      stdout: expect.stringContaining(
        `  SECRET_KEY to the line in ${key}, or SECRET_KEY_FILE to that file\n  SECRET_KEY_PREVIOUS to what it is here\n`,
      ),
    });
    const rekey = await posthorn(['rekey'], { environment: { DATABASE_URL: target.url, SECRET_KEY_FILE: key } });
    expect(rekey).toMatchObject({ code: 0, stdout: expect.stringMatching(/^Sealed 0 secrets/) });
  });

  it('says that files which are not in the database stay where they are', async () => {
    const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
    const outside = { SECRET_KEY, BLOBS_URL: `file:${join(folder, 'files')}` };
    const server = await startTestServer(sqlite, { ...outside, ROLE: 'api' }, { url, drop: async () => undefined });
    await upload(server.url, (await server.mint()).key, { content: 'x' });
    await server.stop();
    const { stdout } = await move(url, { ...outside, TARGET_DATABASE_URL: target.url });
    expect(stdout).toContain('  BLOBS_URL to what it is here: files that are not in the database stay where they are (1)\n');
  });

  it('says so too where BLOBS_URL is not set as the service has it', async () => {
    const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
    const outside = { SECRET_KEY, BLOBS_URL: `file:${join(folder, 'files')}` };
    const server = await startTestServer(sqlite, { ...outside, ROLE: 'api' }, { url, drop: async () => undefined });
    await upload(server.url, (await server.mint()).key, { content: 'x' });
    await server.stop();
    const { stdout } = await move(url, { TARGET_DATABASE_URL: target.url });
    expect(stdout).toContain(
      '  BLOBS_URL to what it was for the service, which is not set here: files that are not in the database stay where they are (1)\n',
    );
  });

  it('gives up nothing of a file that is served, and says so', async () => {
    const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
    const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, { url, drop: async () => undefined });
    expect(await move(url, { TARGET_DATABASE_URL: target.url }, '--abandon')).toEqual({
      code: 2,
      stdout: '',
      stderr: 'posthorn: DATABASE_URL: no move of it was broken off; it may be served\n',
    });
    await server.stop();
  });

  it('brings a file of before up to date first, and keeps a copy', async () => {
    const [{ url, file }, target] = [await livedIn(), await take(postgres.createEmpty)];
    await within(url, async ({ write }) => {
      await sql`drop table moves`.execute(write);
      await sql`alter table captured_mail drop column header_from`.execute(write);
      await sql`alter table broadcast_ledgers drop column keeps_retries`.execute(write);
      await sql`alter table messages drop column charge`.execute(write);
      await sql`delete from posthorn_migrations where name >= '0038'`.execute(write);
    });
    expect(await move(url, { TARGET_DATABASE_URL: target.url })).toMatchObject({ code: 0 });
    expect(existsSync(`${file}.before-0038-moves`)).toBe(true);
    expect((await look(target.url)).tenants).toHaveLength(1);
  });

  it('says what to do to whoever ends it by Ctrl-C', async () => {
    const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
    await within(target.url, async ({ write }) => {
      await sql`create table posthorn_migrations (name text primary key, timestamp text)`.execute(write);
      const running = await write.transaction().execute(async (trx) => {
        await sql`lock table posthorn_migrations`.execute(trx);
        const begun = posthornProcess(['move'], { DATABASE_URL: url, SECRET_KEY, TARGET_DATABASE_URL: target.url });
        const waiting = sql`
          select 1 from pg_locks where not granted and relation = 'posthorn_migrations'::regclass
            and database = (select oid from pg_database where datname = current_database())`;
        await eventually(async () => (await waiting.execute(trx)).rows.length > 0 || undefined);
        begun.interrupt();
        return begun.ended;
      });
      expect(running).toEqual({
        code: 130,
        stdout: '',
        stderr: 'posthorn: broken off; run posthorn move again, which ends it, or posthorn move --abandon, which gives it up\n',
      });
    });
    await expectServable(url);
  });

  describe('refuses', () => {
    it('a file that is served', async () => {
      const [{ url, file }, target] = [await livedIn(), await take(postgres.createEmpty)];
      const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, { url, drop: async () => undefined });
      expect(await move(url, { TARGET_DATABASE_URL: target.url })).toEqual({
        code: 2,
        stdout: '',
        stderr: `posthorn: another process serves ${file}\n`,
      });
      await server.stop();
      await expectServable(url);
    });

    it('a database from which something was served, which stays as it was', async () => {
      const { url } = await livedIn();
      const target = await take(postgres.create);
      const server = await startTestServer(postgres, { SECRET_KEY, ROLE: 'api' }, target);
      await server.mint();
      await server.stop();
      const before = await look(target.url);
      expect(await move(url, { TARGET_DATABASE_URL: target.url })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^posthorn: TARGET_DATABASE_URL: the database is not empty: its table \w+ has rows; name one that nothing was served from\n$/,
        ),
      });
      expect(await look(target.url)).toEqual(before);
      await expectServable(url);
    });

    it("somebody else's database, in which it makes nothing", async () => {
      const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
      const tables = () =>
        within(target.url, async ({ read }) => {
          const { rows } = await sql<{
            name: string;
          }>`select relname as name from pg_class where relkind = 'r' and relnamespace = 'public'::regnamespace`.execute(read);
          return rows.map(({ name }) => name);
        });
      await within(target.url, ({ write }) => sql`create table messages_of_mine (id text)`.execute(write));
      expect(await move(url, { TARGET_DATABASE_URL: target.url })).toMatchObject({
        code: 2,
        stderr: expect.stringContaining("has tables that are not Posthorn's, such as messages_of_mine"),
      });
      expect(await tables()).toEqual(['messages_of_mine']);
      await expectServable(url);
    });

    it('another key than the file is sealed with, and one that does not open all of it', async () => {
      const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
      const to = { TARGET_DATABASE_URL: target.url };
      expect(await move(url, { ...to, SECRET_KEY: 'o'.repeat(40) })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^posthorn: SECRET_KEY: not the key that this database is sealed with/),
      });
      await expectServable(url);
      await within(url, ({ write }) => sql`update webhooks set secret = 'AAAA'`.execute(write));
      expect(await move(url, to)).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(
          /^posthorn: SECRET_KEY: it does not open the secret of whk_\w+; name the key before in SECRET_KEY_PREVIOUS\n$/,
        ),
      });
    });

    it('a database that cannot be reached', async () => {
      const { url } = await livedIn();
      expect(await move(url, { TARGET_DATABASE_URL: `postgres://127.0.0.1:${await freePort()}/x` })).toMatchObject({
        code: 2,
        stderr: expect.stringMatching(/^posthorn: TARGET_DATABASE_URL: the database cannot be used: .*\n$/),
      });
      await expectServable(url);
    });

    describe('a database in which', () => {
      /** Somebody who is let in, and has nothing. */
      async function guest(admin: string): Promise<string> {
        const name = `guest_${randomBytes(6).toString('hex')}`;
        await runOnPostgres(admin, `create role ${name} login`);
        onTestFinished(async () => {
          await runOnPostgres(admin, `drop owned by ${name}`);
          await runOnPostgres(admin, `drop role ${name}`);
        });
        return name;
      }
      const as = (url: string, user: string) => url.replace('postgres@', `${user}@`);

      it('its user may not make tables', async () => {
        const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
        const user = await guest(target.url);
        expect(await move(url, { TARGET_DATABASE_URL: as(target.url, user) })).toEqual({
          code: 2,
          stdout: '',
          stderr: `posthorn: TARGET_DATABASE_URL: ${user} may not make tables and schemas there; make ${user} the owner of the database\n`,
        });
        await expectServable(url);
      });

      it('the tables are of another user', async () => {
        const [{ url }, target] = [await livedIn(), await take(postgres.create)];
        const user = await guest(target.url);
        await runOnPostgres(target.url, `grant create on schema public to ${user}`);
        await runOnPostgres(target.url, `grant create on database ${new URL(target.url).pathname.slice(1)} to ${user}`);
        expect(await move(url, { TARGET_DATABASE_URL: as(target.url, user) })).toEqual({
          code: 2,
          stdout: '',
          stderr: `posthorn: TARGET_DATABASE_URL: its tables are not ${user}'s; name an empty database that ${user} owns\n`,
        });
      });

      it('nothing can be written', async () => {
        const [{ url }, target] = [await livedIn(), await take(postgres.createEmpty)];
        await runOnPostgres(target.url, `alter database ${new URL(target.url).pathname.slice(1)} set default_transaction_read_only = on`);
        expect(await move(url, { TARGET_DATABASE_URL: target.url })).toMatchObject({
          code: 2,
          stderr: 'posthorn: TARGET_DATABASE_URL: the database takes no writes; name one that is neither a standby nor set to read only\n',
        });
        await expectServable(url);
      });

      it('not all text can be written', async () => {
        const [{ url }, beside] = [await livedIn(), await take(postgres.createEmpty)];
        const name = `posthorn_latin_${randomBytes(6).toString('hex')}`;
        await runOnPostgres(beside.url, `create database ${name} encoding 'latin1' template template0 locale 'C'`);
        onTestFinished(() => runOnPostgres(beside.url, `drop database ${name}`));
        const to = Object.assign(new URL(beside.url), { pathname: name }).href;
        expect(await move(url, { TARGET_DATABASE_URL: to })).toMatchObject({
          code: 2,
          stderr: 'posthorn: TARGET_DATABASE_URL: the database has the encoding LATIN1; make one with UTF8\n',
        });
        await expectServable(url);
      });
    });

    it('to move nowhere, from nothing, and from PostgreSQL', async () => {
      const { url } = await livedIn();
      const to = { TARGET_DATABASE_URL: 'postgres://127.0.0.1/x' };
      const absent = join(folder, 'none.db');
      const lines = [
        await move(url, {}),
        await move(url, {}, '--to', 'mysql://x'),
        await move(url, {}, '--to', 'postgres://u:se#same@127.0.0.1/x'),
        await move(url, {}, '--to', 'postgres://u:sesame@127.0.0.1'),
        await move(`sqlite:${absent}`, to),
        await move('postgres://127.0.0.1/y', to),
        await move(url, to, '--abandon'),
      ];
      expect(lines.map(({ code, stderr }) => `${code} ${stderr}`)).toEqual([
        '2 posthorn: TARGET_DATABASE_URL: not set; it, or --to, says where to move\n',
        '2 posthorn: TARGET_DATABASE_URL: must be postgres://…\n',
        '2 posthorn: TARGET_DATABASE_URL: is not a URL; characters such as # and / in a password are percent-encoded\n',
        '2 posthorn: TARGET_DATABASE_URL: names no database; it is what stands behind the host: postgres://user:password@host/name\n',
        `2 posthorn: DATABASE_URL: there is no ${absent}\n`,
        '2 posthorn: DATABASE_URL: only a SQLite file is moved\n',
        '2 posthorn: DATABASE_URL: no move of it was broken off; it may be served\n',
      ]);
      expect(readdirSync(folder)).not.toContain('none.db');
    });
  });
});

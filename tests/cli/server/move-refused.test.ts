import { randomBytes } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it, onTestFinished } from 'vitest';
import { runOnPostgres } from '../../support/database/postgres.ts';
import { postgres, sqlite } from '../../support/engines.ts';
import { freePort } from '../../support/free-port.ts';
import { startTestServer } from '../../support/server.ts';
import { look, SECRET_KEY, take, useMovable, within } from './movable.ts';

describe('posthorn move', () => {
  const { folder, livedIn, move, expectServable } = useMovable();

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

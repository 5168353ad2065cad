import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { sql } from 'kysely';
import { describe, expect, it } from 'vitest';
import { postgres, sqlite } from '../../support/engines.ts';
import { upload } from '../../support/fixtures/upload.ts';
import { posthorn, posthornProcess } from '../../support/processes/command-line.ts';
import { startTestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';
import { look, SECRET_KEY, take, useMovable, within } from './movable.ts';

describe('posthorn move', () => {
  const { folder, livedIn, ofBefore, move, expectServable } = useMovable();

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
    const [{ url, file }, target] = [await ofBefore('0037-paces-exact'), await take(postgres.createEmpty)];
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
});

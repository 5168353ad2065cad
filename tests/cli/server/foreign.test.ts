import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { listTables } from '../../../server/src/db/dialect.ts';
import { engines, type TestDatabase } from '../../support/engines.ts';
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

import { openDatabase } from '@posthorn/server';
import { sql } from 'kysely';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { runOnPostgres } from '../support/database/postgres.ts';
import { startTransactionPooler } from '../support/database/transaction-pooler.ts';
import { postgres, type TestDatabase } from '../support/engines.ts';
import { posthorn } from '../support/processes/command-line.ts';
import { startTestServer } from '../support/server.ts';
import { eventually } from '../support/wait.ts';

const DEFAULTS = [`datestyle = 'German, DMY'`, `default_transaction_isolation = 'serializable'`];
/** The installation of pg-boss, which is not in a transaction of ours, relies on it; no pooler is needed for that. */
const STRINGS = 'standard_conforming_strings = off';

describe('a PostgreSQL database with defaults of its own', () => {
  let database: TestDatabase;
  const change = (setting: string) =>
    runOnPostgres(database.url, `alter database "${new URL(database.url).pathname.slice(1)}" set ${setting}`);
  beforeEach(async () => {
    database = await postgres.createEmpty();
    for (const setting of DEFAULTS) await change(setting);
  });
  afterEach(() => database.drop());

  it.each(['', '?pgbouncer=true'])('is migrated, and its mail goes out (%s)', async (query) => {
    const pooler = query === '' ? undefined : await startTransactionPooler(database.url, { size: 4 });
    if (pooler === undefined) await change(STRINGS);
    const environment = { DATABASE_URL: `${pooler?.url ?? database.url}${query}`, SECRET_KEY: 'k'.repeat(32) };
    expect(await posthorn(['migrate'], { environment })).toMatchObject({ code: 0, stderr: '' });
    const server = await startTestServer(postgres, environment, database);
    const { call, from } = await server.mint();
    const { body } = await call('POST', '/v1/email', { body: { from, to: ['a@example.net'], subject: 'x', text_body: 'x' } });
    await eventually(async () => (await call('GET', `/v1/messages/${body.message_id}`)).body.status === 'sent' || undefined);
    await server.stop();
    await pooler?.stop();
  });

  it.each(['', '?pgbouncer=true'])('is read in the ways that statements rely on (%s)', async (query) => {
    await change(STRINGS);
    const pooler = query === '' ? undefined : await startTransactionPooler(database.url, { size: 2 });
    const db = await openDatabase(`${pooler?.url ?? database.url}${query}`);
    for (const each of [db.read, db.maintenance, db.scan('somebody')]) {
      const { rows } = await sql`select current_setting('datestyle') as dates, current_setting('transaction_isolation') as isolation,
        current_setting('standard_conforming_strings') as strings`.execute(each);
      expect(rows).toEqual([{ dates: expect.stringMatching(/^ISO,/), isolation: 'read committed', strings: 'on' }]);
    }
    await db.close();
    await pooler?.stop();
  });
});

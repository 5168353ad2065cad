import { openDatabase, startServer } from '@posthorn/server';
import { sql } from 'kysely';
import pg from 'pg';
import { getConstructionPlans } from 'pg-boss';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { type Pooler, pgbouncerMissing, startPgBouncer } from '../../support/database/pgbouncer.ts';
import { startTransactionPooler } from '../../support/database/transaction-pooler.ts';
import { postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { posthorn } from '../../support/processes/command-line.ts';
import { type ServerProcess, spawnServer } from '../../support/processes/process.ts';
import { caller, mintTenant, OPERATOR_TOKEN, startTestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const ADDRESSED = 200;
const SENDERS = 20;

const ours = { name: 'a pooler of the tests', start: startTransactionPooler };
const poolers = pgbouncerMissing === undefined ? [{ name: 'PgBouncer', start: startPgBouncer }, ours] : [ours];

/** The lock under which pg-boss creates what it stores. */
const INSTALL_LOCK = /^\s*select pg_advisory_xact_lock\(.*\)/im.exec(getConstructionPlans())?.[0] ?? '';

const pooled = (url: string) => `${url}?pgbouncer=true`;
const SECRET_KEY = 'k'.repeat(32);

describe.each(poolers)('PostgreSQL behind $name, which pools transactions', ({ start }) => {
  let database: TestDatabase;
  let pooler: Pooler | undefined;
  beforeEach(async () => {
    database = await postgres.create();
  });
  afterEach(async () => {
    await pooler?.stop();
    pooler = undefined;
    await database.drop();
  });

  async function pool(size: number, given: TestDatabase = database, ignoresOptions = false): Promise<string> {
    pooler = await start(given.url, { size, ignoresOptions });
    return pooler.url;
  }

  const startWith = (DATABASE_URL: string) => startServer({ environment: { DATABASE_URL, SECRET_KEY, PORT: '0', LOG_LEVEL: 'silent' } });

  it('takes what is moved from SQLite, by a single session', async () => {
    const [file, empty] = [await sqlite.create(), await postgres.createEmpty()];
    const server = await startTestServer(sqlite, { SECRET_KEY, ROLE: 'api' }, file);
    const tenant = await server.mint();
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' } });
    await server.stop();
    const environment = { DATABASE_URL: file.url, TARGET_DATABASE_URL: pooled(await pool(1, empty)), SECRET_KEY };
    expect(await posthorn(['move'], { environment })).toMatchObject({ code: 0, stdout: expect.stringContaining(' and 1 waiting job;') });
    await pooler?.stop();
    pooler = undefined;
    for (const each of [file, empty]) await each.drop();
  });

  it('ends a start that takes it for PostgreSQL itself with a line that says what to do', async () => {
    const url = await pool(2);
    await expect(startWith(url)).rejects.toThrow(/^DATABASE_URL: the time-outs of a session are refused.*add \?pgbouncer=true to the URL$/);
  });

  it('ends it so too where settings are passed over', async () => {
    const url = await pool(2, database, true);
    await expect(startWith(url)).rejects.toThrow(/^DATABASE_URL: .*not kept \(\w+ stays at 0 ms\).*add \?pgbouncer=true to the URL$/);
  });

  it('ends it so too where time-outs happen to be those asked for', async () => {
    const { pathname } = new URL(database.url);
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    for (const setting of ['idle_in_transaction_session_timeout = 5000', 'lock_timeout = 10000', 'statement_timeout = 60000'])
      await client.query(`alter database "${pathname.slice(1)}" set ${setting}`);
    await client.end();
    const url = await pool(1, database, true);
    await expect(startWith(url)).rejects.toThrow(/^DATABASE_URL: two connections share one session.*add \?pgbouncer=true to the URL$/);
  });

  it('is looked at by doctor', async () => {
    const url = await pool(2);
    const look = async (environment: Record<string, string>) => {
      const { stdout } = await posthorn(['doctor', '--json'], { environment: { SECRET_KEY, ...environment } });
      const lines = stdout.trim().split('\n');
      const all = lines.map((line): { subject: string; state: string; mend: string | null } => JSON.parse(line));
      const stateOf = (name: string) => all.find(({ subject }) => subject === name);
      return { database: stateOf('database'), notifications: stateOf('notifications') };
    };
    expect(await look({ DATABASE_URL: url })).toMatchObject({
      database: { state: 'failed', mend: 'add ?pgbouncer=true to DATABASE_URL' },
    });
    expect(await look({ DATABASE_URL: pooled(url) })).toMatchObject({
      database: { state: 'ok' },
      notifications: { state: 'warning', mend: expect.stringContaining('DATABASE_LISTEN_URL') },
    });
    expect(await look({ DATABASE_URL: pooled(url), DATABASE_LISTEN_URL: database.url })).toMatchObject({ notifications: { state: 'ok' } });
  });

  it('has the time-outs in every statement, and scans that only read', async () => {
    const db = await openDatabase(pooled(await pool(2)), { scanMs: 1234 });
    const show = async (executor: typeof db.read) => {
      const { rows } = await sql<Record<string, string>>`select current_setting('lock_timeout') as lock,
        current_setting('statement_timeout') as statement, current_setting('transaction_read_only') as read_only`.execute(executor);
      return rows[0];
    };
    expect(await show(db.read)).toEqual({ lock: '10s', statement: '1min', read_only: 'off' });
    expect(await db.transact(show)).toEqual({ lock: '10s', statement: '1min', read_only: 'off' });
    expect(await show(db.maintenance)).toEqual({ lock: '10s', statement: '0', read_only: 'off' });
    expect(await show(db.scan('somebody'))).toEqual({ lock: '10s', statement: '1234ms', read_only: 'on' });
    await expect(sql`select pg_sleep(60)`.execute(db.scan('somebody'))).rejects.toMatchObject({
      detail: expect.stringContaining('took too long'),
    });
    await expect(sql`select 1 / 0`.execute(db.read)).rejects.toThrow('division');
    await expect(db.transact((trx) => sql`select 1 / 0`.execute(trx))).rejects.toThrow('division');
    // Nothing of a transaction is left where the next one goes on.
    expect(await show(db.read)).toEqual({ lock: '10s', statement: '1min', read_only: 'off' });
    await db.close();
    const direct = await openDatabase(database.url);
    const { rows } = await sql<{ name: string }>`select setting as name from pg_settings where name = 'lock_timeout'`.execute(direct.read);
    expect(rows).toEqual([{ name: '10000' }]);
    await direct.close();
  });

  it('lets processes that migrate at once do so once, and leaves no lock behind', async () => {
    const empty = await postgres.createEmpty();
    const url = pooled(await pool(3, empty));
    const migrate = () => posthorn(['migrate'], { environment: { DATABASE_URL: url, SECRET_KEY } });
    const done = await Promise.all([migrate(), migrate()]);
    expect(done.map(({ stderr }) => stderr)).toEqual(['', '']);
    expect(done.map(({ stdout }) => stdout.includes('Ran 0001-foundation')).sort()).toEqual([false, true]);
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    const here = 'database = (select oid from pg_database where datname = current_database())';
    expect((await client.query(`select 1 from pg_locks where locktype = 'advisory' and ${here}`)).rows).toEqual([]);
    await client.end();
    await pooler?.stop();
    pooler = undefined;
    await empty.drop();
  });

  it('installs the queue where another process has made its schema after it was looked for', async () => {
    const empty = await postgres.createEmpty();
    const url = pooled(await pool(1, empty));
    const client = new pg.Client({ connectionString: empty.url });
    await client.connect();
    await client.query('begin');
    await client.query(INSTALL_LOCK);
    const migrated = posthorn(['migrate'], { environment: { DATABASE_URL: url, SECRET_KEY } });
    const here = 'database = (select oid from pg_database where datname = current_database())';
    const waiting = () => client.query(`select 1 from pg_locks where locktype = 'advisory' and not granted and ${here}`);
    await expect.poll(async () => (await waiting()).rows.length).toBe(1);
    await client.query('create schema pgboss');
    await client.query('commit');
    expect(await migrated).toMatchObject({ stderr: '', code: 0 });
    expect((await client.query('select 1 from pgboss.queue')).rows.length).toBeGreaterThan(5);
    await client.end();
    await pooler?.stop();
    pooler = undefined;
    await empty.drop();
  });

  async function sendAll(server: ServerProcess, onHalf: () => Promise<void>): Promise<string[]> {
    const admin = caller(server.url, OPERATOR_TOKEN);
    const tenant = await mintTenant(server.url, admin, { rate_limit: 1_000_000 });
    const refused: number[] = [];
    let begun = 0;
    let accepted = 0;
    let disturbed: Promise<void> | undefined;
    async function send(name: string): Promise<void> {
      const body = { from: tenant.from, to: [`${name}@example.net`], subject: name, text_body: 'x' };
      for (;;) {
        const { status } = await tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': name } });
        if (status < 300) return;
        refused.push(status);
      }
    }
    async function sender(): Promise<void> {
      while (begun < ADDRESSED) {
        begun += 1;
        await send(`m${begun}`);
        accepted += 1;
        if (accepted >= ADDRESSED / 2) disturbed ??= onHalf();
      }
    }
    await Promise.all(Array.from({ length: SENDERS }, sender));
    await disturbed;
    await eventually(async () => ((await admin('GET', '/admin/stats')).body?.messages?.sent === ADDRESSED ? true : undefined));
    return [...new Set(refused.filter((status) => status !== 503))].map(String);
  }

  it.each([1, 4])('carries every mail once through %i sessions, though it restarts half-way', { timeout: 900_000 }, async (size) => {
    const url = pooled(await pool(size));
    const sink = await startSmtpSink();
    const server = await spawnServer({ DATABASE_URL: url, PROVIDER_URL: sink.url, JOB_INTERVAL_MS: '500' });
    const refused = await sendAll(server, async () => pooler?.restart());
    expect(await server.end('SIGTERM')).toBe(0);
    const copies = sink.mails.flatMap(({ envelope }) => envelope.to).sort();
    const db = await openDatabase(database.url);
    const doubted = await db.read.selectFrom('delivery_attempts').select('message_id').where('outcome', '=', 'in_doubt').execute();
    await db.close();
    await sink.close();
    expect(refused).toEqual([]);
    expect(copies).toEqual(Array.from({ length: ADDRESSED }, (_, index) => `m${index + 1}@example.net`).sort());
    expect(doubted).toEqual([]);
  });

  it('has workers told of jobs through DATABASE_LISTEN_URL', async () => {
    const url = pooled(await pool(2));
    const server = await startServer({
      environment: { DATABASE_URL: url, DATABASE_LISTEN_URL: database.url, SECRET_KEY, PORT: '0', LOG_LEVEL: 'silent' },
    });
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    const listening = `select query from pg_stat_activity where datname = current_database() and query ~ '^LISTEN'`;
    const heard = (await client.query(listening)).rows;
    await client.end();
    await server.stop();
    expect(heard.length).toBe(1);
  });
});

import { closeSync, mkdtempSync, openSync, rmSync, writeSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { migrateToLatest, openDatabase, startServer } from '@posthorn/server';
import { sql } from 'kysely';
import pino from 'pino';
import { afterEach, describe, expect, it } from 'vitest';
import { runOnPostgres } from '../../support/database/postgres.ts';
import { engines, postgres, type TestDatabase } from '../../support/engines.ts';
import { startTcpProxy } from '../../support/fakes/tcp-proxy.ts';
import { startSmtpSink } from '../../support/mail/smtp-sink.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { spawnServer } from '../../support/processes/process.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN, startTestServer } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const METRICS_TOKEN = 'a-token-for-metrics';

const stops: (() => Promise<unknown>)[] = [];
afterEach(async () => {
  for (const stop of stops.splice(0).reverse()) await stop();
});

const get = async (url: string, token?: string) => {
  const answer = await fetch(url, token === undefined ? {} : { headers: { Authorization: `Bearer ${token}` } });
  return { status: answer.status, text: await answer.text() };
};

describe.each(engines)('GET /health/ready on $name', (engine) => {
  it('greets a relay that no mail has told of, and says when it is away', async () => {
    const sink = await startSmtpSink({ credentials: { user: 'ada', pass: 'secret' } });
    const relay = await startTcpProxy(sink.url);
    const at = (user: string) => relay.url.replace('://', `://${user}@`);
    stops.push(sink.close, relay.close);
    const ready = async (environment: Record<string, string>) => {
      const server = await startTestServer(engine, environment);
      // On a busy machine the greeting may take longer than the first who asks waits for it.
      const known = await eventually(async () => {
        const { status, text } = await get(`${server.url}/health/ready`);
        const { checks } = JSON.parse(text);
        return checks.provider === 'unknown' ? undefined : { status, checks };
      });
      await server.stop();
      return known;
    };
    const others = { database: 'ok', migrations: 'ok' };
    expect(await ready({ PROVIDER_URL: at('ada:secret') })).toEqual({ status: 200, checks: { ...others, provider: 'ok' } });
    expect(await ready({ PROVIDER_URL: at('ada:wrong') })).toEqual({ status: 503, checks: { ...others, provider: 'log_in' } });
    expect(await ready({ PROVIDER_URL: `${at('ada:secret')}?tls=require` })).toMatchObject({ status: 503, checks: { provider: 'tls' } });
    await relay.refuse();
    expect(await ready({ PROVIDER_URL: at('ada:secret') })).toMatchObject({ status: 503, checks: { provider: 'unreachable' } });
    // It hands nothing over, and takes mail all the same.
    expect(await ready({ PROVIDER_URL: at('ada:secret'), ROLE: 'api' })).toMatchObject({ status: 200, checks: { provider: 'not_used' } });
    await relay.accept();
  });

  it('says which migrations the database lacks', async () => {
    const server = await startTestServer(engine);
    stops.push(server.stop);
    const { write } = server.app.db;
    await write
      .deleteFrom('posthorn_migrations' as never)
      .where('name' as never, '=', '0023-waiting' as never)
      .execute();
    const { status, text } = await get(`${server.url}/health/ready`);
    expect(status).toBe(503);
    expect(JSON.parse(text)).toMatchObject({ status: 'unavailable', checks: { database: 'ok', migrations: 'lacks 0023-waiting' } });
  });

  it('needs no token, and is only read', async () => {
    const server = await startTestServer(engine, BY_HAND);
    stops.push(server.stop);
    const { status, text } = await get(`${server.url}/health/ready`);
    expect([status, JSON.parse(text)]).toEqual([
      200,
      { status: 'ready', version: '0.3.0', checks: { database: 'ok', migrations: 'ok', provider: 'ok' } },
    ]);
    const posted = await fetch(`${server.url}/health/ready`, { method: 'POST' });
    expect([posted.status, posted.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
  });

  it('opens the metrics, and nothing else, to METRICS_TOKEN', async () => {
    const server = await startTestServer(engine, { ...BY_HAND, METRICS_TOKEN });
    stops.push(server.stop);
    expect((await get(`${server.url}/metrics`, METRICS_TOKEN)).status).toBe(200);
    expect((await get(`${server.url}/metrics`, OPERATOR_TOKEN)).status).toBe(200);
    for (const token of ['another-token', 'a-token-for-metric', undefined])
      expect((await get(`${server.url}/metrics`, token)).status).toBe(401);
    for (const path of ['/admin/stats', '/admin/tenants', '/v1/messages', '/mcp'])
      expect([path, (await get(`${server.url}${path}`, METRICS_TOKEN)).status]).toEqual([path, 401]);
  });

  it('opens the metrics to METRICS_TOKEN where there is no operator token, and then there is no operator', async () => {
    const server = await startTestServer(engine, { ...BY_HAND, METRICS_TOKEN, OPERATOR_TOKEN: '' });
    stops.push(server.stop);
    expect((await get(`${server.url}/metrics`, METRICS_TOKEN)).status).toBe(200);
    expect((await get(`${server.url}/admin/stats`, METRICS_TOKEN)).status).toBe(404);
  });
});

describe('GET /health/ready on postgres', () => {
  it('says that the database takes no writes, as a standby does', async () => {
    const database = await postgres.create();
    const start = () => startTestServer(postgres, { ...BY_HAND, ROLE: 'api' }, database);
    await (await start()).stop();
    await runOnPostgres(database.url, `alter database ${new URL(database.url).pathname.slice(1)} set default_transaction_read_only = on`);
    const server = await start();
    stops.push(database.drop, server.stop);
    const { status, text } = await get(`${server.url}/health/ready`);
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { status: 'unavailable', detail: expect.stringContaining('takes no writes'), checks: { database: 'read_only', migrations: 'ok' } },
    ]);
    expect((await get(`${server.url}/health`)).status).toBe(200);
  });
});

describe('GET /health/ready on postgres whose disk is full', () => {
  const full = `raise exception 'could not extend file: No space left on device' using errcode = '53100'`;

  it('says so once a write has failed, until there is room', async () => {
    const database = await postgres.create();
    const server = await startTestServer(postgres, { ...BY_HAND, ROLE: 'api' }, database);
    stops.push(database.drop, server.stop);
    const { call } = await server.mint();
    const ready = async () => {
      const { status, text } = await get(`${server.url}/health/ready`);
      return [status, JSON.parse(text).checks.database];
    };
    await runOnPostgres(
      database.url,
      `create function fill() returns trigger language plpgsql as $$ begin ${full}; end $$;
      create function fill_disk() returns event_trigger language plpgsql as $$ begin ${full}; end $$;
      create trigger fill before insert on contacts for each row execute function fill();
      create event trigger fill_disk on ddl_command_start when tag in ('CREATE TABLE AS') execute function fill_disk()`,
    );
    expect(await ready()).toEqual([200, 'ok']);
    expect((await call('POST', '/v1/contacts', { body: { email: 'a@example.com' } })).status).toBe(503);
    expect(await ready()).toEqual([503, 'full']);
    expect((await call('GET', '/v1/contacts')).status).toBe(200);
    await runOnPostgres(database.url, 'drop event trigger fill_disk; drop trigger fill on contacts');
    await eventually(async () => (await ready())[0] === 200 || undefined);
    expect((await call('POST', '/v1/contacts', { body: { email: 'a@example.com' } })).status).toBe(201);
  });
});

describe('GET /health/ready over a SQLite file', () => {
  it('says that it is damaged, and so does the log, once; requests are refused in words', async () => {
    const folder = mkdtempSync(join(tmpdir(), 'posthorn-ready-'));
    const file = join(folder, 'posthorn.db');
    const db = await openDatabase(`sqlite:${file}`);
    await migrateToLatest(db.write);
    const { rows } = await sql<{ page: number }>`select rootpage as page from sqlite_schema where tbl_name = 'suppressions'`.execute(
      db.read,
    );
    await db.close();
    const damaged = openSync(file, 'r+');
    for (const { page } of rows) writeSync(damaged, Buffer.alloc(4096, 0xff), 0, 4096, (page - 1) * 4096);
    closeSync(damaged);
    const lines: string[] = [];
    const log = pino({ level: 'fatal' }, { write: (line) => void lines.push(line) });
    const environment = { ...BY_HAND, DATABASE_URL: `sqlite:${file}`, PORT: '0', OPERATOR_TOKEN, SECRET_KEY: 'k'.repeat(32) };
    const server = await startServer({ environment, log });
    stops.push(async () => rmSync(folder, { recursive: true }), server.stop);
    expect((await get(`${server.url}/health/ready`)).status).toBe(200);
    for (let times = 0; times < 2; times += 1) {
      const { status, text } = await get(`${server.url}/admin/suppressions`, OPERATOR_TOKEN);
      expect([status, JSON.parse(text)]).toMatchObject([503, { error: 'service_unavailable', detail: expect.stringMatching(/damaged/) }]);
    }
    const { status, text } = await get(`${server.url}/health/ready`);
    expect([status, JSON.parse(text)]).toMatchObject([
      503,
      { detail: expect.stringContaining('damaged'), checks: { database: 'damaged' } },
    ]);
    expect(lines).toHaveLength(1);
    expect(lines[0]).toContain('A damaged SQLite file');
  });
});

describe('a worker with WORKER_PORT', () => {
  async function prepare(): Promise<TestDatabase> {
    const database = await postgres.create();
    stops.push(database.drop);
    return database;
  }

  it('answers how it is, and its metrics, and nothing else', async () => {
    const database = await prepare();
    const api = await startTestServer(postgres, { ROLE: 'api' }, database);
    const sink = await startSmtpSink();
    const worker = await spawnServer({
      DATABASE_URL: database.url,
      SECRET_KEY: 'a secret key that is only used by tests',
      ROLE: 'worker',
      WORKER_PORT: '0',
      PROVIDER_URL: sink.url,
      METRICS_TOKEN,
    });
    stops.push(sink.close, api.stop, () => worker.end('SIGTERM'));
    const tenant = await api.mint();
    await tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.org'], subject: 'S', text_body: 'T' } });
    await sink.waitFor(1);
    expect((await get(`${worker.url}/health`)).status).toBe(200);
    expect(JSON.parse((await get(`${worker.url}/health/ready`)).text).checks.provider).toBe('ok');
    const samples = readSamples((await get(`${worker.url}/metrics`, METRICS_TOKEN)).text);
    expect(samples).toContainEqual({ name: 'posthorn_provider_up', labels: { provider: sink.url }, value: 1 });
    expect(samples.find(({ name, labels }) => name === 'posthorn_deliveries_total' && labels.outcome === 'accepted')?.value).toBe(1);
    expect((await get(`${worker.url}/metrics`)).status).toBe(401);
    for (const path of ['/v1/messages', '/admin/stats', '/mailbox', '/docs', '/'])
      expect([path, (await get(`${worker.url}${path}`, OPERATOR_TOKEN)).status]).toEqual([path, 404]);
    const of = readSamples((await get(`${api.url}/metrics`, OPERATOR_TOKEN)).text);
    expect(of.filter(({ name }) => name === 'posthorn_provider_up')).toEqual([]);
  });

  it('listens nowhere without it, and says which setting is wrong', async () => {
    const database = await prepare();
    const environment = { DATABASE_URL: database.url, SECRET_KEY: 'k'.repeat(32), ROLE: 'worker', LOG_LEVEL: 'silent' };
    const quiet = await startServer({ environment });
    expect(quiet.url).toBeNull();
    await quiet.stop();
    const sink = await startSmtpSink();
    stops.push(sink.close);
    const taken = startServer({ environment: { ...environment, WORKER_PORT: String(sink.port) } });
    await expect(taken).rejects.toThrow(`WORKER_PORT: ${sink.port} is taken`);
  });
});

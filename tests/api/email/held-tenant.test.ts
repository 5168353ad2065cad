import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../support/engines.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

describe('a tenant that somebody holds for too long, on postgres', () => {
  let database: TestDatabase;
  let server: TestServer;
  let clients: pg.Client[];

  const connect = async () => {
    const client = new pg.Client({ connectionString: database.url });
    await client.connect();
    clients.push(client);
    return client;
  };
  /** Keeps the tenant's row locked until it is told to end. */
  const hold = async ({ id }: TestTenant) => {
    const client = await connect();
    await client.query('begin');
    await client.query('select 1 from tenant_meters where tenant_id = $1 for update', [id]);
    return () => client.query('rollback');
  };
  const send = (tenant: TestTenant, key = '') => {
    const body = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    return tenant.call('POST', '/v1/email', { body, headers: { 'Idempotency-Key': key } });
  };

  beforeEach(async () => {
    database = await postgres.create();
    clients = [];
    const impatient = new URL(database.url);
    impatient.searchParams.set('options', '-c lock_timeout=1000');
    server = await startTestServer(postgres, BY_HAND, { ...database, url: impatient.href });
  });
  afterEach(async () => {
    for (const client of clients) await client.end();
    await server.stop();
    await database.drop();
  });

  it('has requests with a key come again, tells the others that it is busy, and keeps nothing of either', async () => {
    const tenant = await server.mint();
    const release = await hold(tenant);
    const [keyed, batch, plain] = await Promise.all([
      send(tenant, 'k'),
      tenant.call('POST', '/v1/email/batch', { body: { emails: [{}] }, headers: { 'Idempotency-Key': 'k' } }),
      send(tenant),
    ]);
    for (const answer of [keyed, batch]) {
      expect(answer).toMatchObject({ status: 409, body: { error: 'idempotency_in_progress' } });
      expect(answer.headers.get('retry-after')).toBe('1');
    }
    expect(plain).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    expect(plain.headers.get('retry-after')).toBe('1');

    await release();
    expect((await send(tenant, 'k')).status).toBe(202);
    expect((await send(tenant, 'k')).headers.get('idempotent-replayed')).toBe('true');
    expect((await tenant.call('GET', '/v1/messages')).body.data).toHaveLength(1);
  });

  it('does not hold up the others whose requests came with its own', async () => {
    const [held, free] = [await server.mint(), await server.mint()];
    await hold(held);
    const release = await hold(free);
    const watcher = await connect();
    const answers = Promise.all([send(held, 'k'), send(free, 'k')]);
    await eventually(async () => {
      const waiting = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";
      return (await watcher.query(waiting)).rows[0];
    });
    await release();
    expect((await answers).map(({ status }) => status)).toEqual([409, 202]);
  });
});

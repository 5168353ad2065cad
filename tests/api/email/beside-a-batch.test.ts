import pg from 'pg';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { postgres, type TestDatabase } from '../../support/engines.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

const WAITING = "select 1 from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()";

describe('a large batch that is being written, on postgres', () => {
  let database: TestDatabase;
  let server: TestServer;
  let client: pg.Client;
  beforeEach(async () => {
    database = await postgres.create();
    // The batch is to wait longer than the test may take.
    const patient = new URL(database.url);
    patient.searchParams.set('options', '-c lock_timeout=600000');
    server = await startTestServer(postgres, BY_HAND, { ...database, url: patient.href });
    client = new pg.Client({ connectionString: database.url });
    await client.connect();
  });
  afterEach(async () => {
    await client.end();
    await server.stop();
    await database.drop();
  });

  const draft = ({ from }: TestTenant) => ({ from, to: ['a@example.net'], subject: 'x', text_body: 'x' });
  const send = (tenant: TestTenant) => tenant.call('POST', '/v1/email', { body: draft(tenant) });

  it('holds up no mail of others, and that of its own tenant until it is written', async () => {
    const [busy, quiet] = [await server.mint(), await server.mint()];
    await client.query('begin');
    // Written for requests with a key alone.
    await client.query('lock table idempotency_keys in share mode');
    const body = { emails: Array(10).fill(draft(busy)) };
    const batch = busy.call('POST', '/v1/email/batch', { body, headers: { 'Idempotency-Key': 'k' } });
    await eventually(async () => (await client.query(WAITING)).rows[0]);
    expect((await send(quiet)).status).toBe(202);
    let isWritable = false;
    const own = send(busy).then((answer) => ({ ...answer, isAfter: isWritable }));
    expect((await send(quiet)).status).toBe(202);
    isWritable = true;
    await client.query('rollback');
    expect([await batch, await own]).toMatchObject([{ status: 200 }, { status: 202, isAfter: true }]);
  });
});

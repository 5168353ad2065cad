import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { startTcpProxy, type TcpProxy } from '../../support/fakes/tcp-proxy.ts';
import { readSamples } from '../../support/prometheus.ts';
import { OPERATOR_TOKEN, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';
import { eventually } from '../../support/wait.ts';

// The other engine is in the process and cannot be away; tests/faults/database/sqlite-lock.test.ts has what can befall it.
describe.each(engines.filter(({ name }) => name === 'postgres'))('while $name is away', (engine) => {
  let database: TestDatabase;
  let proxy: TcpProxy;
  let server: TestServer;
  let tenant: TestTenant;
  beforeEach(async () => {
    database = await engine.create();
    proxy = await startTcpProxy(database.url);
    server = await startTestServer(engine, {}, { ...database, url: proxy.url });
    tenant = await server.mint();
  });
  afterEach(async () => {
    await server.stop();
    await proxy.close();
    await database.drop();
  });

  const send = () => tenant.call('POST', '/v1/email', { body: { from: tenant.from, to: ['a@example.net'], subject: 's', text_body: 'x' } });
  const health = () => server.admin('GET', '/health');

  it('answers 503 with Retry-After, on every path, and works again when it is back', async () => {
    await proxy.refuse();
    const answers = await Promise.all([
      send(),
      tenant.call('GET', '/v1/messages'),
      tenant.call('GET', '/trpc/messages.list'),
      server.admin('GET', '/admin/tenants'),
    ]);
    expect(answers.map(({ status }) => status)).toEqual([503, 503, 503, 503]);
    expect(answers.map(({ headers }) => headers.get('retry-after'))).toEqual(['1', '1', '1', '1']);
    expect(answers[0]?.body).toMatchObject({ error: 'service_unavailable' });
    expect(await health()).toMatchObject({ status: 503, body: { status: 'unavailable', checks: { database: 'unreachable' } } });
    await proxy.accept();
    expect((await send()).status).toBe(202);
    expect((await health()).status).toBe(200);
  });

  const isUp = async () => {
    const metrics = await fetch(`${server.url}/metrics`, { headers: { Authorization: `Bearer ${OPERATOR_TOKEN}` } });
    return readSamples(await metrics.text()).filter(({ name }) => name === 'posthorn_database_up' || name === 'posthorn_attempts_in_doubt');
  };

  it('tells the metrics of it at once, though the last figures are still told', async () => {
    const up = (value: number) => expect.arrayContaining([expect.objectContaining({ name: 'posthorn_database_up', value })]);
    const figures = expect.arrayContaining([expect.objectContaining({ name: 'posthorn_attempts_in_doubt' })]);
    await eventually(async () =>
      (await isUp()).some(({ value, name }) => name === 'posthorn_database_up' && value === 1) ? true : undefined,
    );
    await proxy.refuse();
    const away = await isUp();
    expect(away).toEqual(up(0));
    expect(away).toEqual(figures);
    await proxy.accept();
    expect(await isUp()).toEqual(up(1));
  });

  it('answers /health with 503 when it hangs', async () => {
    proxy.freeze();
    expect(await health()).toMatchObject({ status: 503, body: { status: 'unavailable', checks: { database: 'unreachable' } } });
    proxy.thaw();
    expect((await send()).status).toBe(202);
    expect((await health()).status).toBe(200);
  });
});

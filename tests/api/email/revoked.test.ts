import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Engine, postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { type Call, startTestServer, type TestServer, type TestTenant } from '../../support/server.ts';

/** Where keys are used and where they are revoked: SQLite has one process for both. */
const PROCESSES: readonly { name: string; engine: Engine; count: number }[] = [
  { name: 'one process on sqlite', engine: sqlite, count: 1 },
  { name: 'one process on postgres', engine: postgres, count: 1 },
  { name: 'another process on postgres', engine: postgres, count: 2 },
];

describe.each(PROCESSES)('a key that $name has seen before', ({ engine, count }) => {
  let database: TestDatabase;
  let servers: TestServer[];

  beforeAll(async () => {
    database = await engine.create();
    servers = [];
    for (let started = 0; started < count; started += 1)
      servers.push(await startTestServer(engine, { ROLE: 'api', CLOCK: 'virtual' }, database));
  });
  afterAll(async () => {
    for (const server of servers) await server.stop();
    await database.drop();
  });

  /** Sends by the process that knows the key, and settings are changed by the other. */
  async function start(overrides: Record<string, number> = {}): Promise<{ tenant: TestTenant; send: Call; admin: Call; mail: object }> {
    const [first, last] = [servers[0], servers.at(-1)];
    if (first === undefined || last === undefined) throw new Error('no server');
    const tenant = await last.mint(overrides);
    const send = first.as(tenant.key);
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    expect((await send('POST', '/v1/email', { body: mail })).status).toBe(202);
    return { tenant, send, admin: last.admin, mail };
  }
  const revoke = async ({ tenant, admin }: { tenant: TestTenant; admin: Call }) => {
    const { body } = await admin('GET', `/admin/tenants/${tenant.id}/api-keys`);
    for (const { id } of body.data) expect((await admin('DELETE', `/admin/tenants/${tenant.id}/api-keys/${id}`)).status).toBe(200);
  };

  it.each([
    ['an email', '/v1/email', (mail: object) => mail],
    ['a batch', '/v1/email/batch', (mail: object) => ({ emails: [mail] })],
    ['an email that is wrong', '/v1/email', () => ({ from: 'x' })],
    ['what is no JSON', '/v1/email', () => '{'],
    ['an email from elsewhere', '/v1/email', (mail: object) => ({ ...mail, from: 'a@elsewhere.example' })],
    ['a template', '/v1/email', (mail: object) => ({ ...mail, template_alias: 'none' })],
  ])('is refused with the next request once it is revoked: %s', async (_, path, bodyOf) => {
    const started = await start();
    await revoke(started);
    const refused = await started.send('POST', path, { body: bodyOf(started.mail) });
    expect(refused).toMatchObject({ status: 401, body: { error: 'unauthorized' } });
    expect(refused.headers.get('x-ratelimit-limit')).toBeNull();
  });

  it('is refused with the files that it brings, which do not stay', async () => {
    const started = await start();
    await revoke(started);
    const attachments = [{ filename: 'a', content: 'eA==' }];
    expect((await started.send('POST', '/v1/email', { body: { ...started.mail, attachments } })).status).toBe(401);
    const stored = servers[0]?.app.db.read.selectFrom('blobs').select('expires_at').where('tenant_id', '=', started.tenant.id);
    const { expires_at: at } = (await stored?.executeTakeFirstOrThrow()) ?? {};
    expect(at).toBeLessThanOrEqual(Date.now());
  });

  it('is refused once its tenant is suspended, and taken again once it goes on', async () => {
    const { tenant, send, admin, mail } = await start();
    await admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: true } });
    expect((await send('POST', '/v1/email', { body: mail })).status).toBe(401);
    await admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: false } });
    expect((await send('POST', '/v1/email', { body: mail })).status).toBe(202);
  });

  it('is refused once its tenant is deleted', async () => {
    const { tenant, send, admin, mail } = await start();
    await admin('DELETE', `/admin/tenants/${tenant.id}`);
    expect((await send('POST', '/v1/email', { body: mail })).status).toBe(401);
  });

  it('is refused as one that is revoked where its minute is known to be full', async () => {
    const started = await start({ rate_limit: 1 });
    expect((await started.send('POST', '/v1/email', { body: started.mail })).status).toBe(429);
    await revoke(started);
    expect((await started.send('POST', '/v1/email', { body: started.mail })).status).toBe(401);
  });

  it('sends at once by the limits that its tenant has by then', async () => {
    const { tenant, send, admin, mail } = await start({ rate_limit: 1 });
    expect((await send('POST', '/v1/email', { body: mail })).status).toBe(429);
    await admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { overrides: { rate_limit: 3 } } });
    const answer = await send('POST', '/v1/email', { body: mail });
    expect([answer.status, answer.headers.get('x-ratelimit-remaining')]).toEqual([202, '1']);
  });
});

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, postgres, sqlite, type TestDatabase } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signInAgain, signUp } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

const UNAUTHORIZED = { status: 401, body: { error: 'unauthorized' } };
const MINUTE = 60_000;

describe.each(engines)('a bearer on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  const messages = (bearer: string) => server.as(bearer)('GET', '/v1/messages');

  it('is taken like a key, for ten minutes', async () => {
    const { browser } = await signUp(server, { tenant_id: tenant.id, role: 'developer' });
    const { status, body } = await browser.call('POST', '/account/tokens', { body: { tenant_id: tenant.id } });
    expect({ status, body }).toEqual({
      status: 201,
      body: { token: expect.stringMatching(/^pt_[\w-]+\.[\w-]{43}$/), role: 'developer', expires_at: expect.any(Number) },
    });
    expect(body.token.length).toBeLessThanOrEqual(256);
    const mail = { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x' };
    expect((await server.as(body.token)('POST', '/v1/email', { body: mail })).status).toBe(202);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 10 * MINUTE - 1 } });
    expect((await messages(body.token)).status).toBe(200);
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    expect(await messages(body.token)).toMatchObject(UNAUTHORIZED);
  });

  it('is not to be forged: another tenant, another time, another end', async () => {
    const other = await server.mint();
    const { browser } = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const bearer = await browser.bearer({ tenant_id: tenant.id });
    const [said = '', mac = ''] = bearer.slice(3).split('.');
    const text = Buffer.from(said, 'base64url').toString();
    const anew = (changed: string) => `pt_${Buffer.from(changed).toString('base64url')}.${mac}`;
    const forged = [
      anew(text.replace(tenant.id, other.id)),
      anew(text.replace(/\d+$/, '99999999999999')),
      anew(text.replace(tenant.id, 'operator')),
      `${bearer}x`,
      bearer.slice(0, -1),
      `pt_${said}.${'A'.repeat(43)}`,
      `pt_${said}`,
      'pt_',
      'pt_.',
    ];
    for (const one of forged) {
      expect(await messages(one)).toMatchObject(UNAUTHORIZED);
      expect(await server.as(one)('GET', '/admin/tenants')).toMatchObject(UNAUTHORIZED);
    }
    expect((await messages(bearer)).status).toBe(200);
  });

  it('is for one tenant, to which the person belongs', async () => {
    const other = await server.mint();
    const { browser } = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const { body: mine } = await tenant.call('POST', '/v1/audiences', { body: { name: 'ours' } });
    const { body: theirs } = await other.call('POST', '/v1/audiences', { body: { name: 'theirs' } });
    const call = server.as(await browser.bearer({ tenant_id: tenant.id }));
    expect((await call('GET', `/v1/audiences/${mine.id}`)).status).toBe(200);
    expect(await call('GET', `/v1/audiences/${theirs.id}`)).toMatchObject({ status: 404, body: { error: 'not_found' } });
    const refused = await Promise.all(
      [other.id, 'ten_00000000000000000000000000', ''].map((tenant_id) => browser.call('POST', '/account/tokens', { body: { tenant_id } })),
    );
    for (const { status, body } of refused) expect({ status, body }).toEqual({ status: 404, body: { error: 'not_found' } });
  });

  it('is asked for by one of two fields', async () => {
    const { browser } = await signUp(server, { tenant_id: tenant.id, role: 'owner', operator: true });
    for (const body of [{}, { tenant_id: tenant.id, operator: true }, { operator: false }])
      expect(await browser.call('POST', '/account/tokens', { body })).toMatchObject({ status: 422, body: { error: 'validation_failed' } });
  });

  it('needs the operator token to be set for /admin', async () => {
    const without = await startTestServer(engine, { ...BY_HAND, OPERATOR_TOKEN: '' });
    expect((await openBrowser(without).call('GET', '/admin/tenants')).status).toBe(404);
    await without.stop();
  });
});

/** Both are one where the engine takes one process. */
describe.each([
  { engine: postgres, what: 'in another process' },
  { engine: sqlite, what: 'in the only process' },
])('what counts on the next request $what', ({ engine }) => {
  let database: TestDatabase;
  let here: TestServer;
  let there: TestServer;
  beforeAll(async () => {
    database = await engine.create();
    here = await startTestServer(engine, { JOB_INTERVAL_MS: '3600000' }, database);
    there = engine === postgres ? await startTestServer(engine, { JOB_INTERVAL_MS: '3600000' }, database) : here;
  });
  afterAll(async () => {
    await here.stop();
    if (there !== here) await there.stop();
    await database.drop();
  });

  async function settle() {
    const tenant = await here.mint();
    const owner = await signUp(here, { tenant_id: tenant.id, role: 'owner' });
    const person = await signUp(here, { tenant_id: tenant.id, role: 'developer', operator: true });
    const bearer = there.as(await person.browser.bearer({ tenant_id: tenant.id }));
    const operator = there.as(await person.browser.bearer({ operator: true }));
    const browser = openBrowser(there, person.browser.cookie);
    const statuses = async () => ({
      read: (await bearer('GET', '/v1/messages')).status,
      write: (await bearer('POST', '/v1/audiences', { body: { name: 'x' } })).status,
      operate: (await operator('GET', '/admin/tenants')).status,
      cookie: (await browser.call('GET', '/account/me')).status,
    });
    expect(await statuses()).toEqual({ read: 200, write: 201, operate: 200, cookie: 200 });
    return { tenant, owner, person, statuses };
  }
  const NOTHING = { read: 401, write: 401, operate: 401, cookie: 401 };
  const memberId = async ({ tenant, owner, person }: Awaited<ReturnType<typeof settle>>) => {
    const { body } = await owner.browser.call('GET', `/account/tenants/${tenant.id}/members`);
    return body.data.find(({ user_id }: { user_id: string }) => user_id === person.id).id;
  };

  it('is signing out', async () => {
    const { person, statuses } = await settle();
    await person.browser.call('POST', '/account/sign-out');
    expect(await statuses()).toEqual(NOTHING);
  });

  it('is a suspension, which ends what was signed in', async () => {
    const { person, statuses } = await settle();
    await here.admin('PATCH', `/admin/people/${person.id}`, { body: { suspended: true } });
    expect(await statuses()).toEqual(NOTHING);
    await here.admin('PATCH', `/admin/people/${person.id}`, { body: { suspended: false } });
    expect(await statuses()).toEqual(NOTHING);
    expect((await (await signInAgain(there, person)).call('GET', '/account/me')).status).toBe(200);
  });

  it('is another role', async () => {
    const all = await settle();
    const path = `/account/tenants/${all.tenant.id}/members/${await memberId(all)}`;
    await all.owner.browser.call('PATCH', path, { body: { role: 'viewer' } });
    expect(await all.statuses()).toEqual({ read: 200, write: 403, operate: 200, cookie: 200 });
    await all.owner.browser.call('DELETE', path);
    expect(await all.statuses()).toEqual({ read: 401, write: 401, operate: 200, cookie: 200 });
  });

  it('is not being an operator any more', async () => {
    const { person, statuses } = await settle();
    await here.admin('PATCH', `/admin/people/${person.id}`, { body: { operator: false } });
    expect(await statuses()).toEqual({ read: 200, write: 201, operate: 401, cookie: 200 });
  });

  it('is a deleted account', async () => {
    const { person, statuses } = await settle();
    await here.admin('DELETE', `/admin/people/${person.id}`);
    expect(await statuses()).toEqual(NOTHING);
    const again = await openBrowser(there).call('POST', '/account/sign-in', { body: { email: person.email, password: PASSWORD } });
    expect(again.status).toBe(401);
  });

  it('is a tenant that is suspended', async () => {
    const { tenant, statuses } = await settle();
    await here.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended: true } });
    expect(await statuses()).toEqual({ read: 401, write: 401, operate: 200, cookie: 200 });
  });
});

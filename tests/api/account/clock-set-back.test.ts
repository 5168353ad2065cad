import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { engines, type TestDatabase } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signInAgain, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { BY_HAND } from '../../support/posthorn.ts';
import { startTestServer } from '../../support/server.ts';

const DAY_MS = 86_400_000;
const YEAR_MS = 365 * DAY_MS;

describe.each(engines)('people on $name, after a clock that was a year ahead was set back', (engine) => {
  let database: TestDatabase;
  beforeAll(async () => {
    database = await engine.create();
  });
  afterAll(() => database.drop());

  // A virtual clock begins at the present time again with each server.
  const start = () => startTestServer(engine, BY_HAND, database);

  it('are not signed in for another year, nor taken as having proved who they are', async () => {
    const ahead = await start();
    const tenant = await ahead.mint();
    const person = await signUp(ahead, { tenant_id: tenant.id, role: 'owner' });
    await ahead.admin('POST', '/admin/clock', { body: { advance_ms: YEAR_MS } });
    const later = await signInAgain(ahead, person);
    const bearer = await later.bearer({ tenant_id: tenant.id });
    expect((await ahead.as(bearer)('GET', '/v1/messages')).status).toBe(200);
    await ahead.stop();

    const server = await start();
    expect((await openBrowser(server, later.cookie).call('GET', '/account/me')).status).toBe(401);
    expect((await server.as(bearer)('GET', '/v1/messages')).status).toBe(401);
    // From before, and not used since.
    const earlier = openBrowser(server, person.browser.cookie);
    expect((await earlier.call('GET', '/account/me')).status).toBe(200);
    const { body } = await earlier.call('GET', '/account/sign-ins');
    expect(body.data).toHaveLength(1);
    await server.stop();
  });

  it('prove it again in a sign-in from before, whose bearer ends as well, as do links', async () => {
    const ahead = await start();
    const tenant = await ahead.mint();
    const { browser } = await signUp(ahead, { tenant_id: tenant.id, role: 'owner' });
    await ahead.admin('POST', '/admin/clock', { body: { advance_ms: DAY_MS } });
    expect((await browser.call('POST', '/account/proof', { body: { password: PASSWORD } })).status).toBe(200);
    const bearer = await browser.bearer({ tenant_id: tenant.id });
    const { body: invited } = await ahead.admin('POST', '/admin/people/invitations', { body: { email: 'late@example.com' } });
    await ahead.stop();

    const server = await start();
    const read = await openBrowser(server).call('POST', '/account/links/read', { body: { token: tokenOf(invited.link) } });
    expect(read).toMatchObject({ body: { error: 'invalid_link' } });
    const earlier = openBrowser(server, browser.cookie);
    expect((await server.as(bearer)('GET', '/v1/messages')).status).toBe(401);
    const change = () => earlier.call('POST', '/account/password', { body: { password: 'another horse battery' } });
    expect(await change()).toMatchObject({ body: { error: 'proof_required' } });
    await earlier.call('POST', '/account/proof', { body: { password: PASSWORD } });
    expect((await change()).status).toBe(200);
    await server.stop();
  });
});

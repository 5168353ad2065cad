import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { codeAt } from '../../support/fakes/authenticator.ts';
import { nobody, useIssuer } from '../../support/fixtures/issued.ts';
import { openBrowser, PASSWORD, signInAgain, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { startTestServer } from '../../support/server.ts';

const refused = { status: 401, body: { error: 'sign_in_failed' } };

describe.each(engines)('signing in by an issuer on $name', (engine) => {
  const { issuer, server, signIn, later } = useIssuer(engine);

  it('is told of before anybody signs in', async () => {
    expect(await openBrowser(server).call('GET', '/account/issuer')).toMatchObject({ status: 200, body: { available: true } });
  });

  it('lets in who has an account by the address that the issuer has verified', async () => {
    const tenant = await server.mint();
    const person = await signUp(server, { tenant_id: tenant.id, role: 'developer' });
    const { browser, answer } = await signIn({ sub: 'known', email: person.email.toUpperCase(), email_verified: true });
    expect(answer).toMatchObject({ status: 200, body: { id: person.id, email: person.email } });
    expect((await browser.call('GET', '/account/sign-ins')).body.data).toContainEqual(expect.objectContaining({ method: 'issuer' }));
    const bearer = await browser.bearer({ tenant_id: tenant.id });
    expect((await server.as(bearer)('GET', '/v1/usage')).status).toBe(200);
  });

  it('ends at the first time what let in before, which whoever held the link may have chosen', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const who = nobody();
    const { body: invited } = await owner.browser.call('POST', `/account/tenants/${tenant.id}/invitations`, {
      body: { email: who.email, role: 'viewer' },
    });
    const thief = openBrowser(server);
    await thief.call('POST', '/account/links/accept', { body: { token: tokenOf(invited.link), password: PASSWORD } });
    const { browser, answer } = await signIn(who);
    expect(answer).toMatchObject({ status: 200, body: { email: who.email, has_password: false, has_authenticator: false } });
    expect((await thief.call('GET', '/account/me')).status).toBe(401);
    const again = { email: who.email, password: PASSWORD };
    expect(await openBrowser(server).call('POST', '/account/sign-in', { body: again })).toMatchObject(refused);
    // What is chosen from then on stays.
    expect((await browser.call('POST', '/account/password', { body: { password: PASSWORD } })).status).toBe(200);
    expect((await signIn(who)).answer.body).toMatchObject({ has_password: true });
    await signInAgain(server, who);
  });

  it('is refused where the account has an authenticator app, until that is removed: the issuer asks for no code', async () => {
    const person = await signUp(server);
    const who = { ...nobody(), email: person.email };
    const { secret } = (await person.browser.call('POST', '/account/totp')).body;
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    expect((await person.browser.call('POST', '/account/totp/confirm', { body: { code: codeAt(secret, now) } })).status).toBe(200);
    const { browser, answer } = await signIn(who);
    expect(answer).toMatchObject({ ...refused, body: { detail: expect.stringContaining('authenticator app') } });
    expect(browser.cookie).toBeUndefined();
    const me = await person.browser.call('GET', '/account/me');
    expect(me).toMatchObject({ status: 200, body: { has_password: true, has_authenticator: true } });
    expect((await person.browser.call('DELETE', '/account/totp')).status).toBe(200);
    expect((await signIn(who)).answer).toMatchObject({ status: 200, body: { id: person.id } });
  });

  it('takes the address from the place for claims where the token has none', async () => {
    const person = await signUp(server);
    issuer().keepClaimsApart(true);
    const { answer } = await signIn({ sub: 'apart', email: person.email, email_verified: true });
    issuer().keepClaimsApart(false);
    expect(answer).toMatchObject({ status: 200, body: { id: person.id } });
  });

  it('makes an account for whoever is invited, with all that the invitations are to', async () => {
    const who = nobody();
    const [one, two] = [await server.mint(), await server.mint()];
    await server.admin('POST', '/admin/people/invitations', { body: { email: who.email, tenant_id: one.id, role: 'viewer' } });
    const owner = await signUp(server, { tenant_id: two.id, role: 'owner' });
    const bearer = await owner.browser.bearer({ tenant_id: two.id });
    expect(bearer).toBeDefined();
    await server.admin('POST', '/admin/people/invitations', { body: { email: who.email, tenant_id: two.id, role: 'marketer' } });
    const { answer } = await signIn(who);
    expect(answer).toMatchObject({ status: 200, body: { email: who.email, name: 'Ada' } });
    const roles = answer.body.memberships.map((one: { tenant_id: string; role: string }) => [one.tenant_id, one.role]);
    expect(roles.toSorted()).toEqual(
      [
        [one.id, 'viewer'],
        [two.id, 'marketer'],
      ].toSorted(),
    );
    // The invitations are used up, and the account is there.
    expect((await signIn(who)).answer.body.id).toBe(answer.body.id);
    expect(
      (await server.admin('GET', '/admin/people')).body.data.filter(({ email }: { email: string }) => email === who.email),
    ).toHaveLength(1);
  });

  it('lets nobody in who has neither an account nor an invitation, and makes nothing', async () => {
    const who = nobody();
    const { browser, answer } = await signIn(who);
    expect(answer).toMatchObject(refused);
    expect(browser.cookie).toBeUndefined();
    await server.admin('POST', '/admin/people/invitations', { body: { email: who.email } });
    await later(8 * 24 * 60);
    expect((await signIn(who)).answer).toMatchObject(refused);
  });

  it('takes a name that no database takes as far as it can be taken, and no name of a person that is none', async () => {
    const who = nobody();
    await server.admin('POST', '/admin/people/invitations', { body: { email: who.email } });
    for (const sub of ['', 'x\u0000', 'ü', 's'.repeat(256)]) expect((await signIn({ ...who, sub })).answer).toMatchObject(refused);
    expect((await signIn({ ...who, email: `"${who.email}" <victim@example.com>` })).answer).toMatchObject(refused);
    const { answer } = await signIn({ ...who, name: ` ${'\u0000'.repeat(254)}\u{1f600}y` });
    expect(answer).toMatchObject({ status: 200, body: { name: `${'\ufffd'.repeat(254)}\u{1f600}` } });
  });

  it.each([false, 'true', 1, undefined])('believes no address that is not verified: %s', async (email_verified) => {
    const person = await signUp(server);
    expect(
      (await signIn({ sub: 'unverified', email: person.email, ...(email_verified === undefined ? {} : { email_verified }) })).answer,
    ).toMatchObject(refused);
  });

  it('keeps an account for whom the issuer meant first, until the operator gives the way back in', async () => {
    const person = await signUp(server);
    const first = { sub: 'first', email: person.email, email_verified: true };
    expect((await signIn(first)).answer.status).toBe(200);
    const second = { ...first, sub: 'second' };
    expect((await signIn(second)).answer).toMatchObject(refused);
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: person.email } });
    const accept = { token: new URL(body.link).hash.replace('#token=', ''), password: 'another long password' };
    await openBrowser(server).call('POST', '/account/links/accept', { body: accept });
    expect((await signIn(second)).answer.status).toBe(200);
  });

  it('lets in nobody who is suspended', async () => {
    const person = await signUp(server);
    await server.admin('PATCH', `/admin/people/${person.id}`, { body: { suspended: true } });
    expect((await signIn({ sub: 'suspended', email: person.email, email_verified: true })).answer).toMatchObject(refused);
  });

  it('is not there where no issuer is set', async () => {
    const own = await startTestServer(engine, { JOB_INTERVAL_MS: '3600000' });
    const browser = openBrowser(own);
    expect(await browser.call('POST', '/account/issuer/start')).toMatchObject({ status: 409, body: { error: 'no_issuer' } });
    await own.stop();
  });
});

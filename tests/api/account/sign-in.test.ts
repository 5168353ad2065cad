import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signInAgain, signUp } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const FAILED = { error: 'sign_in_failed', detail: 'The address, the password or the code is not right.' };

describe.each(engines)('signing in on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const signIn = (body: unknown, headers: Record<string, string> = {}) =>
    openBrowser(server).call('POST', '/account/sign-in', { body, headers });
  const advance = (advance_ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms } });

  describe('POST /account/sign-in', () => {
    it('tells who it is, and sets a cookie that no script and no other site gets', async () => {
      const person = await signUp(server);
      const answer = await signIn({ email: ` ${person.email.toUpperCase()} `, password: PASSWORD });
      expect(answer.status).toBe(200);
      expect(answer.body).toEqual({
        id: person.id,
        email: person.email,
        name: null,
        operator: false,
        has_authenticator: false,
        recovery_codes_left: 0,
        has_password: true,
        memberships: [],
        sign_in_id: expect.stringMatching(/^sgn_/),
        proved_at: expect.any(Number),
      });
      expect(answer.headers.get('set-cookie')).toMatch(/^posthorn=[\w-]{43}; Path=\/; Max-Age=2592000; HttpOnly; SameSite=Strict$/);
    });

    it('keeps neither the password nor what the cookie holds', async () => {
      const person = await signUp(server);
      const { browser } = person;
      const rows = JSON.stringify([
        await server.app.db.read.selectFrom('users').selectAll().execute(),
        await server.app.db.read.selectFrom('sign_ins').selectAll().execute(),
      ]);
      expect(rows).toContain('$argon2id$v=19$m=19456,t=2,p=1$');
      expect(rows).not.toContain(PASSWORD);
      expect(rows).not.toContain(browser.cookie?.split('=')[1]);
    });

    it('takes a password however a keyboard composes its letters', async () => {
      const person = await signUp(server);
      await person.browser.call('POST', '/account/password', { body: { password: 'caf\u00e9 in the morning' } });
      expect((await signIn({ email: person.email, password: 'cafe\u0301 in the morning' })).status).toBe(200);
    });

    it('answers a wrong password, an address that nobody has and one of somebody suspended alike', async () => {
      const person = await signUp(server);
      const suspended = await signUp(server);
      await server.admin('PATCH', `/admin/people/${suspended.id}`, { body: { suspended: true } });
      const answers = await Promise.all([
        signIn({ email: person.email, password: 'something else' }),
        signIn({ email: 'nobody@example.com', password: PASSWORD }),
        signIn({ email: suspended.email, password: PASSWORD }),
        signIn({ email: 'no address', password: PASSWORD }),
      ]);
      for (const answer of answers) {
        expect({ status: answer.status, body: answer.body }).toEqual({ status: 401, body: FAILED });
        expect(answer.headers.get('set-cookie')).toBeNull();
      }
    });

    it('refuses what is missing, in the envelope', async () => {
      expect(await signIn({ email: 'a@example.com' })).toMatchObject({ status: 422, body: { error: 'missing_field', field: 'password' } });
      expect(await signIn({ email: 'a@example.com', password: 'x'.repeat(257) })).toMatchObject({ status: 422 });
    });

    it('always begins anew: a cookie that was planted before is not the one after', async () => {
      const person = await signUp(server);
      const planted = `posthorn=${'A'.repeat(43)}`;
      const browser = openBrowser(server, planted);
      await browser.call('POST', '/account/sign-in', { body: { email: person.email, password: PASSWORD } });
      expect(browser.cookie).not.toBe(planted);
      expect((await openBrowser(server, planted).call('GET', '/account/me')).status).toBe(401);
    });
  });

  describe('sign-ins', () => {
    it('are listed, newest first, and ended one by one', async () => {
      const person = await signUp(server);
      await advance(1);
      const other = await signInAgain(server, person);
      const { body } = await person.browser.call('GET', '/account/sign-ins');
      expect(body.data).toMatchObject([
        { method: 'password', current: false, ip: '127.0.0.1' },
        { method: 'link', current: true },
      ]);
      const [{ id }] = body.data;
      expect(await person.browser.call('DELETE', `/account/sign-ins/${id}`)).toMatchObject({ status: 200, body: { deleted: true, id } });
      expect((await other.call('GET', '/account/me')).status).toBe(401);
      expect((await person.browser.call('DELETE', `/account/sign-ins/${id}`)).status).toBe(404);
    });

    it('of others look like those that there are not', async () => {
      const [mine, theirs] = [await signUp(server), await signUp(server)];
      const id = (await theirs.browser.call('GET', '/account/me')).body.sign_in_id;
      expect((await mine.browser.call('DELETE', `/account/sign-ins/${id}`)).body).toEqual({ error: 'not_found' });
      expect((await theirs.browser.call('GET', '/account/me')).status).toBe(200);
    });

    it('end by POST /account/sign-out, with the cookie', async () => {
      const { browser } = await signUp(server);
      const cookie = browser.cookie;
      const answer = await browser.call('POST', '/account/sign-out');
      expect(answer).toMatchObject({ status: 200, body: { signed_out: true } });
      expect(answer.headers.get('set-cookie')).toBe('posthorn=; Path=/; Max-Age=0; HttpOnly; SameSite=Strict');
      expect((await openBrowser(server, cookie).call('GET', '/account/me')).status).toBe(401);
    });

    it('all end but the one that chooses another password', async () => {
      const person = await signUp(server);
      const other = await signInAgain(server, person);
      const password = 'another good password';
      expect((await person.browser.call('POST', '/account/password', { body: { password } })).status).toBe(200);
      expect((await other.call('GET', '/account/me')).status).toBe(401);
      expect((await person.browser.call('GET', '/account/me')).status).toBe(200);
      expect((await signIn({ email: person.email, password: PASSWORD })).body).toEqual(FAILED);
      expect((await signIn({ email: person.email, password })).status).toBe(200);
    });
  });

  describe('POST /account/password', () => {
    it('asks for a proof of the last 15 minutes', async () => {
      const person = await signUp(server);
      const choose = () => person.browser.call('POST', '/account/password', { body: { password: 'another good password' } });
      await advance(15 * 60 * 1000);
      expect(await choose()).toMatchObject({ status: 403, body: { error: 'proof_required' } });
      const prove = (password: string) => person.browser.call('POST', '/account/proof', { body: { password } });
      expect(await prove('something else')).toMatchObject({ status: 401, body: FAILED });
      expect(await choose()).toMatchObject({ status: 403 });
      expect((await prove(PASSWORD)).status).toBe(200);
      expect((await choose()).status).toBe(200);
    });

    it.each([
      ['too short', 'eleven char', 'validation_failed'],
      ['one letter again and again', 'aaaaaaaaaaaaaaaa', 'weak_password'],
    ])('refuses what is %s', async (_what, password, error) => {
      const person = await signUp(server);
      expect(await person.browser.call('POST', '/account/password', { body: { password } })).toMatchObject({
        status: 422,
        body: { error },
      });
    });

    it('refuses the address', async () => {
      const { browser, email } = await signUp(server);
      const answer = await browser.call('POST', '/account/password', { body: { password: email.toUpperCase() } });
      expect(answer).toMatchObject({ status: 422, body: { error: 'weak_password' } });
    });
  });

  it('answers 401 to whoever is not signed in, whatever is asked, and 404 for what there is not to whoever is', async () => {
    const stranger = openBrowser(server);
    for (const path of ['/account', '/account/me', '/account/none']) expect((await stranger.call('GET', path)).status).toBe(401);
    const person = await signUp(server);
    expect(await person.browser.call('GET', '/account/none')).toMatchObject({ status: 404, body: { error: 'not_found' } });
    expect(await person.browser.call('DELETE', '/account/me')).toMatchObject({ status: 405, body: { error: 'method_not_allowed' } });
  });
});

describe.each(engines)('a service without a console on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, CONSOLE: 'false' });

  it('has no /account', async () => {
    for (const path of ['/account/me', '/account/sign-in']) expect((await openBrowser(server).call('GET', path)).status).toBe(404);
  });
});

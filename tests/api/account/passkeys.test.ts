import type { Browser, Page } from 'playwright-core';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { freePort } from '../../support/free-port.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';
import { browserMissing, closePages, sharedBrowser } from '../../support/processes/browser.ts';
import { startTestServer, type TestServer } from '../../support/server.ts';

interface Answered {
  readonly status: number;
  // biome-ignore lint/suspicious/noExplicitAny: tests read answers by the paths that they assert
  readonly body: any;
}

/** Runs an expression in a page, which `given` is known to. */
const evaluate = <T>(page: Page, expression: string, given: object = {}): Promise<T> =>
  page.evaluate(`(async (given) => ${expression})(${JSON.stringify(given)})`) as Promise<T>;

/** Has a page of the service call it, as the console will: with the browser's own cookie and headers. */
const callFrom = (page: Page, method: string, path: string, body?: object): Promise<Answered> =>
  evaluate(
    page,
    `fetch(given.path, {
      method: given.method,
      ...(given.text === undefined ? {} : { body: given.text, headers: { 'Content-Type': 'application/json' } }),
    }).then(async (response) => ({ status: response.status, body: await response.json() }))`,
    { method, path, text: body === undefined ? undefined : JSON.stringify(body) },
  );

const makePasskey = (page: Page, options: object): Promise<object> =>
  evaluate(
    page,
    '(await navigator.credentials.create({ publicKey: PublicKeyCredential.parseCreationOptionsFromJSON(given) })).toJSON()',
    options,
  );

const usePasskey = (page: Page, options: object): Promise<object> =>
  evaluate(
    page,
    '(await navigator.credentials.get({ publicKey: PublicKeyCredential.parseRequestOptionsFromJSON(given) })).toJSON()',
    options,
  );

const FAILED = { status: 401, body: { error: 'sign_in_failed' } };

describe.skipIf(browserMissing !== undefined).each(engines)('passkeys on $name', (engine) => {
  let browser: Browser;
  let server: TestServer;
  let url: string;
  let page: Page;

  beforeAll(async () => {
    const port = await freePort();
    url = `http://localhost:${port}`;
    server = await startTestServer(engine, { ...BY_HAND, PORT: String(port), BASE_URL: url });
    browser = await sharedBrowser();
  });
  afterAll(async () => {
    await closePages(browser);
    await server.stop();
  });
  afterEach(() => page.context().close());

  /** A browser with a device that has a finger on it. */
  async function openPage() {
    const context = await browser.newContext();
    page = await context.newPage();
    await page.goto(`${url}/health`);
    const session = await context.newCDPSession(page);
    await session.send('WebAuthn.enable');
    const { authenticatorId } = await session.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    });
    return { session, authenticatorId };
  }

  async function enter() {
    const device = await openPage();
    const email = `passkey-${Math.random().toString(36).slice(2)}@example.com`;
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email } });
    const accepted = await callFrom(page, 'POST', '/account/links/accept', {
      token: tokenOf(body.link),
      password: 'correct horse battery',
    });
    expect(accepted.status).toBe(200);
    return { ...device, email, id: accepted.body.id as string };
  }

  async function add(name = 'Laptop') {
    const { body } = await callFrom(page, 'POST', '/account/passkeys/options');
    const credential = await makePasskey(page, body.options);
    return { credential, added: await callFrom(page, 'POST', '/account/passkeys', { name, credential }) };
  }

  async function answerOptions() {
    const { body } = await callFrom(page, 'POST', '/account/sign-in/passkey/options');
    return usePasskey(page, body.options);
  }
  const signIn = (credential: object) => callFrom(page, 'POST', '/account/sign-in/passkey', { credential });

  it('let in without a name and without a password', async () => {
    const { id } = await enter();
    const { added } = await add();
    expect(added).toMatchObject({ status: 201, body: { id: expect.stringMatching(/^psk_/), name: 'Laptop', last_used_at: null } });
    await callFrom(page, 'POST', '/account/sign-out');
    expect((await callFrom(page, 'GET', '/account/me')).status).toBe(401);
    expect(await signIn(await answerOptions())).toMatchObject({ status: 200, body: { id } });
    expect(await callFrom(page, 'GET', '/account/me')).toMatchObject({ status: 200, body: { id } });
    const { body } = await callFrom(page, 'GET', '/account/passkeys');
    expect(body.data).toEqual([{ ...added.body, last_used_at: expect.any(Number) }]);
  });

  it('are answered once: what was signed before counts for nothing', async () => {
    const { id } = await enter();
    await add();
    const credential = await answerOptions();
    const answers = await Promise.all([signIn(credential), signIn(credential), signIn(credential)]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    expect(await signIn(credential)).toMatchObject(FAILED);
    // Of a device that does not count, only the challenge tells.
    await server.app.db.transact((trx) => trx.updateTable('passkeys').set({ counter: 0 }).where('user_id', '=', id).execute());
    expect(await signIn(credential)).toMatchObject(FAILED);
  });

  it('answer within five minutes', async () => {
    await enter();
    await add();
    const credential = await answerOptions();
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 5 * 60_000 } });
    expect(await signIn(credential)).toMatchObject(FAILED);
  });

  it('are refused where anything about them was changed', async () => {
    await enter();
    const { credential: made } = await add();
    const credential = (await answerOptions()) as { response: Record<string, string> };
    const changed = (change: object) => ({ ...credential, response: { ...credential.response, ...change } });
    const clientData = JSON.parse(Buffer.from(credential.response.clientDataJSON ?? '', 'base64url').toString());
    const withClientData = (change: object) =>
      changed({ clientDataJSON: Buffer.from(JSON.stringify({ ...clientData, ...change })).toString('base64url') });
    const forged = [
      changed({ signature: Buffer.alloc(64).toString('base64url') }),
      changed({ authenticatorData: Buffer.alloc(37).toString('base64url') }),
      changed({ userHandle: Buffer.from('usr_somebody_else').toString('base64url') }),
      withClientData({ origin: 'https://evil.example' }),
      withClientData({ challenge: Buffer.alloc(56).toString('base64url') }),
      withClientData({ type: 'webauthn.create' }),
      { ...credential, id: 'none' },
      { ...credential, response: null },
      made,
      {},
    ];
    for (const one of forged) expect(await signIn(one)).toMatchObject(FAILED);
    expect((await signIn(credential)).status).toBe(200);
  });

  it('cannot be added by what another person was asked, nor twice', async () => {
    await enter();
    const { body } = await callFrom(page, 'POST', '/account/passkeys/options');
    const credential = await makePasskey(page, body.options);
    const other = await signUp(server);
    const stolen = await other.browser.call('POST', '/account/passkeys', { body: { name: 'x', credential } });
    expect(stolen).toMatchObject({ status: 422, body: { error: 'passkey_refused' } });
    expect((await callFrom(page, 'POST', '/account/passkeys', { name: 'x', credential })).status).toBe(201);
    expect(await callFrom(page, 'POST', '/account/passkeys', { name: 'y', credential })).toMatchObject({ status: 422 });
    expect((await callFrom(page, 'POST', '/account/passkeys', { name: 'x', credential: { id: 7 } })).status).toBe(422);
  });

  it('prove who it is, ask for such a proof, and let nobody in once they are removed', async () => {
    await enter();
    const { added } = await add();
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 15 * 60_000 } });
    const remove = () => callFrom(page, 'DELETE', `/account/passkeys/${added.body.id}`);
    expect(await remove()).toMatchObject({ status: 403, body: { error: 'proof_required' } });
    expect(await callFrom(page, 'POST', '/account/passkeys/options')).toMatchObject({ status: 403 });
    const proved = await callFrom(page, 'POST', '/account/proof/passkey', { credential: await answerOptions() });
    expect(proved.status).toBe(200);
    const other = await signUp(server);
    expect((await other.browser.call('DELETE', `/account/passkeys/${added.body.id}`)).status).toBe(404);
    expect((await remove()).status).toBe(200);
    await callFrom(page, 'POST', '/account/sign-out');
    expect(await signIn(await answerOptions())).toMatchObject(FAILED);
  });

  it('let nobody in who is suspended', async () => {
    const { id } = await enter();
    await add();
    await server.admin('PATCH', `/admin/people/${id}`, { body: { suspended: true } });
    expect(await signIn(await answerOptions())).toMatchObject(FAILED);
  });

  it('are gone by the operator\u2019s link', async () => {
    const { email } = await enter();
    await add();
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email } });
    await openBrowser(server).call('POST', '/account/links/accept', {
      body: { token: tokenOf(body.link), password: 'another good password' },
    });
    expect(await signIn(await answerOptions())).toMatchObject(FAILED);
  });

  it('and cookies are out of the reach of a page at another origin', async () => {
    const { email } = await enter();
    const foreign = await page.context().newPage();
    await foreign.goto(`${server.url}/health`);
    const there = { me: `${url}/account/me`, out: `${url}/account/sign-out` };
    const read = await evaluate(
      foreign,
      "fetch(given.me, { credentials: 'include' }).then(({ status }) => status, () => 'refused')",
      there,
    );
    expect(read).toBe('refused');
    const answer = foreign.waitForResponse((response) => response.url().endsWith('/account/sign-out'));
    await evaluate(
      foreign,
      "fetch(given.out, { method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}' }).then(() => 0)",
      there,
    );
    expect((await answer).status()).toBe(403);
    expect(await callFrom(page, 'GET', '/account/me')).toMatchObject({ status: 200, body: { email } });
    expect(await page.evaluate('document.cookie')).toBe('');
  });
});

describe.each(engines)('passkeys at an IP address on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('are refused with what to do about it', async () => {
    const person = await signUp(server);
    for (const path of ['/account/sign-in/passkey/options', '/account/passkeys/options'])
      expect(await person.browser.call('POST', path)).toMatchObject({
        status: 409,
        body: { error: 'passkeys_unavailable', detail: expect.stringContaining('BASE_URL') },
      });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { stepAt, totpOf } from '../../../server/src/people/factors/totp.ts';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signUp, type TestPerson, tokenOf } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const MINUTE = 60_000;
const STEP = 30_000;
const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567';
const FAILED = { status: 401, body: { error: 'sign_in_failed' } };

const decodeBase32 = (text: string) =>
  Buffer.from(
    (
      [...text]
        .map((letter) => BASE32.indexOf(letter).toString(2).padStart(5, '0'))
        .join('')
        .match(/.{8}/g) ?? []
    ).map((bits) => Number.parseInt(bits, 2)),
  );

describe.each(engines)('codes beside the password on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  let person: TestPerson;
  let secret: Buffer;
  let codes: string[];

  const advance = (advance_ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms } });
  const now = async () => (await server.admin('GET', '/admin/clock')).body.now as number;
  const code = async (stepsAhead = 0) => totpOf(secret, stepAt(await now()) + stepsAhead);
  const signIn = (given?: string) =>
    openBrowser(server).call('POST', '/account/sign-in', { body: { email: person.email, password: PASSWORD, code: given } });

  beforeEach(async () => {
    await advance(15 * MINUTE);
    person = await signUp(server);
    const { body } = await person.browser.call('POST', '/account/totp');
    secret = decodeBase32(body.secret);
    const confirmed = await person.browser.call('POST', '/account/totp/confirm', { body: { code: await code() } });
    codes = confirmed.body.recovery_codes;
    await advance(STEP);
  });

  it('are asked for once one was confirmed, and the password has to be right first', async () => {
    const { body } = await person.browser.call('GET', '/account/me');
    expect(body).toMatchObject({ has_authenticator: true, recovery_codes_left: 10 });
    expect(await signIn()).toMatchObject({ status: 401, body: { error: 'code_required' } });
    const wrong = await openBrowser(server).call('POST', '/account/sign-in', { body: { email: person.email, password: 'something else' } });
    expect(wrong).toMatchObject(FAILED);
    expect((await signIn(await code())).status).toBe(200);
  });

  it('are taken once, of as many who give one at once, and none from before', async () => {
    const given = await code();
    const answers = await Promise.all([1, 2, 3, 4].map(() => signIn(given)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401, 401]);
    expect(await signIn(await code(-1))).toMatchObject(FAILED);
    expect((await signIn(await code(1))).status).toBe(200);
    expect(await signIn(given)).toMatchObject(FAILED);
  });

  it('count as tries, also where the password is right', async () => {
    for (let times = 0; times < 9; times += 1) expect(await signIn('000000x')).toMatchObject(FAILED);
    expect((await signIn()).body.error).toBe('code_required');
    expect((await signIn(await code())).status).toBe(429);
  });

  it('of recovery let in once each, however they are typed', async () => {
    expect(codes).toHaveLength(10);
    for (const one of codes) expect(one).toMatch(/^[0-9a-z]{4}(?:-[0-9a-z]{4}){3}$/);
    const [first = '', second = ''] = codes;
    const answers = await Promise.all([1, 2, 3].map(() => signIn(first)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 401, 401]);
    const again = await signIn(` ${second.toUpperCase().replaceAll('-', ' ')} `);
    expect(again).toMatchObject({ status: 200, body: { recovery_codes_left: 8 } });
  });

  it('of recovery are replaced by new ones, and of one person are not of another', async () => {
    const { body } = await person.browser.call('POST', '/account/recovery-codes');
    expect(body.recovery_codes).toHaveLength(10);
    expect(await signIn(codes[0])).toMatchObject(FAILED);
    const theirs: string = body.recovery_codes[0];
    const other = await signUp(server);
    expect((await other.browser.call('POST', '/account/recovery-codes')).status).toBe(404);
    const { body: started } = await other.browser.call('POST', '/account/totp');
    await other.browser.call('POST', '/account/totp/confirm', {
      body: { code: totpOf(decodeBase32(started.secret), stepAt(await now())) },
    });
    const asOther = await openBrowser(server).call('POST', '/account/sign-in', {
      body: { email: other.email, password: PASSWORD, code: theirs },
    });
    expect(asOther).toMatchObject(FAILED);
    expect((await signIn(theirs)).status).toBe(200);
  });

  it('are not asked for before one was right', async () => {
    const fresh = await signUp(server);
    const { body: started } = await fresh.browser.call('POST', '/account/totp');
    expect(started.uri).toMatch(/^otpauth:\/\/totp\/127\.0\.0\.1:.*&issuer=127\.0\.0\.1&/);
    const confirm = (given: string) => fresh.browser.call('POST', '/account/totp/confirm', { body: { code: given } });
    expect(await confirm('12345')).toMatchObject({ status: 422, body: { error: 'wrong_code' } });
    expect((await fresh.browser.call('GET', '/account/me')).body.has_authenticator).toBe(false);
    const right = totpOf(decodeBase32(started.secret), stepAt(await now()));
    // As apps show it.
    expect((await confirm(`${right.slice(0, 3)} ${right.slice(3)}`)).status).toBe(200);
    expect(await confirm(right)).toMatchObject({ status: 422, body: { error: 'wrong_code' } });
  });

  it('prove who it is, and only then are given up', async () => {
    await advance(15 * MINUTE);
    const { browser } = person;
    for (const [method, path] of [
      ['POST', '/account/totp'],
      ['DELETE', '/account/totp'],
      ['POST', '/account/recovery-codes'],
    ] as const)
      expect(await browser.call(method, path)).toMatchObject({ status: 403, body: { error: 'proof_required' } });
    expect(await browser.call('POST', '/account/proof', { body: { password: PASSWORD } })).toMatchObject({
      body: { error: 'code_required' },
    });
    expect((await browser.call('POST', '/account/proof', { body: { password: PASSWORD, code: await code() } })).status).toBe(200);
    expect((await browser.call('DELETE', '/account/totp')).status).toBe(200);
    expect((await signIn()).status).toBe(200);
    expect((await browser.call('GET', '/account/me')).body).toMatchObject({ has_authenticator: false, recovery_codes_left: 0 });
  });

  it('are gone by the operator\u2019s link, which is the way back in', async () => {
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: person.email } });
    const accepted = await openBrowser(server).call('POST', '/account/links/accept', {
      body: { token: tokenOf(body.link), password: PASSWORD },
    });
    expect(accepted).toMatchObject({ status: 200, body: { has_authenticator: false, recovery_codes_left: 0 } });
    expect((await signIn()).status).toBe(200);
  });

  it('are kept sealed, and as hashes', async () => {
    const rows = JSON.stringify([
      await server.app.db.read.selectFrom('users').selectAll().execute(),
      await server.app.db.read.selectFrom('recovery_codes').selectAll().execute(),
    ]);
    expect(rows).not.toContain(secret.toString('base64'));
    for (const one of codes) expect(rows).not.toContain(one.replaceAll('-', ''));
  });
});

describe.each(engines)('a reset by mail on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  it('asks for the code all the same, since mail is one thing and the app another', async () => {
    const person = await signUp(server);
    const { body: started } = await person.browser.call('POST', '/account/totp');
    const secret = decodeBase32(started.secret);
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const step = stepAt(clock.now);
    await person.browser.call('POST', '/account/totp/confirm', { body: { code: totpOf(secret, step) } });
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: person.email } });
    // As if the person had asked for it by mail.
    await server.app.db.transact((trx) =>
      trx.updateTable('invitations').set({ kind: 'reset' }).where('email', '=', person.email).execute(),
    );
    const accept = (code?: string) =>
      openBrowser(server).call('POST', '/account/links/accept', { body: { token: tokenOf(body.link), password: PASSWORD, code } });
    expect(await accept()).toMatchObject({ status: 401, body: { error: 'code_required' } });
    expect(await accept('123')).toMatchObject({ status: 401, body: { error: 'sign_in_failed' } });
    expect(await accept(totpOf(secret, step + 1))).toMatchObject({ status: 200, body: { has_authenticator: true } });
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { type Fault, startIssuer } from '../../support/fakes/issuer.ts';
import { endSignIn, nobody, startSignIn, useIssuer } from '../../support/fixtures/issued.ts';
import { openBrowser, signUp } from '../../support/fixtures/people.ts';
import { startTestServer } from '../../support/server.ts';

const refused = { status: 401, body: { error: 'sign_in_failed' } };

describe.each(engines)('signing in by an issuer that is not to be believed, on $name', (engine) => {
  const { issuer, server, signIn, later } = useIssuer(engine);

  describe('refuses', () => {
    it('an answer that was made for another tab, for nobody, or long ago', async () => {
      const person = await signUp(server);
      const who = { sub: 'tabs', email: person.email, email_verified: true };
      const browser = openBrowser(server);
      const [one, other] = [await startSignIn(browser), await startSignIn(browser)];
      expect(await endSignIn(browser, other.session, await issuer().visit(one.url, who))).toMatchObject(refused);
      for (const session of ['x', `${one.session}A`, one.session.replace(/^./, (c: string) => (c === 'A' ? 'B' : 'A'))])
        expect(await endSignIn(browser, session, await issuer().visit(one.url, who))).toMatchObject(refused);
      await later(16);
      expect(await endSignIn(browser, one.session, await issuer().visit(one.url, who))).toMatchObject(refused);
    });

    it('an answer that was used, and one that is none', async () => {
      const person = await signUp(server);
      const browser = openBrowser(server);
      const { url, session } = await startSignIn(browser);
      const response = await issuer().visit(url, { sub: 'twice', email: person.email, email_verified: true });
      expect((await endSignIn(browser, session, response)).status).toBe(200);
      expect(await endSignIn(openBrowser(server), session, response)).toMatchObject(refused);
      for (const none of ['code=x', '?', `code=${'x'.repeat(8000)}`, 'state=&code=', '#'])
        expect(await endSignIn(openBrowser(server), session, none)).toMatchObject(refused);
    });

    it.each<Fault>([
      'nonce',
      'audience',
      'issuer',
      'signature',
      'signature by the public key',
      'signature by the secret of the client',
      'unsigned',
      'expired',
      'refusal',
    ])('a wrong %s', async (fault) => {
      const person = await signUp(server);
      issuer().misbehave(fault);
      const { browser, answer } = await signIn({ sub: 'wrong', email: person.email, email_verified: true });
      issuer().misbehave();
      expect(answer).toMatchObject(refused);
      expect(browser.cookie).toBeUndefined();
      await later(16);
    });

    it('what comes from another site', async () => {
      const { url, session } = await startSignIn(openBrowser(server));
      const response = await issuer().visit(url, nobody());
      const answer = await openBrowser(server).call('POST', '/account/issuer/sign-in', {
        body: { session, response },
        headers: { 'Sec-Fetch-Site': 'cross-site' },
      });
      expect(answer).toMatchObject({ status: 403, body: { error: 'wrong_origin' } });
    });
  });

  it('counts the tries of a network', async () => {
    await later(16);
    const { url, session } = await startSignIn(openBrowser(server));
    await issuer().visit(url, nobody());
    const tries = await Promise.all(Array.from({ length: 32 }, () => endSignIn(openBrowser(server), session, 'code=x')));
    expect(tries.filter(({ status }) => status === 429)).toHaveLength(2);
  });

  it('is unavailable while the issuer does not answer, and goes on when it does', async () => {
    await later(16);
    const away = await startIssuer();
    const own = await startTestServer(engine, { ...away.environment, JOB_INTERVAL_MS: '3600000' });
    away.misbehave('away');
    const browser = openBrowser(own);
    expect(await browser.call('POST', '/account/issuer/start')).toMatchObject({ status: 503, body: { error: 'service_unavailable' } });
    away.misbehave();
    expect((await browser.call('POST', '/account/issuer/start')).status).toBe(200);
    await own.stop();
    await away.close();
  });

  it.each<Fault>(['no page', 'no place for codes', 'no keys', 'page'])(
    'is unavailable where what the issuer says of itself is of no use (%s), and asks again with the next',
    async (fault) => {
      const own = await startTestServer(engine, { ...issuer().environment, JOB_INTERVAL_MS: '3600000' });
      const browser = openBrowser(own);
      issuer().misbehave(fault);
      const begun = await browser.call('POST', '/account/issuer/start');
      issuer().misbehave();
      expect(begun).toMatchObject({ status: 503, body: { error: 'service_unavailable', detail: expect.stringContaining('issuer') } });
      const { url, session } = await startSignIn(browser);
      expect(await endSignIn(browser, session, await issuer().visit(url, nobody()))).toMatchObject(refused);
      await own.stop();
    },
  );

  it.each<Fault>(['endless metadata', 'endless token', 'endless keys', 'broken off', 'failing', 'page'])(
    'is unavailable where the answer is %s, of which it reads no more than it must',
    async (fault) => {
      const own = await startTestServer(engine, { ...issuer().environment, JOB_INTERVAL_MS: '3600000' });
      const browser = openBrowser(own);
      const before = issuer().poured;
      issuer().misbehave(fault);
      const begun = await browser.call('POST', '/account/issuer/start');
      const ended =
        begun.status === 200 ? await endSignIn(browser, begun.body.session, await issuer().visit(begun.body.url, nobody())) : begun;
      issuer().misbehave();
      expect(ended).toMatchObject({ status: 503, body: { error: 'service_unavailable', detail: expect.stringContaining('issuer') } });
      // One MiB, and what connections hold that nobody reads.
      expect(issuer().poured - before).toBeLessThan(64 * 1024 * 1024);
      await own.stop();
    },
  );
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { codeAt } from '../../support/fakes/authenticator.ts';
import { openBrowser, PASSWORD, signUp } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const MINUTE = 60_000;

describe.each(engines)('tries on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  let networks = 0;
  /** Somebody behind the proxy in front of the service, at an address of its own. */
  const network = () => {
    networks += 1;
    return { 'X-Forwarded-For': `198.51.100.${networks}` };
  };
  const signIn = (email: string, password: string, headers: Record<string, string> = network()) =>
    openBrowser(server).call('POST', '/account/sign-in', { body: { email, password }, headers });
  const advance = (advance_ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms } });

  it('are ten an account in 15 minutes, of as many as come at once, and the right password is one', async () => {
    const { email } = await signUp(server);
    const answers = await Promise.all(Array.from({ length: 25 }, () => signIn(email, 'something else')));
    const statuses = answers.map(({ status }) => status);
    expect(statuses.filter((status) => status === 401)).toHaveLength(10);
    expect(statuses.filter((status) => status === 429)).toHaveLength(15);
    const late = await signIn(email, PASSWORD);
    expect(late).toMatchObject({ status: 429, body: { error: 'too_many_tries' } });
    expect(late.headers.get('retry-after')).toBe('900');
    await advance(15 * MINUTE - 1);
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    await advance(1);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('of strangers keep nobody from proving who is signed in, whose own are as many', async () => {
    const { email, browser } = await signUp(server);
    for (let times = 0; times < 11; times += 1) await signIn(email, 'something else');
    expect((await signIn(email, PASSWORD)).status).toBe(429);
    const prove = (password: string) => browser.call('POST', '/account/proof', { body: { password }, headers: network() });
    expect((await prove(PASSWORD)).status).toBe(200);
    const { secret } = (await browser.call('POST', '/account/totp')).body;
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    expect((await browser.call('POST', '/account/totp/confirm', { body: { code: codeAt(secret, now) }, headers: network() })).status).toBe(
      200,
    );
    const answers = [];
    for (let times = 0; times < 11; times += 1) answers.push(await prove('something else'));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  });

  it('of an address that nobody has are no more and no less', async () => {
    const answers = [];
    for (let times = 0; times < 11; times += 1) answers.push(await signIn('nobody@example.com', PASSWORD));
    expect(answers.map(({ status }) => status)).toEqual([...Array(10).fill(401), 429]);
  });

  it('that were right are none', async () => {
    const { email } = await signUp(server);
    const own = network();
    for (let times = 0; times < 35; times += 1) expect((await signIn(email, PASSWORD, own)).status).toBe(200);
  });

  it('are thirty a network, whatever the address', async () => {
    const { email } = await signUp(server);
    const own = network();
    for (let times = 0; times < 30; times += 1) await signIn(`nobody${times}@example.com`, 'x', own);
    expect((await signIn(email, PASSWORD, own)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('that a network may not make use up nobody’s account', async () => {
    const { email } = await signUp(server);
    const own = network();
    for (let times = 0; times < 30; times += 1) await signIn(`nobody${times}@example.com`, 'x', own);
    for (let times = 0; times < 10; times += 1) expect((await signIn(email, 'x', own)).status).toBe(429);
    expect((await signIn(email, PASSWORD)).status).toBe(200);
  });

  it('count to the network that an IPv6 address is of', async () => {
    const { email } = await signUp(server);
    for (let times = 0; times < 30; times += 1)
      await signIn(`other${times}@example.com`, 'x', { 'X-Forwarded-For': `2001:db8:1:2::${times}` });
    expect((await signIn(email, PASSWORD, { 'X-Forwarded-For': '2001:db8:1:2:ffff::1' })).status).toBe(429);
    expect((await signIn(email, PASSWORD, { 'X-Forwarded-For': '2001:db8:1:3::1' })).status).toBe(200);
  });

  it('are kept without what was typed where the address goes', async () => {
    await signIn('my secret password', 'x');
    const rows = JSON.stringify(await server.app.db.read.selectFrom('sign_in_tries').selectAll().execute());
    expect(rows).toContain('account:');
    expect(rows).not.toContain('secret');
    await advance(15 * MINUTE);
    await server.run('cleanup');
    expect(await server.app.db.read.selectFrom('sign_in_tries').selectAll().execute()).toEqual([]);
  });
});

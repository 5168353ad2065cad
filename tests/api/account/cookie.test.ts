import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, SAME_ORIGIN, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const DAY = 24 * 60 * 60 * 1000;

describe.each(engines)('the cookie on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const signIn = (body: unknown, headers: Record<string, string> = {}) =>
    openBrowser(server).call('POST', '/account/sign-in', { body, headers });
  const advance = (advance_ms: number) => server.admin('POST', '/admin/clock', { body: { advance_ms } });

  it('opens /account alone', async () => {
    const tenant = await server.mint();
    const person = await signUp(server, { tenant_id: tenant.id, role: 'owner', operator: true });
    for (const path of ['/v1/messages', '/admin/tenants', '/trpc/messages.list', '/mcp', '/resend/emails'])
      expect((await person.browser.call('GET', path)).status).toBe(401);
    expect((await person.browser.call('GET', '/account/me')).status).toBe(200);
  });

  it('is no bearer, and no bearer is a cookie', async () => {
    const tenant = await server.mint();
    const person = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const token = person.browser.cookie?.split('=')[1] ?? '';
    const bearer = await person.browser.bearer({ tenant_id: tenant.id });
    expect((await server.as(token)('GET', '/v1/messages')).status).toBe(401);
    expect((await server.as(bearer)('GET', '/account/me')).status).toBe(401);
    expect((await openBrowser(server, `posthorn=${bearer}`).call('GET', '/account/me')).status).toBe(401);
  });

  it('counts for nothing where there are two of the name, of which one was planted', async () => {
    const person = await signUp(server);
    const own = person.browser.cookie ?? '';
    const other = `posthorn=${'A'.repeat(43)}`;
    expect((await openBrowser(server, `${other}; ${own}`).call('GET', '/account/me')).status).toBe(401);
    expect((await openBrowser(server, `${own}; ${other}`).call('GET', '/account/me')).status).toBe(401);
    expect((await openBrowser(server, `theme=dark; ${own}`).call('GET', '/account/me')).status).toBe(200);
  });

  it('ends after seven days in which nobody used it, and after thirty in any case', async () => {
    const idle = await signUp(server);
    const used = await signUp(server);
    const statusOf = async ({ browser }: typeof idle) => (await browser.call('GET', '/account/me')).status;
    for (let days = 0; days < 29; days += 1) {
      await advance(DAY);
      expect(await statusOf(used)).toBe(200);
      if (days === 6) expect(await statusOf(idle)).toBe(401);
    }
    await advance(DAY);
    expect(await statusOf(used)).toBe(401);
    await server.run('cleanup');
    const left = await server.app.db.read.selectFrom('sign_ins').selectAll().where('user_id', '=', used.id).execute();
    expect(left).toEqual([]);
  });

  describe('writes', () => {
    const forged: [string, Record<string, string>][] = [
      ['another site', { 'Sec-Fetch-Site': 'cross-site' }],
      ['a neighbour of the site', { 'Sec-Fetch-Site': 'same-site' }],
      ['nowhere', { 'Sec-Fetch-Site': 'none' }],
      ['a browser that does not say', { 'Sec-Fetch-Site': '' }],
      ['a form', { 'Content-Type': 'application/x-www-form-urlencoded' }],
      ['a form of plain text', { 'Content-Type': 'text/plain' }],
      ['a page that says nothing of its body', { 'Content-Type': '' }],
    ];

    it.each(forged)('are refused from %s', async (_what, headers) => {
      const person = await signUp(server);
      const body = { name: 'Mallory' };
      expect(await person.browser.call('PATCH', '/account/me', { body, headers })).toMatchObject({
        status: 403,
        body: { error: 'wrong_origin' },
      });
      expect((await person.browser.call('GET', '/account/me')).body.name).toBeNull();
      const signed = await signIn({ email: person.email, password: PASSWORD }, headers);
      expect(signed).toMatchObject({ status: 403, body: { error: 'wrong_origin' } });
      expect(signed.headers.get('set-cookie')).toBeNull();
    });
  });
});

describe.each(engines)('a service under https on $name', (engine) => {
  const server = useServer(engine, { ...BY_HAND, BASE_URL: 'https://mail.posthorn.example' });

  it('takes and sets only a cookie that no neighbour can plant', async () => {
    const person = await signUp(server);
    const [name, value] = (person.browser.cookie ?? '').split('=');
    expect(name).toBe('__Host-posthorn');
    expect((await openBrowser(server, `posthorn=${value}`).call('GET', '/account/me')).status).toBe(401);
    const again = await fetch(`${server.url}/account/sign-in`, {
      method: 'POST',
      headers: SAME_ORIGIN,
      body: JSON.stringify({ email: person.email, password: PASSWORD }),
    });
    expect(again.headers.get('set-cookie')).toMatch(/^__Host-posthorn=[\w-]{43}; Path=\/; .*; Secure$/);
  });

  it('makes links that begin with its address', async () => {
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: 'a@example.com' } });
    expect(body.link).toMatch(/^https:\/\/mail\.posthorn\.example\/console\/link#token=[\w-]{43}$/);
    expect(tokenOf(body.link)).toHaveLength(43);
  });
});

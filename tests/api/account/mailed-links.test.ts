import { request } from 'node:http';
import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, SAME_ORIGIN, signInAgain, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { useServer } from '../../support/posthorn.ts';
import { eventually } from '../../support/wait.ts';

describe.each(engines)('a service that mails links on $name', (engine) => {
  const server = useServer(engine, { SYSTEM_FROM: 'Posthorn <hello@system.example.com>', JOB_INTERVAL_MS: '3600000' });

  async function mailTo(email: string, about: string): Promise<string> {
    return eventually(async () => {
      const { body } = await server.admin('GET', '/admin/captured');
      const found = body.data.find(
        ({ rcpt_to, subject }: { rcpt_to: string[]; subject: string }) => rcpt_to.includes(email) && subject === about,
      );
      return found === undefined ? undefined : String((await server.admin('GET', `/admin/captured/${found.id}`)).body.raw);
    });
  }
  const linkIn = (mail: string) =>
    /https?:\/\/\S+#token=(?:3D)?[\w-]{43}/.exec(mail.replaceAll('=\r\n', '').replaceAll('=3D', '='))?.[0] ?? '';

  it('says where it could not, and keeps the link', async () => {
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: 'early@example.com' } });
    expect(body).toMatchObject({ mailed: false, link: expect.stringContaining('#token=') });
  });

  it('mails them as ordinary mail of the tenant that has the domain', async () => {
    const tenant = await server.mint();
    await server.admin('POST', `/admin/tenants/${tenant.id}/domains`, { body: { name: 'system.example.com', verified: true } });
    const { body: invitation } = await server.admin('POST', '/admin/people/invitations', { body: { email: 'ada@example.com' } });
    expect(invitation.mailed).toBe(true);
    expect(tokenOf(linkIn(await mailTo('ada@example.com', 'You are invited')))).toBe(tokenOf(invitation.link));
    const { body: log } = await tenant.call('GET', '/v1/messages');
    expect(log.data).toMatchObject([{ to: ['ada@example.com'], from: 'Posthorn <hello@system.example.com>' }]);
  });

  it('mails whoever has an account what the link does to it', async () => {
    const person = await signUp(server);
    const { body } = await server.admin('POST', '/admin/people/invitations', { body: { email: person.email, operator: true } });
    expect(body).toMatchObject({ kind: 'recovery', mailed: true });
    const mail = await mailTo(person.email, 'Your way back in');
    expect(tokenOf(linkIn(mail))).toBe(tokenOf(body.link));
    expect(mail.replaceAll(/=?\r\n/g, ' ')).toMatch(/authenticator app,\s+recovery\s+codes\s+and\s+passkeys\s+are\s+removed/);
  });

  it('answers a request for a new password alike for an address that nobody has, and mails nobody', async () => {
    const person = await signUp(server);
    const ask = (email: string) => openBrowser(server).call('POST', '/account/resets', { body: { email } });
    const [known, unknown] = [await ask(person.email), await ask('nobody@example.com')];
    expect({ status: known.status, body: known.body }).toEqual({ status: 202, body: { requested: true } });
    expect({ status: unknown.status, body: unknown.body }).toEqual({ status: 202, body: { requested: true } });
    const link = linkIn(await mailTo(person.email, 'Choose a new password'));
    const body = { token: tokenOf(link), password: 'a password that is new' };
    expect((await openBrowser(server).call('POST', '/account/links/accept', { body })).status).toBe(200);
    expect((await person.browser.call('GET', '/account/me')).status).toBe(401);
    await expect(signInAgain(server, person)).rejects.toThrow('sign_in_failed');
    const links = await server.app.db.read.selectFrom('invitations').selectAll().where('kind', '=', 'reset').execute();
    expect(links).toEqual([]);
  });

  it('takes passkeys away with the old password: whoever held the link of a tenant may have added one', async () => {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    const email = 'victim@example.com';
    const invitation = await owner.browser.call('POST', `/account/tenants/${tenant.id}/invitations`, { body: { email, role: 'viewer' } });
    const forger = openBrowser(server);
    const accepted = await forger.call('POST', '/account/links/accept', {
      body: { token: tokenOf(invitation.body.link), password: PASSWORD },
    });
    const passkey = { id: 'psk_x', credential_id: 'x', name: 'x', public_key: 'x', counter: 0, transports: '[]', created_at: 1 };
    await server.app.db.transact((trx) =>
      trx
        .insertInto('passkeys')
        .values({ ...passkey, user_id: accepted.body.id, last_used_at: null })
        .execute(),
    );
    await openBrowser(server).call('POST', '/account/resets', { body: { email } });
    const body = { token: tokenOf(linkIn(await mailTo(email, 'Choose a new password'))), password: 'a password that is new' };
    const victim = openBrowser(server);
    expect((await victim.call('POST', '/account/links/accept', { body })).status).toBe(200);
    expect((await victim.call('GET', '/account/passkeys')).body.data).toEqual([]);
    expect((await forger.call('GET', '/account/me')).status).toBe(401);
  });

  it('mails links to the address that is configured, whatever host a stranger asks by', async () => {
    const person = await signUp(server);
    const { port } = new URL(server.url);
    const status = await new Promise((resolve, reject) => {
      const headers = { ...SAME_ORIGIN, Host: 'evil.example' };
      const asking = request({ port, path: '/account/resets', method: 'POST', headers }, ({ statusCode }) => resolve(statusCode));
      asking.on('error', reject).end(JSON.stringify({ email: person.email }));
    });
    expect(status).toBe(202);
    const { HOST, PORT } = server.app.config;
    expect(linkIn(await mailTo(person.email, 'Choose a new password'))).toContain(`http://${HOST}:${PORT}/console/link#token=`);
  });

  it('mails an address three times in 15 minutes', async () => {
    const ask = () => openBrowser(server).call('POST', '/account/resets', { body: { email: 'often@example.com' } });
    for (let times = 0; times < 3; times += 1) expect((await ask()).status).toBe(202);
    const answer = await ask();
    expect(answer).toMatchObject({ status: 429, body: { error: 'too_many_tries' } });
    expect(Number(answer.headers.get('retry-after'))).toBeGreaterThan(0);
  });
});

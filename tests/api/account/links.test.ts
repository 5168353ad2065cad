import { describe, expect, it } from 'vitest';
import { joinByLink } from '../../../server/src/people/links/accept-link.ts';
import { engines } from '../../support/engines.ts';
import { openBrowser, PASSWORD, signUp, tokenOf } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const GONE = { status: 410, body: { error: 'invalid_link' } };
const DAY = 24 * 60 * 60 * 1000;

describe.each(engines)('links on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server);
  let count = 0;
  const address = () => {
    count += 1;
    return `guest${count}@example.com`;
  };
  const invite = async (body: object) => (await server.admin('POST', '/admin/people/invitations', { body })).body;
  const accept = (link: string, body: object = {}) =>
    openBrowser(server).call('POST', '/account/links/accept', { body: { token: tokenOf(link), password: PASSWORD, ...body } });

  describe('of the operator', () => {
    it('make an account, once', async () => {
      const email = address();
      const invitation = await invite({ email: `Ada <${email.toUpperCase()}>`, tenant_id: tenant.id, role: 'marketer' });
      expect(invitation).toMatchObject({ id: expect.stringMatching(/^inv_/), email, kind: 'invitation', role: 'marketer', mailed: false });
      const token = tokenOf(invitation.link);
      const read = await openBrowser(server).call('POST', '/account/links/read', { body: { token } });
      expect(read).toMatchObject({
        status: 200,
        body: { email, kind: 'invitation', tenant_id: tenant.id, role: 'marketer', operator: false, account_exists: false },
      });
      const { status, body } = await accept(invitation.link, { name: 'Ada' });
      expect(status).toBe(200);
      expect(body).toMatchObject({ email, name: 'Ada', operator: false, memberships: [{ tenant_id: tenant.id, role: 'marketer' }] });
      expect(await accept(invitation.link)).toMatchObject(GONE);
    });

    it('are the way back in for whoever has an account, and end what was signed in', async () => {
      const person = await signUp(server, { tenant_id: tenant.id, role: 'viewer' });
      const { link, kind } = await invite({ email: person.email });
      expect(kind).toBe('recovery');
      expect((await accept(link, { password: 'a password that is new' })).status).toBe(200);
      expect((await person.browser.call('GET', '/account/me')).status).toBe(401);
      const signIn = (password: string) =>
        openBrowser(server).call('POST', '/account/sign-in', { body: { email: person.email, password } });
      expect((await signIn(PASSWORD)).status).toBe(401);
      expect(await signIn('a password that is new')).toMatchObject({ status: 200, body: { memberships: [{ role: 'viewer' }] } });
    });

    it('let one of many in who use one at once', async () => {
      const { link } = await invite({ email: address() });
      const answers = await Promise.all([1, 2, 3, 4, 5].map(() => accept(link)));
      expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
      for (const { status } of answers) expect([200, 409, 410]).toContain(status);
    });

    it.each([
      ['an invitation', false],
      ['the way back in', true],
    ])('stay usable where what is given is refused, until it is taken: %s', async (_what, hasAccount) => {
      const person = hasAccount ? await signUp(server) : undefined;
      const { link } = await invite({ email: person?.email ?? address() });
      for (const password of ['aaaaaaaaaaaa', 'short']) expect((await accept(link, { password })).status).toBe(422);
      if (person !== undefined) {
        const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/people/${person.id}`, { body: { suspended } });
        await suspend(true);
        expect(await accept(link)).toMatchObject(GONE);
        await suspend(false);
      }
      expect((await accept(link)).status).toBe(200);
      expect(await accept(link)).toMatchObject(GONE);
    });

    it('stop working after seven days, and when a newer one is made', async () => {
      const email = address();
      const first = await invite({ email });
      const second = await invite({ email });
      expect(await accept(first.link)).toMatchObject(GONE);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 7 * DAY } });
      expect(await accept(second.link)).toMatchObject(GONE);
      await server.run('cleanup');
      expect(await server.app.db.read.selectFrom('invitations').selectAll().where('email', '=', email).execute()).toEqual([]);
    });

    it('are refused for what is no address, no tenant and no role', async () => {
      const ask = (body: object) => server.admin('POST', '/admin/people/invitations', { body });
      expect(await ask({ email: 'no address' })).toMatchObject({ status: 422, body: { error: 'invalid_email' } });
      expect(await ask({ email: address(), tenant_id: 'ten_none' })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'tenant_id', detail: 'tenant_id: There is no such tenant.' },
      });
      expect(await ask({ email: address(), role: 'king' })).toMatchObject({
        status: 422,
        body: { error: 'validation_failed', field: 'role' },
      });
    });

    it.each([
      ['a token that never was one', 'A'.repeat(43)],
      ['nothing', ''],
      ['something else', '../../../etc/passwd'],
    ])('are not %s', async (_what, token) => {
      const { status } = await openBrowser(server).call('POST', '/account/links/accept', { body: { token, password: PASSWORD } });
      expect([410, 422]).toContain(status);
    });

    it('are kept as hashes', async () => {
      const { link } = await invite({ email: address() });
      const rows = await server.app.db.read.selectFrom('invitations').selectAll().execute();
      expect(JSON.stringify(rows)).not.toContain(tokenOf(link));
    });
  });

  describe('of a tenant', () => {
    const inviteTo = async (email: string, role = 'developer') => {
      const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
      const answer = await owner.browser.call('POST', `/account/tenants/${tenant.id}/invitations`, { body: { email, role } });
      return { owner, ...answer };
    };

    it('open no account that there is: its person accepts, signed in', async () => {
      const person = await signUp(server);
      const { body } = await inviteTo(person.email);
      expect(await accept(body.link)).toMatchObject({ status: 409, body: { error: 'account_exists' } });
      const join = { body: { token: tokenOf(body.link) } };
      const stranger = await signUp(server);
      expect(await stranger.browser.call('POST', '/account/memberships', join)).toMatchObject(GONE);
      expect(await person.browser.call('POST', '/account/memberships', join)).toMatchObject({
        status: 200,
        body: { memberships: [{ tenant_id: tenant.id, role: 'developer' }] },
      });
      expect(await person.browser.call('POST', '/account/memberships', join)).toMatchObject(GONE);
    });

    it('stop working when the account of their address is deleted, as those of the operator do', async () => {
      const email = address();
      const early = await invite({ email, operator: true });
      const { body } = await inviteTo(email, 'viewer');
      const account = await accept(body.link);
      expect((await server.admin('DELETE', `/admin/people/${account.body.id}`)).status).toBe(200);
      expect(await accept(early.link)).toMatchObject(GONE);
      expect(await server.app.db.read.selectFrom('invitations').selectAll().where('email', '=', email).execute()).toEqual([]);
    });

    it('give nothing to an account that is deleted meanwhile', async () => {
      const person = await signUp(server);
      const { body } = await inviteTo(person.email);
      await server.app.db.transact((trx) => trx.deleteFrom('users').where('id', '=', person.id).execute());
      const caller = { userId: person.id, email: person.email, signInId: 'any' };
      const joined = await joinByLink(server.app, { token: tokenOf(body.link), person: caller });
      expect(joined).toMatchObject({ code: 'unauthorized' });
      expect(await server.app.db.read.selectFrom('memberships').selectAll().where('user_id', '=', person.id).execute()).toEqual([]);
    });

    it('go to an address three times in 15 minutes', async () => {
      const email = address();
      const statuses = [];
      for (let times = 0; times < 4; times += 1) statuses.push((await inviteTo(email)).status);
      expect(statuses).toEqual([201, 201, 201, 429]);
    });

    it('are thirty in 15 minutes, to whomever', async () => {
      const { id } = await server.mint();
      const owner = await signUp(server, { tenant_id: id, role: 'owner' });
      const ask = (email = address()) =>
        owner.browser.call('POST', `/account/tenants/${id}/invitations`, { body: { email, role: 'viewer' } });
      for (let times = 0; times < 30; times += 1) expect((await ask()).status).toBe(201);
      const other = address();
      for (let times = 0; times < 3; times += 1) expect(await ask(other)).toMatchObject({ status: 429, body: { error: 'too_many_tries' } });
      expect((await inviteTo(other)).status).toBe(201);
      await server.admin('POST', '/admin/clock', { body: { advance_ms: 15 * 60 * 1000 } });
      expect((await ask()).status).toBe(201);
    });

    it('are listed without the link, and taken back', async () => {
      const email = address();
      const { owner, body } = await inviteTo(email);
      const path = `/account/tenants/${tenant.id}/invitations`;
      const { body: listed } = await owner.browser.call('GET', path);
      const { link, mailed: _, kind: __, ...shown } = body;
      expect(listed.data).toContainEqual(shown);
      expect((await owner.browser.call('DELETE', `${path}/${body.id}`)).status).toBe(200);
      expect(await accept(link)).toMatchObject(GONE);
      expect((await owner.browser.call('DELETE', `${path}/${body.id}`)).status).toBe(404);
    });

    it('are not to be seen or taken back by another tenant', async () => {
      const other = await server.mint();
      const stranger = await signUp(server, { tenant_id: other.id, role: 'owner' });
      const { body } = await inviteTo(address());
      for (const id of [tenant.id, 'ten_00000000000000000000000000']) {
        expect(await stranger.browser.call('GET', `/account/tenants/${id}/invitations`)).toMatchObject({
          status: 404,
          body: { error: 'not_found' },
        });
        expect(await stranger.browser.call('DELETE', `/account/tenants/${id}/invitations/${body.id}`)).toMatchObject({ status: 404 });
      }
      expect((await stranger.browser.call('DELETE', `/account/tenants/${other.id}/invitations/${body.id}`)).status).toBe(404);
      expect((await accept(body.link)).status).toBe(200);
    });
  });

  it('for a new password are the operator\u2019s to make where the service mails none', async () => {
    const answer = await openBrowser(server).call('POST', '/account/resets', { body: { email: 'a@example.com' } });
    expect(answer).toMatchObject({ status: 409, body: { error: 'no_system_mail' } });
  });
});

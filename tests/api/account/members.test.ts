import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { signUp, tokenOf } from '../../support/fixtures/people.ts';
import { BY_HAND, useServer } from '../../support/posthorn.ts';

const LAST = { status: 409, body: { error: 'last_owner' } };
const NOT_FOUND = { status: 404, body: { error: 'not_found' } };

describe.each(engines)('members on $name', (engine) => {
  const server = useServer(engine, BY_HAND);

  async function settle() {
    const tenant = await server.mint();
    const owner = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    await server.admin('POST', '/admin/clock', { body: { advance_ms: 1 } });
    const viewer = await signUp(server, { tenant_id: tenant.id, role: 'viewer' });
    const path = `/account/tenants/${tenant.id}/members`;
    const [viewerId, ownerId] = (await owner.browser.call('GET', path)).body.data.map(({ id }: { id: string }) => id);
    return { tenant, owner, viewer, path, viewerId, ownerId };
  }

  it('are listed to all of them, newest first, page by page', async () => {
    const { owner, viewer, path, viewerId, ownerId } = await settle();
    const { body } = await viewer.browser.call('GET', path);
    const shown = { name: null, suspended: false, last_signed_in_at: expect.any(Number), created_at: expect.any(Number) };
    expect(body).toEqual({
      data: [
        { id: viewerId, user_id: viewer.id, email: viewer.email, role: 'viewer', ...shown },
        { id: ownerId, user_id: owner.id, email: owner.email, role: 'owner', ...shown },
      ],
      next_cursor: null,
    });
    const first = await viewer.browser.call('GET', `${path}?limit=1`);
    const next = await viewer.browser.call('GET', `${path}?limit=1&cursor=${first.body.next_cursor}`);
    expect(next.body).toMatchObject({ data: [{ id: ownerId }], next_cursor: null });
  });

  it('of a suspended tenant are told so, and neither see nor change anything of it until it is let back', async () => {
    const { tenant, owner, viewer, path, viewerId } = await settle();
    const invitations = `/account/tenants/${tenant.id}/invitations`;
    const suspend = (suspended: boolean) => server.admin('PATCH', `/admin/tenants/${tenant.id}`, { body: { suspended } });
    const shown = async () => (await owner.browser.call('GET', '/account/me')).body.memberships[0].suspended;
    expect(await shown()).toBe(false);
    const invited = await owner.browser.call('POST', invitations, { body: { email: 'before@example.com', role: 'viewer' } });
    await suspend(true);
    expect(await shown()).toBe(true);
    const body = { email: 'a@example.com', role: 'viewer' };
    const asked = [
      ['POST', '/account/tokens', { tenant_id: tenant.id }],
      ['GET', path, undefined],
      ['PATCH', `${path}/${viewerId}`, { role: 'owner' }],
      ['DELETE', `${path}/${viewerId}`, undefined],
      ['GET', invitations, undefined],
      ['POST', invitations, body],
      ['DELETE', `${invitations}/${invited.body.id}`, undefined],
      ['GET', `/account/audit?tenant_id=${tenant.id}`, undefined],
    ] as const;
    const statuses = async () => {
      const answers = [];
      for (const [method, where, given] of asked) {
        const { status, body: answer } = await owner.browser.call(method, where, given === undefined ? {} : { body: given });
        answers.push(answer.error ?? status);
      }
      return answers;
    };
    expect(await statuses()).toEqual(asked.map(() => 'tenant_suspended'));
    const stranger = await signUp(server);
    expect(await stranger.browser.call('GET', path)).toMatchObject(NOT_FOUND);
    expect(await stranger.browser.call('POST', '/account/tokens', { body: { tenant_id: tenant.id } })).toMatchObject(NOT_FOUND);
    await suspend(false);
    expect(await statuses()).toEqual([201, 200, 200, 200, 200, 201, 200, 200]);
    await suspend(true);
    expect(await viewer.browser.call('GET', '/account/me')).toMatchObject({ status: 200, body: { memberships: [] } });
  });

  it('are not deleted by the operator where a tenant would have no owner left', async () => {
    const { tenant, owner } = await settle();
    const other = await server.mint();
    const both = await signUp(server, { tenant_id: other.id, role: 'owner' });
    await server.admin('POST', '/admin/people/invitations', { body: { email: both.email, tenant_id: tenant.id, role: 'owner' } });
    const remove = () => server.admin('DELETE', `/admin/people/${owner.id}`);
    expect(await remove()).toMatchObject({
      status: 409,
      body: {
        error: 'last_owner',
        detail: expect.stringContaining(tenant.id),
        tenant: { id: tenant.id, name: expect.stringMatching(/^tenant \d+$/) },
      },
    });
    const second = await signUp(server, { tenant_id: tenant.id, role: 'owner' });
    await server.admin('PATCH', `/admin/people/${second.id}`, { body: { suspended: true } });
    expect(await remove()).toMatchObject(LAST);
    await server.admin('PATCH', `/admin/people/${second.id}`, { body: { suspended: false } });
    expect((await remove()).status).toBe(200);
    expect(await server.admin('DELETE', `/admin/people/${second.id}`)).toMatchObject(LAST);
    expect((await server.admin('DELETE', `/admin/tenants/${tenant.id}`)).status).toBe(200);
    expect((await server.admin('DELETE', `/admin/people/${second.id}`)).status).toBe(200);
  });

  it('keep an owner: the last one neither goes nor becomes something else', async () => {
    const { owner, path, viewerId, ownerId } = await settle();
    expect(await owner.browser.call('DELETE', `${path}/${ownerId}`)).toMatchObject(LAST);
    expect(await owner.browser.call('PATCH', `${path}/${ownerId}`, { body: { role: 'viewer' } })).toMatchObject(LAST);
    await owner.browser.call('PATCH', `${path}/${viewerId}`, { body: { role: 'owner' } });
    expect((await owner.browser.call('PATCH', `${path}/${ownerId}`, { body: { role: 'viewer' } })).status).toBe(200);
  });

  it('keep an owner who can sign in', async () => {
    const { owner, viewer, path, viewerId, ownerId } = await settle();
    await owner.browser.call('PATCH', `${path}/${viewerId}`, { body: { role: 'owner' } });
    await server.admin('PATCH', `/admin/people/${viewer.id}`, { body: { suspended: true } });
    expect(await owner.browser.call('DELETE', `${path}/${ownerId}`)).toMatchObject(LAST);
  });

  it.each([
    ['come back', 'taken out', 'DELETE', {}],
    ['become more', 'made less', 'PATCH', { body: { role: 'developer' } }],
  ])('do not %s by an invitation from before they were %s', async (_become, _were, method, change) => {
    const { tenant, owner, viewer, path, viewerId } = await settle();
    const invitations = `/account/tenants/${tenant.id}/invitations`;
    const { body } = await owner.browser.call('POST', invitations, { body: { email: viewer.email, role: 'owner' } });
    await owner.browser.call('POST', invitations, { body: { email: 'else@example.net', role: 'viewer' } });
    expect((await owner.browser.call(method, `${path}/${viewerId}`, change)).status).toBe(200);
    const join = await viewer.browser.call('POST', '/account/memberships', { body: { token: tokenOf(body.link) } });
    expect(join.status).toBe(410);
    expect((await owner.browser.call('GET', invitations)).body.data).toMatchObject([{ email: 'else@example.net' }]);
  });

  it('keep one of two owners who go at once', async () => {
    const { owner, viewer, path, viewerId, ownerId } = await settle();
    await owner.browser.call('PATCH', `${path}/${viewerId}`, { body: { role: 'owner' } });
    const answers = await Promise.all([
      owner.browser.call('DELETE', `${path}/${ownerId}`),
      viewer.browser.call('DELETE', `${path}/${viewerId}`),
    ]);
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409]);
  });

  it('are not made less by an invitation that the last owner accepts', async () => {
    const { tenant, owner } = await settle();
    const path = `/account/tenants/${tenant.id}/invitations`;
    const { body } = await owner.browser.call('POST', path, { body: { email: owner.email, role: 'viewer' } });
    const join = { body: { token: tokenOf(body.link) } };
    expect(await owner.browser.call('POST', '/account/memberships', join)).toMatchObject(LAST);
    expect((await owner.browser.call('GET', '/account/me')).body.memberships).toMatchObject([{ role: 'owner' }]);
  });

  it('may leave, and change nothing else that is not theirs to change', async () => {
    const { viewer, path, viewerId, ownerId } = await settle();
    expect((await viewer.browser.call('DELETE', `${path}/${ownerId}`)).status).toBe(403);
    expect((await viewer.browser.call('PATCH', `${path}/${viewerId}`, { body: { role: 'owner' } })).status).toBe(403);
    expect((await viewer.browser.call('DELETE', `${path}/${viewerId}`)).status).toBe(200);
    expect((await viewer.browser.call('GET', '/account/me')).body.memberships).toEqual([]);
    expect(await viewer.browser.call('GET', path)).toMatchObject(NOT_FOUND);
  });

  it('of others look like those that there are not, and are let be', async () => {
    const { path, ownerId, owner } = await settle();
    const other = await settle();
    for (const at of [path, '/account/tenants/ten_00000000000000000000000000/members']) {
      expect(await other.owner.browser.call('GET', at)).toMatchObject(NOT_FOUND);
      expect(await other.owner.browser.call('DELETE', `${at}/${ownerId}`)).toMatchObject(NOT_FOUND);
      expect(await other.owner.browser.call('PATCH', `${at}/${ownerId}`, { body: { role: 'viewer' } })).toMatchObject(NOT_FOUND);
    }
    expect(await other.owner.browser.call('DELETE', `${other.path}/${ownerId}`)).toMatchObject(NOT_FOUND);
    expect((await owner.browser.call('GET', '/account/me')).body.memberships).toMatchObject([{ role: 'owner' }]);
  });

  it('go with their tenant, and not with it their accounts', async () => {
    const { tenant, owner, path } = await settle();
    await server.admin('DELETE', `/admin/tenants/${tenant.id}`);
    expect(await owner.browser.call('GET', path)).toMatchObject(NOT_FOUND);
    expect((await owner.browser.call('GET', '/account/me')).body.memberships).toEqual([]);
    await server.run('cleanup');
    const left = await server.app.db.read.selectFrom('memberships').selectAll().where('tenant_id', '=', tenant.id).execute();
    expect(left).toEqual([]);
  });
});

import type { Role } from '@posthorn/contract';
import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../../app-context.ts';
import { openSignIn } from '../access/open-sign-in.ts';
import { deleteSignInsOf } from '../access/sign-in-store.ts';
import { changeUser } from '../change-user.ts';
import type { Membership } from '../person.ts';
import { memberRoutes } from '../routes/member-routes.ts';
import { insertUser } from '../user-store.ts';
import { removeMember, updateMember } from './change-members.ts';
import { deleteMembership, findMember, insertMembership, updateRole } from './store.ts';

/** A member who is signed in. */
interface Joined extends Membership {
  readonly signInId: string;
}

describe.each(engines)('a change to the members of a tenant, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let tenantId: string;
  let [one, other] = [{} as Joined, {} as Joined];

  async function join(role: Role): Promise<Joined> {
    const { app } = tenancy;
    const createdAt = app.clock.now();
    const member = { id: app.newId('mem', createdAt), tenantId, userId: app.newId('usr', createdAt), role, createdAt };
    const fresh = { name: null, isOperator: false, isSuspended: false, lastSignedInAt: null, totpSecret: null, issuerSubject: null };
    const user = { id: member.userId, email: `${member.userId}@example.net`, passwordHash: null, createdAt, ...fresh };
    return app.db.transact(async (trx) => {
      await insertUser(trx, user);
      await insertMembership(trx, member);
      const { signIn } = await openSignIn(app, trx, { userId: user.id, method: 'password', from: undefined });
      return { ...member, signInId: signIn.id };
    });
  }
  beforeEach(async () => {
    tenantId = await tenancy.tenant();
    [one, other] = [await join('owner'), await join('owner')];
  });

  const roleOf = async ({ id }: Membership) => (await findMember(tenancy.app.db.read, { tenantId, id }))?.role;
  /** The service for a call during which something else happens after its caller was looked up. */
  const once = (act: () => Promise<unknown>): AppContext => ({
    ...tenancy.app,
    db: {
      ...tenancy.app.db,
      transact: async (work) => {
        await act();
        return tenancy.app.db.transact(work);
      },
    },
  });
  const asked = ({ userId, signInId }: Joined, { id }: Membership, role?: Role) =>
    ({
      ctx: { baseUrl: 'https://mail.example', caller: { kind: 'person', person: { userId, email: '', signInId } } },
      params: { tenant_id: tenantId, id },
      body: () => ({ role, email: 'new@example.net' }),
    }) as never;
  const invitations = () => tenancy.app.db.read.selectFrom('invitations').select('id').where('tenant_id', '=', tenantId).execute();
  const demote = (member: Membership) => tenancy.app.db.transact((trx) => updateRole(trx, member.id, 'viewer'));

  it('gives nobody back the role that another owner has taken away meanwhile', async () => {
    const { update } = memberRoutes(once(() => demote(other)));
    expect(await update(asked(other, other, 'owner'))).toMatchObject({ code: 'insufficient_scope' });
    expect([await roleOf(one), await roleOf(other)]).toEqual(['owner', 'viewer']);
  });

  it('is made by one of two owners who take out each other at once', async () => {
    const third = await join('owner');
    const { remove } = memberRoutes(once(() => tenancy.app.db.transact((trx) => deleteMembership(trx, other.id))));
    expect(await remove(asked(other, one))).toMatchObject({ code: 'not_found' });
    expect(await Promise.all([one, other, third].map(roleOf))).toEqual(['owner', undefined, 'owner']);
  });

  it('is no invitation by whoever was made less meanwhile', async () => {
    const { invite } = memberRoutes(once(() => demote(other)));
    expect(await invite(asked(other, one, 'owner'))).toMatchObject({ code: 'insufficient_scope' });
    expect(await invitations()).toEqual([]);
  });

  it.each([
    ['was suspended', (userId: string) => changeUser(tenancy.app, { id: userId, by: undefined }, { suspended: true })],
    ['chose another password elsewhere', (userId: string) => tenancy.app.db.transact((trx) => deleteSignInsOf(trx, userId))],
  ])('is made by no owner any more who %s meanwhile', async (_, end) => {
    const { update, remove, invite } = memberRoutes(once(() => end(other.userId)));
    for (const change of [update, remove, invite]) {
      other = await join('owner');
      expect(await change(asked(other, one, 'viewer'))).toMatchObject({ code: 'unauthorized' });
    }
    expect([await roleOf(one), await invitations()]).toEqual(['owner', []]);
  });

  it('lets whoever was made less meanwhile leave', async () => {
    const { remove } = memberRoutes(once(() => demote(other)));
    expect(await remove(asked(other, other))).toMatchObject({ status: 200 });
    expect(await roleOf(other)).toBeUndefined();
  });

  it('is none where the member is gone', async () => {
    const gone = { tenantId, id: 'mem_gone', access: undefined };
    expect(await updateMember(tenancy.app, gone, 'owner')).toMatchObject({ code: 'not_found' });
    expect(await removeMember(tenancy.app, gone)).toMatchObject({ code: 'not_found' });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { beginAmid } from '../../../tests/support/database/amid.ts';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import type { Person } from '../core/request/caller.ts';
import { openSignIn } from './access/open-sign-in.ts';
import { deleteUser } from './delete-user.ts';
import { joinByLink } from './links/accept-link.ts';
import { makeLink } from './links/make-link.ts';
import { removeMember } from './members/change-members.ts';
import { insertMembership } from './members/store.ts';
import { insertUser } from './user-store.ts';

describe.each(engines)('the deletion of a person who joins a tenant meanwhile, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let tenantId: string;
  let owner: Person;
  let ownerId: string;
  let joining: Person;

  async function makePerson(): Promise<Person> {
    const { app } = tenancy;
    const createdAt = app.clock.now();
    const userId = app.newId('usr', createdAt);
    const email = `${userId}@example.net`;
    const fresh = { name: null, isOperator: false, isSuspended: false, lastSignedInAt: null, totpSecret: null, issuerSubject: null };
    return app.db.transact(async (trx) => {
      await insertUser(trx, { id: userId, email, passwordHash: null, createdAt, ...fresh });
      const { signIn } = await openSignIn(app, trx, { userId, method: 'password', from: undefined });
      return { userId, email, signInId: signIn.id };
    });
  }
  async function own(id: string, { userId }: Person): Promise<string> {
    const { app } = tenancy;
    const membership = { id: app.newId('mem', app.clock.now()), tenantId: id, userId, role: 'owner' as const, createdAt: app.clock.now() };
    await app.db.transact((trx) => insertMembership(trx, membership));
    return membership.id;
  }
  beforeEach(async () => {
    tenantId = await tenancy.tenant();
    owner = await makePerson();
    ownerId = await own(tenantId, owner);
    joining = await makePerson();
  });

  /** The service for a call during which something else begins before its commit, each time it runs. */
  const whileBeginning = (act: () => Promise<unknown>, begun: Promise<unknown>[]): AppContext => ({
    ...tenancy.app,
    db: {
      ...tenancy.app.db,
      transact: (work) =>
        tenancy.app.db.transact(async (trx) => {
          const done = await work(trx);
          begun.push((await beginAmid(tenancy.app.db, trx, act)).begun);
          return done;
        }),
    },
  });

  it('leaves the tenant an owner where the other one goes at the same time', async () => {
    const { app } = tenancy;
    const begun: Promise<unknown>[] = [];
    const { token } = await makeLink(app, { kind: 'invitation', email: joining.email, tenantId, role: 'owner' });
    const leave = () => removeMember(app, { tenantId, id: ownerId, access: undefined });
    const remove = () => deleteUser(whileBeginning(leave, begun), { id: joining.userId, by: undefined });
    expect(await joinByLink(whileBeginning(remove, begun), { token, person: joining })).toMatchObject({ tenantId });
    for (let at = 0; at < begun.length; at += 1) await begun[at];
    const owners = await app.db.read
      .selectFrom('memberships as m')
      .innerJoin('users as u', 'u.id', 'm.user_id')
      .select('m.role')
      .where('m.tenant_id', '=', tenantId)
      .execute();
    expect(owners).toEqual([{ role: 'owner' }]);
  });

  it('leaves the tenant its only owner, whoever owns others', async () => {
    await own(await tenancy.tenant(), joining);
    const refused = await deleteUser(tenancy.app, { id: owner.userId, by: undefined });
    expect(refused).toMatchObject({ code: 'last_owner', fields: { tenant: { id: tenantId } } });
  });
});

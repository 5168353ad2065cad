import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import type { Person } from '../core/request/caller.ts';
import { openSignIn } from './access/open-sign-in.ts';
import { changeUser } from './change-user.ts';
import { deleteUser } from './delete-user.ts';
import { makeLink } from './links/make-link.ts';
import { adminPeopleRoutes } from './routes/admin-routes.ts';
import { findUser, insertUser } from './user-store.ts';

describe.each(engines)('a change to a person, on $name', (engine) => {
  const tenancy = useTenancy(engine);
  let [one, other] = [{} as Person, {} as Person];

  async function makeOperator(): Promise<Person> {
    const { app } = tenancy;
    const createdAt = app.clock.now();
    const userId = app.newId('usr', createdAt);
    const email = `${userId}@example.net`;
    const fresh = { name: null, isSuspended: false, lastSignedInAt: null, totpSecret: null, issuerSubject: null, passwordHash: null };
    return app.db.transact(async (trx) => {
      await insertUser(trx, { id: userId, email, isOperator: true, createdAt, ...fresh });
      const { signIn } = await openSignIn(app, trx, { userId, method: 'password', from: undefined });
      return { userId, email, signInId: signIn.id };
    });
  }
  beforeEach(async () => {
    [one, other] = [await makeOperator(), await makeOperator()];
  });

  const isOperator = async ({ userId }: Person) => (await findUser(tenancy.app.db.read, userId))?.isOperator;
  /** The service for a call by an operator from whom another one takes something after the caller was looked up. */
  function whileTaking(by: Person, taken: object): AppContext {
    const { app } = tenancy;
    return {
      ...app,
      db: {
        ...app.db,
        transact: async (work) => {
          await changeUser(app, { id: by.userId, by: undefined }, taken);
          return app.db.transact(work);
        },
      },
    };
  }
  const inputOf = (by: Person, id: string, body: object) =>
    ({ ctx: { baseUrl: 'https://mail.example', caller: { kind: 'operator', person: by } }, params: { id }, body: () => body }) as never;
  const ask = (by: Person, { userId }: Person, body: object, taken: object) =>
    adminPeopleRoutes(whileTaking(by, taken)).update(inputOf(by, userId, body));

  it('is made by the operator who is one still', async () => {
    expect(await ask(one, other, { operator: false }, {})).toMatchObject({ status: 200, body: { operator: false } });
    expect([await isOperator(one), await isOperator(other)]).toEqual([true, false]);
  });

  it.each([{ operator: false }, { suspended: true }])('is made by nobody any more who was made %j meanwhile', async (taken) => {
    expect(await ask(other, other, { operator: true, suspended: false }, taken)).toMatchObject({ code: 'unauthorized' });
    expect(await ask(other, one, { operator: false }, taken)).toMatchObject({ code: 'unauthorized' });
    expect(await findUser(tenancy.app.db.read, other.userId)).toMatchObject({
      isOperator: !('operator' in taken),
      isSuspended: 'suspended' in taken,
    });
    expect(await isOperator(one)).toBe(true);
  });

  it('is not begun by an invitation of who is no operator any more', async () => {
    const invite = (by: Person, taken: object) =>
      adminPeopleRoutes(whileTaking(by, taken)).invite(inputOf(by, '', { email: 'new@example.net', operator: true }));
    expect(await invite(other, { operator: false })).toMatchObject({ code: 'unauthorized' });
    expect(await tenancy.app.db.read.selectFrom('invitations').select('id').execute()).toEqual([]);
    expect(await invite(one, {})).toMatchObject({ status: 201 });
  });

  it('takes no account away for who is no operator any more', async () => {
    const { app } = tenancy;
    await makeLink(app, { kind: 'recovery', email: one.email });
    const links = () => app.db.read.selectFrom('invitations').select('email').where('email', '=', one.email).execute();
    const remove = (by: Person, taken: object) => adminPeopleRoutes(whileTaking(by, taken)).delete(inputOf(by, one.userId, {}));
    expect(await remove(other, { suspended: true })).toMatchObject({ code: 'unauthorized' });
    expect([await isOperator(one), await links()]).toEqual([true, [{ email: one.email }]]);
    expect(await remove(await makeOperator(), {})).toMatchObject({ status: 200, body: { deleted: true, id: one.userId } });
    expect([await isOperator(one), await links()]).toEqual([undefined, []]);
  });

  it('is none where there is no such person', async () => {
    expect(await deleteUser(tenancy.app, { id: 'usr_gone', by: one })).toMatchObject({ code: 'not_found' });
    expect(await changeUser(tenancy.app, { id: 'usr_gone', by: one }, { operator: true })).toMatchObject({ code: 'not_found' });
  });
});

import { beforeEach, describe, expect, it } from 'vitest';
import { engines } from '../../../tests/support/engines.ts';
import { useTenancy } from '../../../tests/support/tenancy/tenancy.ts';
import type { AppContext } from '../app-context.ts';
import type { Person } from '../core/caller.ts';
import { openSignIn } from './access/open-sign-in.ts';
import { changeUser } from './change-user.ts';
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
  /** Has an operator ask, of whom another one takes something once it was looked up who asks. */
  function ask(by: Person, { userId }: Person, body: object, taken: object) {
    const { app } = tenancy;
    const during: AppContext = {
      ...app,
      db: {
        ...app.db,
        transact: async (work) => {
          await changeUser(app, { id: by.userId, by: undefined }, taken);
          return app.db.transact(work);
        },
      },
    };
    const input = { ctx: { caller: { kind: 'operator', person: by } }, params: { id: userId }, body: () => body };
    return adminPeopleRoutes(during).update(input as never);
  }

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

  it('is none where there is no such person', async () => {
    expect(await changeUser(tenancy.app, { id: 'usr_gone', by: one }, { operator: true })).toMatchObject({ code: 'not_found' });
  });
});

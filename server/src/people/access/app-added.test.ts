import { describe, expect, it } from 'vitest';
import { engines } from '../../../../tests/support/engines.ts';
import { codeAt } from '../../../../tests/support/fakes/authenticator.ts';
import { useTenancy } from '../../../../tests/support/tenancy/tenancy.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import { finishTotp, startTotp } from '../factors/change-totp.ts';
import { acceptLink } from '../links/accept-link.ts';
import { makeLink } from '../links/make-link.ts';
import { findUser, insertUser } from '../user-store.ts';
import { openSignIn } from './open-sign-in.ts';
import { signIn } from './sign-in.ts';

describe.each(engines)('whoever comes in without a code while an app is added, on $name', (engine) => {
  const tenancy = useTenancy(engine);

  async function signUp(): Promise<SignedInCaller> {
    const { app } = tenancy;
    const now = app.clock.now();
    const userId = app.newId('usr', now);
    const email = `${userId}@example.net`;
    const fresh = { name: null, isOperator: false, isSuspended: false, lastSignedInAt: null, totpSecret: null, issuerSubject: null };
    const opened = await app.db.transact(async (trx) => {
      await insertUser(trx, { id: userId, email, passwordHash: 'before', createdAt: now, ...fresh });
      return openSignIn(app, trx, { userId, method: 'password', from: undefined });
    });
    return { kind: 'person', person: { userId, email, signInId: opened.signIn.id }, isOperator: false, provedAt: now };
  }

  async function addApp(caller: SignedInCaller): Promise<void> {
    const { app } = tenancy;
    const started = await startTotp(app, caller, 'x');
    if (!('secret' in started)) throw new Error('no secret');
    await finishTotp(app, caller.person, { code: codeAt(started.secret, app.clock.now()), from: undefined });
  }

  it.each([
    ['resets no password', true, 'before'],
    ['resets it where none was', false, 'hash of another password by far'],
  ])('%s', async (_what, isAdded, passwordHash) => {
    const { app } = tenancy;
    const caller = await signUp();
    const hash = async (password: string) => {
      if (isAdded) await addApp(caller);
      return `hash of ${password}`;
    };
    const { token } = await makeLink(app, { kind: 'reset', email: caller.person.email });
    const parts = { app, passwords: { hash, verify: async () => false } };
    const accepted = await acceptLink(parts, { token, password: 'another password by far' }, undefined);
    expect(accepted).toMatchObject(isAdded ? { code: 'code_required' } : { signIn: { userId: caller.person.userId } });
    expect(await findUser(app.db.read, caller.person.userId)).toMatchObject({ passwordHash });
    const again = await acceptLink(parts, { token, password: 'another password by far' }, undefined);
    expect(again).toMatchObject({ code: isAdded ? 'code_required' : 'invalid_link' });
  });

  it.each([
    ['is not signed in', true],
    ['is signed in where none was', false],
  ])('%s', async (_what, isAdded) => {
    const { app } = tenancy;
    const caller = await signUp();
    const verify = async () => {
      if (isAdded) await addApp(caller);
      return true;
    };
    const parts = { app, passwords: { hash: async () => 'unused', verify } };
    const answer = await signIn(parts, { email: caller.person.email, password: 'x' }, undefined);
    expect(answer).toMatchObject(isAdded ? { code: 'sign_in_failed' } : { signIn: { userId: caller.person.userId } });
  });
});

import type { Me } from '@posthorn/contract';
import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import type { Context } from '../../core/request/context.ts';
import type { OpenedSignIn } from '../access/open-sign-in.ts';
import { countRecoveryCodes } from '../factors/store.ts';
import { listOwnMemberships } from '../members/store.ts';
import { presentMe, type SignedInUser } from '../present.ts';
import { findUser } from '../user-store.ts';

async function findMe({ db }: AppContext, userId: string, caller: SignedInUser['caller']): Promise<Me | undefined> {
  const user = await findUser(db.read, userId);
  if (user === undefined) return undefined;
  const [memberships, recoveryCodes] = await Promise.all([listOwnMemberships(db.read, userId), countRecoveryCodes(db.read, userId)]);
  return presentMe({ user, memberships, recoveryCodes, caller });
}

/** Returns a person's own account; `unauthorized` if it was deleted just now. */
export const presentSignedIn = async (app: AppContext, userId: string, caller: SignedInUser['caller']) =>
  (await findMe(app, userId, caller)) ?? new ApiError('unauthorized');

/** Sets the cookie and returns the person's own account. */
export async function presentOpened(app: AppContext, ctx: Context, { signIn, cookie }: OpenedSignIn) {
  const me = await findMe(app, signIn.userId, { provedAt: signIn.provedAt, person: { signInId: signIn.id } });
  if (me === undefined) return new ApiError('sign_in_failed');
  ctx.cookie = cookie;
  return me;
}

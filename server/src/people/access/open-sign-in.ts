import type { AppContext } from '../../app-context.ts';
import { sha256 } from '../../core/crypto/hash.ts';
import { DAY_MS } from '../../core/durations.ts';
import type { Origin } from '../../core/request/context.ts';
import type { Trx } from '../../db/dialect.ts';
import type { SignIn, SignInMethod } from '../person.ts';
import { updateUser } from '../user-store.ts';
import { insertSignIn } from './sign-in-store.ts';

const TOKEN_BYTES = 32;
const LONGEST_MS = 30 * DAY_MS;

/** A new sign-in and the content of its cookie. */
export interface OpenedSignIn {
  readonly signIn: SignIn;
  readonly cookie: { readonly token: string; readonly seconds: number };
}

export interface SignInRequest {
  readonly userId: string;
  readonly method: SignInMethod;
  readonly from: Origin | undefined;
}

/** Signs a user in. The token is always new, so that a cookie that somebody else knows never becomes a person's cookie. */
export async function openSignIn(app: AppContext, trx: Trx, { userId, method, from }: SignInRequest): Promise<OpenedSignIn> {
  const now = app.clock.now();
  const token = app.random.bytes(TOKEN_BYTES).toString('base64url');
  const signIn: SignIn = {
    id: app.newId('sgn', now),
    userId,
    method,
    ip: from?.ip ?? null,
    userAgent: from?.userAgent ?? null,
    createdAt: now,
    provedAt: now,
    lastSeenAt: now,
    expiresAt: now + LONGEST_MS,
  };
  await updateUser(trx, userId, { lastSignedInAt: now });
  await insertSignIn(trx, signIn, sha256(token));
  return { signIn, cookie: { token, seconds: LONGEST_MS / 1000 } };
}

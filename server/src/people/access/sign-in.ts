import { ApiError } from '../../core/errors/api-error.ts';
import type { Origin } from '../../core/request/context.ts';
import { addAuditEntry } from '../audit/add-audit-entry.ts';
import type { PeopleParts } from '../parts.ts';
import { lockUser } from '../user-store.ts';
import { type OpenedSignIn, openSignIn } from './open-sign-in.ts';
import { type Credentials, type ProofFault, provePassword } from './prove-password.ts';

/** Signs in with a password. */
export async function signIn(parts: PeopleParts, credentials: Credentials, from: Origin | undefined): Promise<OpenedSignIn | ProofFault> {
  const { app } = parts;
  const user = await provePassword(parts, credentials, from);
  if (user instanceof ApiError) return user;
  return app.db.transact(async (trx) => {
    const now = await lockUser(trx, user.id);
    // A password that was changed meanwhile proves nothing, and neither does one without a code if an authenticator app was added.
    const isProved = now !== undefined && now.passwordHash === user.passwordHash && now.totpSecret === user.totpSecret;
    if (!isProved || now.isSuspended) return new ApiError('sign_in_failed');
    const opened = await openSignIn(app, trx, { userId: user.id, method: 'password', from });
    await addAuditEntry(app, trx, { user, operation: 'account.access.signIn', object: opened.signIn.id, from });
    return opened;
  });
}

import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import { deleteResets, lockResets } from '../links/store.ts';
import type { PeopleParts } from '../parts.ts';
import { updateUser } from '../user-store.ts';
import { findProofFault } from './find-proof-fault.ts';
import { lockSignedIn } from './lock-signed-in.ts';
import { findWeakness } from './passwords.ts';
import { deleteSignInsOf } from './sign-in-store.ts';

/** Sets another password for a person and ends every other sign-in. */
export async function setPassword(
  { app, passwords }: PeopleParts,
  caller: SignedInCaller,
  password: string,
): Promise<ApiError<'proof_required' | 'weak_password' | 'unauthorized'> | undefined> {
  const { person } = caller;
  const fault = findProofFault(app, caller) ?? findWeakness(password, person.email);
  if (fault !== undefined) return fault;
  const passwordHash = await passwords.hash(password);
  return app.db.transact(async (trx) => {
    // The links are locked before the account, in the order that accepting one uses; a refusal keeps them.
    await lockResets(trx, person.email);
    if ((await lockSignedIn(trx, person)) === undefined) return new ApiError('unauthorized');
    await deleteResets(trx, person.email);
    await updateUser(trx, person.userId, { passwordHash });
    await deleteSignInsOf(trx, person.userId, person.signInId);
    return undefined;
  });
}

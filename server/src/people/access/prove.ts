import { ApiError } from '../../core/errors/api-error.ts';
import type { SignedInCaller } from '../../core/request/caller.ts';
import type { Origin } from '../../core/request/context.ts';
import type { PeopleParts } from '../parts.ts';
import { type ProofFault, provePassword } from './prove-password.ts';
import { updateProof } from './sign-in-store.ts';

export interface Proof {
  readonly password: string;
  readonly code?: string | undefined;
  readonly from: Origin | undefined;
}

/** Proves the identity of the signed-in person again; returns the time of the proof. */
export async function prove(
  parts: PeopleParts,
  { person }: SignedInCaller,
  { from, ...proof }: Proof,
): Promise<number | ProofFault | ApiError<'unauthorized'>> {
  const { db, clock } = parts.app;
  const user = await provePassword(parts, { email: person.email, signedInId: person.userId, ...proof }, from);
  if (user instanceof ApiError) return user;
  const now = clock.now();
  return (await db.transact((trx) => updateProof(trx, person.signInId, now))) ? now : new ApiError('unauthorized');
}

import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { Person } from '../core/request/caller.ts';
import { lockInOrder, type Trx } from '../db/dialect.ts';
import { findOperatorCaller } from './bearers/store.ts';

/** The person to change, and the operator who does it; undefined for the token. */
export interface UserToChange {
  readonly id: string;
  readonly by: Person | undefined;
}

/**
 * Locks a person and the operator who changes them, and refuses a caller who is no longer an operator. The operator was looked up earlier
 * and may have lost the role since; a call under way must not restore it.
 */
export async function lockUserFor(
  trx: Trx,
  { clock }: Pick<AppContext, 'clock'>,
  { id, by }: UserToChange,
): Promise<ApiError<'unauthorized'> | undefined> {
  await lockInOrder(trx, 'users', by === undefined ? [id] : [id, by.userId]);
  if (by === undefined) return undefined;
  const own = await findOperatorCaller(trx, { signInId: by.signInId, now: clock.now() });
  return own === undefined ? new ApiError('unauthorized') : undefined;
}

import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import type { Person } from '../core/caller.ts';
import { lockInOrder, type Trx } from '../db/dialect.ts';
import { findOperatorCaller } from './bearers/store.ts';

/** Which person is to be changed, and by which operator; undefined by the token. */
export interface UserToChange {
  readonly id: string;
  readonly by: Person | undefined;
}

/**
 * Locks a person and the operator who changes that person, and refuses who is no operator any more. The operator was looked up before,
 * and is less by now perhaps: who was kept out meanwhile does not come back by a call under way.
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

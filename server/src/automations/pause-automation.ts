import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { type Automation, refuseMove } from './automation.ts';
import { findAutomation, moveAutomation } from './store.ts';

/** Pauses an active automation: its enrollments stay where they are. */
export async function pauseAutomation(
  { db, clock }: AppContext,
  key: ObjectRef,
): Promise<Automation | ApiError<'not_found' | 'not_active'>> {
  const moved = await db.transact((trx) => moveAutomation(trx, key, { from: ['active'], to: 'paused', at: clock.now() }));
  if (moved !== undefined) return moved;
  const known = await findAutomation(db.write, key);
  return known === undefined
    ? new ApiError('not_found')
    : refuseMove('not_active', known.status, 'Only an active automation can be paused.');
}

import type { AppContext } from '../../app-context.ts';
import { ApiError } from '../../core/errors/api-error.ts';
import { type Enrollment, refuseMove } from '../automation.ts';
import { lockAutomations } from '../store.ts';
import { cancelOne } from './cancel-store.ts';
import { addToCounts } from './count-store.ts';
import { type EnrollmentKey, findEnrollment } from './enrollment-store.ts';

/** Ends an active enrollment. */
export function cancelEnrollment(
  { db, clock }: AppContext,
  key: EnrollmentKey,
): Promise<Enrollment | ApiError<'not_found' | 'not_active'>> {
  const { automationId } = key;
  return db.transact(async (trx) => {
    // Before the enrollment, as the sweep does it.
    await lockAutomations(trx, [automationId]);
    const cancelled = await cancelOne(trx, key, clock.now());
    if (cancelled === undefined) {
      const known = await findEnrollment(trx, key);
      return known === undefined
        ? new ApiError('not_found')
        : refuseMove('not_active', known.status, 'Only an active enrollment can be cancelled.');
    }
    const changes = [
      { automationId, status: 'active', by: -1 },
      { automationId, status: 'cancelled', by: 1 },
    ] as const;
    await addToCounts(trx, changes);
    return cancelled;
  });
}

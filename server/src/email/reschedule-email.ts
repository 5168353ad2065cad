import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/api-error.ts';
import { rescheduleMessage } from '../messages/index.ts';

export type RescheduleError = ApiError<
  'scheduled_at_must_be_in_the_future' | 'message_not_reschedulable' | 'validation_failed' | 'not_found'
>;

/** Sends a message at another time, if no worker has taken it yet. */
export async function rescheduleEmail(
  { db, clock }: AppContext,
  { tenantId, id }: { tenantId: string; id: string },
  scheduledAt: number,
): Promise<{ scheduledAt: number } | RescheduleError> {
  const now = clock.now();
  if (scheduledAt <= now) return new ApiError('scheduled_at_must_be_in_the_future');
  const moved = await db.transact((trx) => rescheduleMessage(trx, { tenantId, id, scheduledAt, now }));
  if (moved === undefined) return new ApiError('not_found');
  return moved.changed ? { scheduledAt } : new ApiError('message_not_reschedulable', { status: moved.status });
}

import type { AppContext } from '../app-context.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { ObjectRef } from '../core/request/context.ts';
import { hasMessage, rescheduleMessage } from '../messages/index.ts';
import { workPlanned } from '../queue/jobs.ts';
import { findScheduleFault } from './validate/parse-request.ts';

export type RescheduleError = ApiError<
  'scheduled_at_must_be_in_the_future' | 'message_not_reschedulable' | 'validation_failed' | 'not_found'
>;

/**
 * Moves a message that is queued or scheduled, and that no worker has claimed, to another time. `readTime` is called once the message is
 * found. Returns the new time, or why it cannot be moved.
 */
export async function rescheduleEmail(
  { db, clock, hooks }: AppContext,
  { tenantId, id }: ObjectRef,
  readTime: () => number,
): Promise<{ id: string; scheduledAt: number } | RescheduleError> {
  if (!(await hasMessage(db.read, { tenantId, id }))) return new ApiError('not_found');
  const scheduledAt = readTime();
  const now = clock.now();
  const fault = findScheduleFault(scheduledAt, now);
  if (fault !== undefined) return fault;
  if (scheduledAt <= now) return new ApiError('scheduled_at_must_be_in_the_future');
  const moved = await db.transact((trx) => rescheduleMessage(trx, { tenantId, id, scheduledAt, now }));
  if (moved === undefined) return new ApiError('not_found');
  if (!moved.changed) return new ApiError('message_not_reschedulable', { status: moved.message.status });
  await hooks.notify(workPlanned, 'scheduler', scheduledAt);
  return { id, scheduledAt };
}

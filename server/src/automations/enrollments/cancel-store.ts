import type { ExitReason } from '@posthorn/contract';
import { isIn, lockRows, type Trx } from '../../db/dialect.ts';
import type { Enrollment } from '../automation.ts';
import { type EnrollmentKey, fromRow } from './enrollment-store.ts';

const cancelledAt = (at: number, reason: ExitReason) => ({
  status: 'cancelled',
  exit_reason: reason,
  next_run_at: null,
  waits_until: null,
  waits_for: null,
  updated_at: at,
  completed_at: at,
});

/** Cancels active enrollments of an automation, at most `limit`; returns how many. */
export async function cancelActive(
  trx: Trx,
  { automationId, reason, at, limit }: { automationId: string; reason: ExitReason; at: number; limit: number },
): Promise<number> {
  const page = trx
    .selectFrom('automation_enrollments')
    .select('id')
    .where('automation_id', '=', automationId)
    .where('next_run_at', 'is not', null)
    .limit(limit);
  const locked = await trx
    .selectFrom('automation_enrollments')
    .select('id')
    .where('id', 'in', page)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'automation_enrollments'))
    .execute();
  const ids = locked.map(({ id }) => id);
  const cancelled = await trx
    .updateTable('automation_enrollments')
    .set(cancelledAt(at, reason))
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('next_run_at', 'is not', null)
    .returning('id')
    .execute();
  return cancelled.length;
}

/** Ends an active enrollment; returns undefined where it is not active. */
export async function cancelOne(trx: Trx, { tenantId, automationId, id }: EnrollmentKey, at: number): Promise<Enrollment | undefined> {
  const row = await trx
    .updateTable('automation_enrollments')
    .set(cancelledAt(at, 'cancelled'))
    .where('id', '=', id)
    .where('automation_id', '=', automationId)
    .where('tenant_id', '=', tenantId)
    .where('next_run_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

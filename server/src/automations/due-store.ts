import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import type { EnrollmentRow, Schema } from '../db/schema.ts';
import type { Enrollment } from './automation.ts';
import { fromRow } from './enrollment-store.ts';

/** Somebody whose next step is due. */
export interface DueEnrollment {
  readonly id: string;
  readonly contactId: string;
  readonly step: string;
}

/** The longest overdue of an automation, at most so many. */
export async function listDue(
  db: Kysely<Schema>,
  { automationId, now, limit }: { automationId: string; now: number; limit: number },
): Promise<DueEnrollment[]> {
  const rows = await db
    .selectFrom('automation_enrollments')
    .select(['id', 'contact_id', 'current_step'])
    .where('automation_id', '=', automationId)
    .where('next_run_at', '<=', now)
    .orderBy('next_run_at')
    .limit(limit)
    .execute();
  return rows.map((row) => ({ id: row.id, contactId: row.contact_id, step: row.current_step ?? '' }));
}

/** Locks those of the enrollments that are still due at a step. */
export async function lockDue(
  trx: Trx,
  dialect: Dialect,
  { ids, step, now }: { ids: readonly string[]; step: string; now: number },
): Promise<Enrollment[]> {
  const rows = await trx
    .selectFrom('automation_enrollments')
    .selectAll()
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .where('current_step', '=', step)
    .where('next_run_at', '<=', now)
    .orderBy('id')
    .modifyEnd(dialect.lockRows('wait', 'automation_enrollments'))
    .execute();
  return rows.map(fromRow);
}

const MOVED = {
  id: 'text',
  status: 'text',
  current_step: 'text',
  next_run_at: 'bigint',
  waits_until: 'bigint',
  waits_for: 'text',
  exit_reason: 'text',
  error: 'text',
  tries: 'bigint',
  updated_at: 'bigint',
  completed_at: 'bigint',
} as const;

/** Writes where enrollments that are locked have got to. */
export async function writeMoves(trx: Trx, dialect: Dialect, moved: readonly Enrollment[]): Promise<void> {
  const rows = moved.map((one) => ({
    id: one.id,
    status: one.status,
    current_step: one.currentStep,
    next_run_at: one.nextRunAt,
    waits_until: one.waitsUntil,
    waits_for: one.waitsFor,
    exit_reason: one.exitReason,
    error: one.error,
    tries: one.tries,
    updated_at: one.updatedAt,
    completed_at: one.completedAt,
  }));
  const columns = Object.keys(MOVED).filter((name) => name !== 'id');
  await trx
    .updateTable('automation_enrollments')
    .from(dialect.values(MOVED, rows))
    // Safe because the columns of both tables have the same names and types.
    .set(Object.fromEntries(columns.map((name) => [name, sql.ref(`v.${name}`)])) as Partial<EnrollmentRow>)
    .whereRef('automation_enrollments.id', '=', 'v.id')
    .execute();
}

export interface Awaited {
  readonly enrollmentIds: readonly string[];
  readonly event: string;
  /** Whose mail; any unless given. */
  readonly step?: string | undefined;
}

/** Those whose mail has had an event, whenever it was. */
export async function findHappened(trx: Trx, dialect: Dialect, { enrollmentIds, event, step }: Awaited): Promise<ReadonlySet<string>> {
  const query = trx
    .selectFrom('automation_mails as m')
    .innerJoin('events as e', 'e.message_id', 'm.message_id')
    .select('m.enrollment_id')
    .distinct()
    .where((eb) => dialect.isIn(eb.ref('m.enrollment_id'), enrollmentIds))
    .where('e.type', '=', event);
  const rows = await (step === undefined ? query : query.where('m.step', '=', step)).execute();
  return new Set(rows.map(({ enrollment_id }) => enrollment_id));
}

/** Lets those go on at once who wait for one of the events that messages have had. */
export async function wakeWaiting(
  trx: Trx,
  dialect: Dialect,
  { messageIds, events, now }: { messageIds: readonly string[]; events: readonly string[]; now: number },
): Promise<void> {
  const mails = await trx
    .selectFrom('automation_mails')
    .select('enrollment_id')
    .where((eb) => dialect.isIn(eb.ref('message_id'), messageIds))
    .execute();
  if (mails.length === 0) return;
  const ids = [...new Set(mails.map(({ enrollment_id }) => enrollment_id))];
  // Locked before they are looked at: a wait that is just being begun is then seen, or sees the event itself.
  await trx
    .selectFrom('automation_enrollments')
    .select('id')
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(dialect.lockRows('wait', 'automation_enrollments'))
    .execute();
  await trx
    .updateTable('automation_enrollments')
    .set({ next_run_at: now })
    .where((eb) => dialect.isIn(eb.ref('id'), ids))
    .where('next_run_at', '>', now)
    .where((eb) => dialect.isIn(eb.ref('waits_for').$notNull(), events))
    .execute();
}

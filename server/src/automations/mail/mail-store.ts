import { insertMany, isIn, lockRows, type Trx } from '../../db/dialect.ts';
import { isByReader } from '../../events/index.ts';

export interface AutomationMail {
  readonly enrollmentId: string;
  readonly step: string;
  readonly tenantId: string;
  readonly messageId: string;
}

/** Notes which mail each enrollment was sent. A second mail of one step to one enrollment makes the transaction fail. */
export async function insertMails(trx: Trx, mails: readonly AutomationMail[]): Promise<void> {
  const rows = mails.map((mail) => ({
    enrollment_id: mail.enrollmentId,
    step: mail.step,
    tenant_id: mail.tenantId,
    message_id: mail.messageId,
  }));
  await insertMany(trx, 'automation_mails', rows);
}

export interface MailEventFilter {
  readonly enrollmentIds: readonly string[];
  readonly event: string;
  /** Id of the step whose mail counts; any step by default. */
  readonly step?: string | undefined;
}

/** Returns those whose mail has had an event, at any time; an open or click by a program is none. */
export async function findEnrollmentsWithEvent(trx: Trx, { enrollmentIds, event, step }: MailEventFilter): Promise<ReadonlySet<string>> {
  const query = trx
    .selectFrom('automation_mails as m')
    .innerJoin('events as e', 'e.message_id', 'm.message_id')
    .select('m.enrollment_id')
    .distinct()
    .where((eb) => isIn(trx, eb.ref('m.enrollment_id'), enrollmentIds))
    .where('e.type', '=', event)
    .where(isByReader(trx, 'e'));
  const rows = await (step === undefined ? query : query.where('m.step', '=', step)).execute();
  return new Set(rows.map(({ enrollment_id }) => enrollment_id));
}

/** Makes those due who wait for one of the events that messages had; returns their automations. */
export async function wakeWaiting(
  trx: Trx,
  { messageIds, events, now }: { messageIds: readonly string[]; events: readonly string[]; now: number },
): Promise<string[]> {
  const mails = await trx
    .selectFrom('automation_mails')
    .select('enrollment_id')
    .where((eb) => isIn(trx, eb.ref('message_id'), messageIds))
    .execute();
  if (mails.length === 0) return [];
  const ids = [...new Set(mails.map(({ enrollment_id }) => enrollment_id))];
  // The rows are locked before they are read: a wait that begins at the same time is then seen here, or sees the event itself.
  await trx
    .selectFrom('automation_enrollments')
    .select('id')
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'automation_enrollments'))
    .execute();
  const woken = await trx
    .updateTable('automation_enrollments')
    .set({ next_run_at: now })
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('next_run_at', '>', now)
    .where((eb) => isIn(trx, eb.ref('waits_for').$notNull(), events))
    .returning('automation_id')
    .execute();
  return woken.map(({ automation_id }) => automation_id);
}

import type { Kysely } from 'kysely';
import { sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { withinScanTime } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isByReader } from '../../events/index.ts';

// Each of these reads all rows of an automation, so they take `db.scan`.

/** Counts the enrollments by state and by the step that they are at, or have ended at. */
export async function countByStep(db: Kysely<Schema>, { tenantId, id }: ObjectRef) {
  return db
    .selectFrom('automation_enrollments as n')
    .select(['n.current_step as step', 'n.status'])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('n.automation_id', '=', id)
    .where('n.tenant_id', '=', tenantId)
    .where(withinScanTime(db, 'n'))
    .groupBy(['n.current_step', 'n.status'])
    .execute();
}

const mails = (db: Kysely<Schema>, { tenantId, id }: ObjectRef) =>
  db
    .selectFrom('automation_enrollments as n')
    .innerJoin('automation_mails as a', 'a.enrollment_id', 'n.id')
    .innerJoin('messages as m', 'm.id', 'a.message_id')
    .where('n.automation_id', '=', id)
    .where('n.tenant_id', '=', tenantId);

/** Counts the mails by step and state. */
export async function countMails(db: Kysely<Schema>, ref: ObjectRef) {
  const sent = sql<number>`case when m.sent_at is null then 0 else 1 end`;
  return mails(db, ref)
    .select(['a.step', 'm.status', sent.as('sent')])
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where(withinScanTime(db, 'm'))
    .groupBy(['a.step', 'm.status', sent])
    .execute();
}

/** Counts the events of the mails by step and type, and their contacts, without opens and clicks by programs. */
export async function countMailEvents(db: Kysely<Schema>, ref: ObjectRef) {
  return mails(db, ref)
    .innerJoin('events as e', 'e.message_id', 'm.id')
    .select(['a.step', 'e.type'])
    .select((eb) => [eb.fn.countAll<number>().as('count'), eb.fn.count<number>('n.contact_id').distinct().as('contacts')])
    .where(withinScanTime(db, 'e'))
    .where(isByReader(db, 'e'))
    .groupBy(['a.step', 'e.type'])
    .execute();
}

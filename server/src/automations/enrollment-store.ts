import type { EnrollmentStatus, ExitReason } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../db/keyset.ts';
import type { EnrollmentRow, Schema } from '../db/schema.ts';
import type { Enrollment } from './automation.ts';

/** Safe because only the statements of this file write them. */
const readStatus = (stored: string) => stored as EnrollmentStatus;
const readSource = (stored: string) => stored as Enrollment['source'];
const readReason = (stored: string | null) => stored as ExitReason | null;

export const fromRow = (row: EnrollmentRow): Enrollment => ({
  id: row.id,
  tenantId: row.tenant_id,
  automationId: row.automation_id,
  contactId: row.contact_id,
  status: readStatus(row.status),
  source: readSource(row.source),
  currentStep: row.current_step,
  nextRunAt: row.next_run_at,
  waitsUntil: row.waits_until,
  waitsFor: row.waits_for,
  exitReason: readReason(row.exit_reason),
  error: row.error,
  tries: row.tries,
  createdAt: row.created_at,
  updatedAt: row.updated_at,
  completedAt: row.completed_at,
});

/** Somebody who is to go through an automation from its first step on. */
export interface NewEnrollment {
  readonly id: string;
  readonly tenantId: string;
  readonly automationId: string;
  readonly contactId: string;
  readonly source: Enrollment['source'];
  readonly firstStep: string;
  readonly at: number;
}

const NEW_COLUMNS = {
  id: 'text',
  tenant_id: 'text',
  automation_id: 'text',
  contact_id: 'text',
  source: 'text',
  current_step: 'text',
  created_at: 'bigint',
} as const;

/** Enrolls contacts, each once ever; answers those who were not enrolled before. */
export async function insertEnrollments(trx: Trx, dialect: Dialect, enrollments: readonly NewEnrollment[]): Promise<Enrollment[]> {
  if (enrollments.length === 0) return [];
  const rows = enrollments.map(({ id, tenantId, automationId, contactId, source, firstStep, at }) => ({
    id,
    tenant_id: tenantId,
    automation_id: automationId,
    contact_id: contactId,
    source,
    current_step: firstStep,
    created_at: at,
  }));
  const columns = [...(Object.keys(NEW_COLUMNS) as (keyof typeof NEW_COLUMNS)[]), 'status', 'tries', 'updated_at', 'next_run_at'] as const;
  const inserted = await trx
    .insertInto('automation_enrollments')
    .columns(columns)
    .expression(
      (eb) =>
        eb
          .selectFrom(dialect.values(NEW_COLUMNS, rows))
          .select([
            'v.id',
            'v.tenant_id',
            'v.automation_id',
            'v.contact_id',
            'v.source',
            'v.current_step',
            'v.created_at',
            sql`'active'`.as('status'),
            sql`0`.as('tries'),
            sql`v.created_at`.as('updated_at'),
            sql`v.created_at`.as('next_run_at'),
          ])
          // Without a condition the conflict clause would be read as that of a join.
          .where(sql<boolean>`1 = 1`) as never,
    )
    .onConflict((conflict) => conflict.columns(['automation_id', 'contact_id']).doNothing())
    .returningAll()
    .execute();
  return inserted.map(fromRow);
}

export interface EnrollmentKey {
  readonly tenantId: string;
  readonly automationId: string;
  readonly id: string;
}

export async function findEnrollment(db: Kysely<Schema>, { tenantId, automationId, id }: EnrollmentKey): Promise<Enrollment | undefined> {
  const row = await db
    .selectFrom('automation_enrollments')
    .selectAll()
    .where('id', '=', id)
    .where('automation_id', '=', automationId)
    .where('tenant_id', '=', tenantId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** The enrollment of a contact in an automation, both of which the tenant is known to have. */
export async function findEnrollmentOf(
  db: Kysely<Schema>,
  { automationId, contactId }: { automationId: string; contactId: string },
): Promise<Enrollment | undefined> {
  const row = await db
    .selectFrom('automation_enrollments')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where('contact_id', '=', contactId)
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Newest first, one more than the page. */
export async function listEnrollments(
  db: Kysely<Schema>,
  { tenantId, automationId }: { tenantId: string; automationId: string },
  { status, ...page }: KeysetRequest & { readonly status?: EnrollmentStatus | undefined },
): Promise<EnrollmentRow[]> {
  const all = db
    .selectFrom('automation_enrollments')
    .selectAll()
    .where('automation_id', '=', automationId)
    .where('tenant_id', '=', tenantId);
  return (status === undefined ? all : all.where('status', '=', status)).$call(newestFirst(page)).execute();
}

/** Cancels what is still active of an automation, at most so many, and answers how many. */
export async function cancelActive(
  trx: Trx,
  { automationId, reason, at, limit }: { automationId: string; reason: ExitReason; at: number; limit: number },
): Promise<number> {
  const cancelled = await trx
    .updateTable('automation_enrollments')
    .set({
      status: 'cancelled',
      exit_reason: reason,
      next_run_at: null,
      waits_until: null,
      waits_for: null,
      updated_at: at,
      completed_at: at,
    })
    .where('id', 'in', (eb) =>
      eb
        .selectFrom('automation_enrollments')
        .select('id')
        .where('automation_id', '=', automationId)
        .where('next_run_at', 'is not', null)
        .limit(limit),
    )
    .returning('id')
    .execute();
  return cancelled.length;
}

/** Ends one that is active; undefined where it is not. */
export async function cancelOne(trx: Trx, { tenantId, automationId, id }: EnrollmentKey, at: number): Promise<Enrollment | undefined> {
  const row = await trx
    .updateTable('automation_enrollments')
    .set({
      status: 'cancelled',
      exit_reason: 'cancelled',
      next_run_at: null,
      waits_until: null,
      waits_for: null,
      updated_at: at,
      completed_at: at,
    })
    .where('id', '=', id)
    .where('automation_id', '=', automationId)
    .where('tenant_id', '=', tenantId)
    .where('next_run_at', 'is not', null)
    .returningAll()
    .executeTakeFirst();
  return row === undefined ? undefined : fromRow(row);
}

/** Removes enrollments of an automation with what is known of their mails, at most so many, and answers how many. */
export async function deleteEnrollments(trx: Trx, dialect: Dialect, { automationId, limit }: { automationId: string; limit: number }) {
  const deleted = await trx
    .deleteFrom('automation_enrollments')
    .where('id', 'in', (eb) => eb.selectFrom('automation_enrollments').select('id').where('automation_id', '=', automationId).limit(limit))
    .returning('id')
    .execute();
  await deleteMails(
    trx,
    dialect,
    deleted.map(({ id }) => id),
  );
  return deleted.length;
}

export interface AutomationMail {
  readonly enrollmentId: string;
  readonly step: string;
  readonly tenantId: string;
  readonly messageId: string;
}

/** Notes what was sent to whom: a second mail of one step to one enrollment breaks the transaction. */
export async function insertMails(trx: Trx, dialect: Dialect, mails: readonly AutomationMail[]): Promise<void> {
  const rows = mails.map((mail) => ({
    enrollment_id: mail.enrollmentId,
    step: mail.step,
    tenant_id: mail.tenantId,
    message_id: mail.messageId,
  }));
  await dialect.insertMany(trx, 'automation_mails', rows);
}

async function deleteMails(trx: Trx, dialect: Dialect, enrollmentIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('automation_mails')
    .where((eb) => dialect.isIn(eb.ref('enrollment_id'), enrollmentIds))
    .execute();
}

/** The automations that contacts are or were in. */
export async function findAutomationsOf(trx: Trx, dialect: Dialect, contactIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('automation_enrollments')
    .select('automation_id')
    .distinct()
    .where((eb) => dialect.isIn(eb.ref('contact_id'), contactIds))
    .execute();
  return rows.map(({ automation_id }) => automation_id);
}

/** Removes the enrollments of contacts and answers what they were. */
export async function deleteEnrollmentsOf(trx: Trx, dialect: Dialect, contactIds: readonly string[]): Promise<Enrollment[]> {
  const deleted = await trx
    .deleteFrom('automation_enrollments')
    .where((eb) => dialect.isIn(eb.ref('contact_id'), contactIds))
    .returningAll()
    .execute();
  await deleteMails(
    trx,
    dialect,
    deleted.map(({ id }) => id),
  );
  return deleted.map(fromRow);
}

import type { EnrollmentStatus, ExitReason } from '@posthorn/contract';
import { type Kysely, sql } from 'kysely';
import { chunk } from '../../core/chunk.ts';
import { type Trx, valuesTable } from '../../db/dialect.ts';
import { type KeysetRequest, newestFirst } from '../../db/keyset.ts';
import type { EnrollmentRow, Schema } from '../../db/schema.ts';
import type { Enrollment } from '../automation.ts';

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

/** An enrollment to be made, which begins at the first step. */
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

/** Rows of one statement, since a hundred contacts may be enrolled in a hundred automations at once. */
const AT_ONCE = 500;

/** Enrolls contacts, each once ever; returns those who were not enrolled before. */
export async function insertEnrollments(trx: Trx, enrollments: readonly NewEnrollment[]): Promise<Enrollment[]> {
  const added: Enrollment[] = [];
  for (const some of chunk(enrollments, AT_ONCE)) added.push(...(await insertSome(trx, some)));
  return added;
}

async function insertSome(trx: Trx, enrollments: readonly NewEnrollment[]): Promise<Enrollment[]> {
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
          .selectFrom(valuesTable(trx, NEW_COLUMNS, rows))
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

/** Returns the enrollment of a contact in an automation. Both must be known to be the tenant's. */
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

/** An enrollment, and the address of its contact. */
export interface ListedEnrollment extends Enrollment {
  readonly email: string;
}

/** Returns the enrollments of a page, newest first, and one more where there are more. */
export async function listEnrollments(
  db: Kysely<Schema>,
  { tenantId, automationId }: { tenantId: string; automationId: string },
  { status, ...page }: KeysetRequest & { readonly status?: EnrollmentStatus | undefined },
): Promise<ListedEnrollment[]> {
  const all = db
    .selectFrom('automation_enrollments')
    .selectAll()
    .select(({ selectFrom, ref }) =>
      selectFrom('contacts')
        .select('contacts.email')
        .where('contacts.id', '=', ref('automation_enrollments.contact_id'))
        .$asScalar()
        // Safe because deleting a contact also deletes its enrollments.
        .$notNull()
        .as('email'),
    )
    .where('automation_id', '=', automationId)
    .where('tenant_id', '=', tenantId);
  const rows = await (status === undefined ? all : all.where('status', '=', status)).$call(newestFirst(page)).execute();
  return rows.map((row) => ({ ...fromRow(row), email: row.email }));
}

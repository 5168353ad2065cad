import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { fromValues, isIn, lockRows, type Trx, valuesTable } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import { isActiveTenant } from '../../tenants/index.ts';
import type { Enrollment } from '../automation.ts';
import { fromRow } from '../enrollments/enrollment-store.ts';

/** An active automation with due enrollments, and the version of its tenant's settings. */
export interface DueAutomation extends ObjectRef {
  readonly version: number;
}

export interface DueRequest {
  readonly now: number;
  /** Ids of the automations to consider; all by default. */
  readonly only?: readonly string[] | undefined;
}

/** Finds the active automations with due enrollments, of tenants that are not suspended, by one look into an index for each. */
export async function findDueAutomations(db: Kysely<Schema>, { now, only }: DueRequest): Promise<DueAutomation[]> {
  const rows = await db
    .selectFrom('automations as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .innerJoin('tenant_meters as m', 'm.tenant_id', 'a.tenant_id')
    .select(['a.id', 'a.tenant_id', 'm.version'])
    .$if(only !== undefined, (query) => query.where((eb) => isIn(db, eb.ref('a.id'), only ?? [])))
    .where('a.status', '=', sql.lit('active'))
    .where(isActiveTenant('t'))
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('automation_enrollments as e').select('e.id').whereRef('e.automation_id', '=', 'a.id').where('e.next_run_at', '<=', now),
      ),
    )
    .execute();
  return rows.map((row) => ({ id: row.id, tenantId: row.tenant_id, version: row.version }));
}

/** Returns when an enrollment of an active automation is next due; null where none is. */
export async function nextRunAt(db: Kysely<Schema>): Promise<number | null> {
  const rows = await db
    .selectFrom('automations as a')
    .innerJoin('tenants as t', 't.id', 'a.tenant_id')
    .select(({ selectFrom }) =>
      selectFrom('automation_enrollments as e')
        .select('e.next_run_at')
        .whereRef('e.automation_id', '=', 'a.id')
        .where('e.next_run_at', 'is not', null)
        .orderBy('e.next_run_at')
        .limit(1)
        .as('next_run_at'),
    )
    .where('a.status', '=', sql.lit('active'))
    .where(isActiveTenant('t'))
    .execute();
  const times = rows.flatMap(({ next_run_at }) => next_run_at ?? []);
  return times.length === 0 ? null : times.reduce((one, other) => Math.min(one, other));
}

/** An enrollment whose next step is due. */
export interface DueEnrollment {
  readonly id: string;
  readonly contactId: string;
  readonly step: string;
}

/** Returns the enrollments of an automation that are longest overdue, at most `limit`. */
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

/** Locks and returns those of the enrollments that are still due at a step. */
export async function lockDue(trx: Trx, { ids, step, now }: { ids: readonly string[]; step: string; now: number }): Promise<Enrollment[]> {
  const rows = await trx
    .selectFrom('automation_enrollments')
    .selectAll()
    .where((eb) => isIn(trx, eb.ref('id'), ids))
    .where('current_step', '=', step)
    .where('next_run_at', '<=', now)
    .orderBy('id')
    .modifyEnd(lockRows(trx, 'wait', 'automation_enrollments'))
    .execute();
  return rows.map(fromRow);
}

const MOVED = {
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
/** Safe because these are its keys. */
const MOVED_COLUMNS = Object.keys(MOVED) as (keyof typeof MOVED)[];

/** Writes where locked enrollments are now. */
export async function writeMoves(trx: Trx, moved: readonly Enrollment[]): Promise<void> {
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
  await trx
    .updateTable('automation_enrollments')
    .from(valuesTable(trx, { id: 'text', ...MOVED }, rows))
    .set(fromValues(...MOVED_COLUMNS))
    .whereRef('automation_enrollments.id', '=', 'v.id')
    .execute();
}

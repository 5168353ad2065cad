import { type Kysely, sql } from 'kysely';
import type { ObjectRef } from '../../core/request/context.ts';
import { isIn, type Trx } from '../../db/dialect.ts';
import type { Schema } from '../../db/schema.ts';
import type { Enrollment } from '../automation.ts';
import { fromRow } from './enrollment-store.ts';

/** Stands in place of a tenant's id for an automation that is being deleted and belongs to no tenant any more. */
const NOBODY = '';

/**
 * Detaches an automation from its tenant, for whom it disappears at once, however many enrollments are still to be removed. Returns whether
 * it existed.
 */
export async function disownAutomation(trx: Trx, { tenantId, id }: ObjectRef): Promise<boolean> {
  const disowned = await trx
    .updateTable('automations')
    .set({ tenant_id: NOBODY, status: 'archived' })
    .where('id', '=', id)
    .where('tenant_id', '=', tenantId)
    .returning('id')
    .executeTakeFirst();
  return disowned !== undefined;
}

/** Finds archived automations with active enrollments, left by calls that broke off. */
export async function listUnfinished(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db
    .selectFrom('automations')
    .select('id')
    .where('status', '=', sql.lit('archived'))
    .where('active_count', '>', sql.lit(0))
    .limit(limit)
    .execute();
  return rows.map(({ id }) => id);
}

/** Finds automations whose deletion broke off before all enrollments were removed. */
export async function listDisowned(db: Kysely<Schema>, limit: number): Promise<string[]> {
  const rows = await db.selectFrom('automations').select('id').where('tenant_id', '=', NOBODY).limit(limit).execute();
  return rows.map(({ id }) => id);
}

export async function deleteDisowned(trx: Trx, id: string): Promise<void> {
  await trx.deleteFrom('automations').where('id', '=', id).where('tenant_id', '=', NOBODY).execute();
}

async function deleteMails(trx: Trx, enrollmentIds: readonly string[]): Promise<void> {
  await trx
    .deleteFrom('automation_mails')
    .where((eb) => isIn(trx, eb.ref('enrollment_id'), enrollmentIds))
    .execute();
}

/** Removes enrollments of an automation with the notes of their mails, at most `limit`; returns how many. */
export async function deleteEnrollments(trx: Trx, { automationId, limit }: { automationId: string; limit: number }) {
  const deleted = await trx
    .deleteFrom('automation_enrollments')
    .where('id', 'in', (eb) => eb.selectFrom('automation_enrollments').select('id').where('automation_id', '=', automationId).limit(limit))
    .returning('id')
    .execute();
  await deleteMails(
    trx,
    deleted.map(({ id }) => id),
  );
  return deleted.length;
}

/** Finds the automations that contacts are or were in. */
export async function findAutomationsOf(trx: Trx, contactIds: readonly string[]): Promise<string[]> {
  const rows = await trx
    .selectFrom('automation_enrollments')
    .select('automation_id')
    .distinct()
    .where((eb) => isIn(trx, eb.ref('contact_id'), contactIds))
    .execute();
  return rows.map(({ automation_id }) => automation_id);
}

/** Removes the enrollments of contacts and returns what they were. */
export async function deleteEnrollmentsOf(trx: Trx, contactIds: readonly string[]): Promise<Enrollment[]> {
  const deleted = await trx
    .deleteFrom('automation_enrollments')
    .where((eb) => isIn(trx, eb.ref('contact_id'), contactIds))
    .returningAll()
    .execute();
  await deleteMails(
    trx,
    deleted.map(({ id }) => id),
  );
  return deleted.map(fromRow);
}

import { sql } from 'kysely';
import { isIn, lockRows, type Trx, valuesTable } from '../db/dialect.ts';

/**
 * Reserves milliseconds of a tenant's message log for the caller alone, with all positions in them; returns the first, or undefined for a
 * deleted tenant.
 */
export async function reserveLogTimes(
  trx: Trx,
  { tenantId, count, now }: { tenantId: string; count: number; now: number },
): Promise<number | undefined> {
  const first = sql`case when last_message_at >= ${now} then last_message_at + 1 else ${now} end`;
  const row = await trx
    .updateTable('tenant_meters')
    .set({ last_message_at: sql`${first} + ${count - 1}` })
    .where('tenant_id', '=', tenantId)
    .returning('last_message_at')
    .executeTakeFirst();
  return row && row.last_message_at - count + 1;
}

/** A log whose times are unique within a tenant, and whose last time is stored in the meter. */
export type LogTime = 'last_suppression_at' | 'last_inbound_at';

/** Locks the meters of tenants and returns the last `created_at` of one of their logs; a deleted tenant is absent. */
export async function lockLogTimes(
  trx: Trx,
  { log, tenantIds }: { log: LogTime; tenantIds: readonly string[] },
): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select(['tenant_id', `${log} as last_at`])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, 'wait', 'tenant_meters'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.last_at]));
}

/** Writes the last `created_at` of a log into locked meters. */
export async function writeLogTimes(trx: Trx, { log, times }: { log: LogTime; times: ReadonlyMap<string, number> }): Promise<void> {
  const rows = [...times].map(([tenant_id, last_at]) => ({ tenant_id, last_at }));
  await trx
    .updateTable('tenant_meters')
    .from(valuesTable(trx, { tenant_id: 'text', last_at: 'bigint' }, rows))
    .set(log, sql`v.last_at`)
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id')
    .execute();
}

import { sql } from 'kysely';
import type { Dialect, Trx } from '../db/dialect.ts';

/** A tenant's gate: whoever holds its row has exact order, limits and settings. */
export interface Meter {
  readonly version: number;
  /** The last `created_at` of the message log. */
  lastMessageAt: number;
}

/** Locks the meters of tenants, by id so that two processes cannot wait for each other; `skip` leaves out held ones. */
export async function lockMeters(
  trx: Trx,
  dialect: Dialect,
  { tenantIds, mode }: { tenantIds: readonly string[]; mode: 'wait' | 'skip' },
): Promise<Map<string, Meter>> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select(['tenant_id', 'version', 'last_message_at'])
    .where((eb) => dialect.isIn(eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(dialect.lockRows(mode, 'tenant_meters'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, { version: row.version, lastMessageAt: row.last_message_at }]));
}

/** Writes locked meters back. */
export async function writeMeters(trx: Trx, dialect: Dialect, meters: ReadonlyMap<string, Meter>): Promise<void> {
  const columns = { tenant_id: 'text', last_message_at: 'bigint' } as const;
  const rows = [...meters].map(([tenant_id, { lastMessageAt }]) => ({ tenant_id, last_message_at: lastMessageAt }));
  await trx
    .updateTable('tenant_meters')
    .from(dialect.values(columns, rows))
    .set({ last_message_at: sql`v.last_message_at` })
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id')
    .execute();
}

/** Locks the meters of tenants and answers the last `created_at` of their suppression lists. */
export async function lockSuppressionTimes(trx: Trx, dialect: Dialect, tenantIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select(['tenant_id', 'last_suppression_at'])
    .where((eb) => dialect.isIn(eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(dialect.lockRows('wait', 'tenant_meters'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, row.last_suppression_at]));
}

/** Writes the last `created_at` of suppression lists into locked meters. */
export async function writeSuppressionTimes(trx: Trx, dialect: Dialect, times: ReadonlyMap<string, number>): Promise<void> {
  const columns = { tenant_id: 'text', last_suppression_at: 'bigint' } as const;
  const rows = [...times].map(([tenant_id, last_suppression_at]) => ({ tenant_id, last_suppression_at }));
  await trx
    .updateTable('tenant_meters')
    .from(dialect.values(columns, rows))
    .set({ last_suppression_at: sql`v.last_suppression_at` })
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id')
    .execute();
}

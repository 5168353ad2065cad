import type { Kysely } from 'kysely';
import { fromValues, isIn, lockRows, runUnanswered, type Trx, valuesTable } from '../db/dialect.ts';
import type { Schema, TenantMeterRow } from '../db/schema.ts';
import { changedBytes } from '../storage/store.ts';

/** The part of a tenant that admission needs: whoever locks its row sees the exact order, limits and settings. */
export interface Meter {
  readonly tenantId: string;
  readonly version: number;
  /** The last `created_at` of the message log. */
  lastMessageAt: number;
  /** The last `created_at` of the log of simulated events. */
  lastTestEventAt: number;
  /** Admitted requests of the last minute, oldest first: when, and how many. */
  rateHits: readonly (readonly [at: number, count: number])[];
  /** Emails counted in the buckets from `dayFrom` on. */
  dayUsed: number;
  dayFrom: number;
  monthUsed: number;
  monthFrom: number;
  /** Prepaid emails left, true until `creditsExpireAt` (see `settleCredits`). */
  creditsBalance: number;
  creditsExpireAt: number | null;
  /** Bytes that the tenant keeps, but for those in `changedBytes`. */
  keptBytes: number;
  /** About as many more, or less: what was not added yet when the row was found. */
  changedBytes: number;
  /** Contacts, whatever their status. */
  readonly contactCount: number;
}

/** Returns the bytes that a tenant keeps. */
export const storedBytes = ({ keptBytes, changedBytes }: Meter): number => keptBytes + changedBytes;

/** The meter of a tenant that has not sent yet, as stored. */
export const UNUSED_METER = {
  last_message_at: 0,
  last_test_event_at: 0,
  last_suppression_at: 0,
  last_inbound_at: 0,
  rate_hits: '[]',
  day_used: 0,
  day_from: 0,
  month_used: 0,
  month_from: 0,
  contact_count: 0,
  kept_bytes: 0,
  received_bytes: 0,
  credits_balance: 0,
  credits_expire_at: null,
};

/** What is written back to a locked meter. */
const WRITTEN_COLUMNS = [
  'last_message_at',
  'last_test_event_at',
  'rate_hits',
  'day_used',
  'day_from',
  'month_used',
  'month_from',
  'credits_balance',
  'credits_expire_at',
  'kept_bytes',
] as const;

const METER_COLUMNS = ['tenant_id', 'version', 'contact_count', ...WRITTEN_COLUMNS] as const satisfies readonly (keyof TenantMeterRow)[];

const toMeter = (row: Pick<TenantMeterRow, (typeof METER_COLUMNS)[number]> & { readonly changed_bytes: number }): Meter => ({
  tenantId: row.tenant_id,
  version: row.version,
  lastMessageAt: row.last_message_at,
  lastTestEventAt: row.last_test_event_at,
  rateHits: JSON.parse(row.rate_hits),
  dayUsed: row.day_used,
  dayFrom: row.day_from,
  monthUsed: row.month_used,
  monthFrom: row.month_from,
  creditsBalance: row.credits_balance,
  creditsExpireAt: row.credits_expire_at,
  keptBytes: row.kept_bytes,
  changedBytes: row.changed_bytes,
  contactCount: row.contact_count,
});

/** Locks the meters of tenants, by id so that two processes cannot wait for each other; `skip` leaves out held ones. */
export async function lockMeters(
  trx: Trx,
  { tenantIds, mode }: { tenantIds: readonly string[]; mode: 'wait' | 'skip' },
): Promise<Map<string, Meter>> {
  const rows = await trx
    .selectFrom('tenant_meters')
    .select([...METER_COLUMNS, changedBytes('kept').as('changed_bytes')])
    .where((eb) => isIn(trx, eb.ref('tenant_id'), tenantIds))
    .orderBy('tenant_id')
    .modifyEnd(lockRows(trx, mode, 'tenant_meters'))
    .execute();
  return new Map(rows.map((row) => [row.tenant_id, toMeter(row)]));
}

/** Returns the meter of a tenant without locking it. */
export async function findMeter(db: Kysely<Schema>, tenantId: string): Promise<Meter | undefined> {
  const query = db.selectFrom('tenant_meters').select([...METER_COLUMNS, changedBytes('kept').as('changed_bytes')]);
  const row = await query.where('tenant_id', '=', tenantId).executeTakeFirst();
  return row && toMeter(row);
}

const COLUMNS = {
  tenant_id: 'text',
  last_message_at: 'bigint',
  last_test_event_at: 'bigint',
  rate_hits: 'text',
  day_used: 'bigint',
  day_from: 'bigint',
  month_used: 'bigint',
  month_from: 'bigint',
  credits_balance: 'bigint',
  credits_expire_at: 'bigint',
  kept_bytes: 'bigint',
} as const;

/** Writes locked meters back. */
export async function writeMeters(trx: Trx, meters: Iterable<Meter>): Promise<void> {
  const rows = [...meters].map((meter) => ({
    tenant_id: meter.tenantId,
    last_message_at: meter.lastMessageAt,
    last_test_event_at: meter.lastTestEventAt,
    rate_hits: JSON.stringify(meter.rateHits),
    day_used: meter.dayUsed,
    day_from: meter.dayFrom,
    month_used: meter.monthUsed,
    month_from: meter.monthFrom,
    credits_balance: meter.creditsBalance,
    credits_expire_at: meter.creditsExpireAt,
    kept_bytes: meter.keptBytes,
  }));
  const update = trx
    .updateTable('tenant_meters')
    .from(valuesTable(trx, COLUMNS, rows))
    .set(fromValues(...WRITTEN_COLUMNS))
    .whereRef('tenant_meters.tenant_id', '=', 'v.tenant_id');
  await runUnanswered(trx, update.compile());
}

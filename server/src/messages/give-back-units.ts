import type { Dialect, Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import { addToBuckets, countApart, refund } from '../quota/index.ts';
import { findTenantsOnPlan, type Meter } from '../tenants/index.ts';

const isTest = (row: MessageRow) => row.test_mode === 1;

/** Mail of broadcasts and automations has taken no unit. */
const isCounted = (row: MessageRow) => row.broadcast_id === null && row.automation_id === null;

/** Gives back what emails were counted as that nothing was sent of: units, what they count as apart, prepaid emails. */
export async function giveBackUnits(
  trx: Trx,
  dialect: Dialect,
  { unsent, meters }: { unsent: readonly MessageRow[]; meters: ReadonlyMap<string, Meter> },
): Promise<void> {
  const counted = unsent.filter(isCounted);
  if (counted.length === 0) return;
  const billed = counted.filter((row) => !isTest(row)).map((row) => row.tenant_id);
  const prepaid = await findTenantsOnPlan(trx, dialect, { plan: 'credits', tenantIds: billed });
  const additions = counted.flatMap((row) => {
    const meter = meters.get(row.tenant_id);
    if (meter === undefined) return [];
    if (!isTest(row) && prepaid.has(row.tenant_id)) meter.creditsBalance += 1;
    const apart = { test: isTest(row) ? -1 : 0, marketing: row.stream === 'marketing' ? -1 : 0 };
    return [...refund(meter, row.created_at), ...countApart(row.tenant_id, apart, row.created_at)];
  });
  await addToBuckets(trx, dialect, additions);
}

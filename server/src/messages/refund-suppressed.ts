import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import { addToBuckets, refund } from '../quota/index.ts';
import { type Meter, returnCredits } from '../tenants/index.ts';

/** Mail of broadcasts and automations has taken no unit. */
const isCounted = ({ broadcast_id: broadcastId, automation_id: automationId }: MessageRow) => broadcastId === null && automationId === null;

/** Gives back, into the locked meters of their tenants, what messages have taken that are not sent after all. */
export async function refundSuppressed(
  trx: Trx,
  { rows, meters, now }: { rows: readonly MessageRow[]; meters: ReadonlyMap<string, Meter>; now: number },
): Promise<void> {
  const refunds = rows.filter(isCounted).flatMap((row) => {
    const meter = meters.get(row.tenant_id);
    return meter === undefined
      ? []
      : [{ meter, acceptedAt: row.created_at, test: row.test_mode === 1, marketing: row.stream === 'marketing' }];
  });
  await addToBuckets(
    trx,
    refunds.flatMap(({ meter, ...unit }) => refund(meter, unit)),
  );
  const prepaid = Map.groupBy(
    refunds.filter(({ test }) => !test),
    ({ meter }) => meter,
  );
  await returnCredits(trx, { emails: new Map([...prepaid].map(([meter, units]) => [meter, units.length])), now });
}

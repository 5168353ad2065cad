import type { Trx } from '../../db/dialect.ts';
import { addToBuckets, refund } from '../../quota/index.ts';
import { type Meter, returnCredits } from '../../tenants/index.ts';
import type { Message } from '../message.ts';

/** Mail of broadcasts and automations has taken no unit. */
const isCounted = ({ broadcastId, automationId }: Message) => broadcastId === null && automationId === null;

/** Gives back, into the locked meters of their tenants, what messages have taken that are not sent after all. */
export async function refundSuppressed(
  trx: Trx,
  { messages, meters, now }: { messages: readonly Message[]; meters: ReadonlyMap<string, Meter>; now: number },
): Promise<void> {
  const refunds = messages.filter(isCounted).flatMap(({ tenantId, createdAt, testMode, stream }) => {
    const meter = meters.get(tenantId);
    return meter === undefined ? [] : [{ meter, acceptedAt: createdAt, test: testMode, marketing: stream === 'marketing' }];
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

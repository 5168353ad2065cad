import type { Trx } from '../../db/dialect.ts';
import type { Meter } from '../../meters/store.ts';
import { type BucketCount, refund } from '../../quota/index.ts';
import { type ReturnedCredits, returnCredits } from '../../tenants/index.ts';
import { CHARGES, type Message } from '../message.ts';

/** Returns whether a message was charged a unit of the quota. The release before did not store it, and charged all but mail of broadcasts and automations. */
const isCounted = ({ charge, broadcastId, automationId }: Message) =>
  charge === null ? broadcastId === null && automationId === null : charge === CHARGES.unit || charge === CHARGES.prepaid;

/** Returns whether a prepaid email was drawn for a message for certain, or only if its tenant's plan says so; undefined where none was. */
function prepaidBy({ charge, testMode }: Message): keyof ReturnedCredits | undefined {
  if (charge === null) return testMode ? undefined : 'byPlan';
  return charge === CHARGES.prepaid ? 'drawn' : undefined;
}

interface Refund {
  readonly meter: Meter;
  readonly message: Message;
}

/** Returns how many prepaid emails each tenant gets back. */
function countPrepaid(refunds: readonly Refund[]): Map<Meter, ReturnedCredits> {
  const emails = new Map<Meter, ReturnedCredits>();
  for (const { meter, message } of refunds) {
    const by = prepaidBy(message);
    const returned = emails.get(meter) ?? { drawn: 0, byPlan: 0 };
    if (by !== undefined) emails.set(meter, { ...returned, [by]: returned[by] + 1 });
  }
  return emails;
}

/**
 * Refunds in the locked meters of their tenants what was charged for messages that are not sent after all. Returns what the buckets lose,
 * which the caller adds to them once nothing else has to be locked: they come last in the order of locks.
 */
export async function refundSuppressed(
  trx: Trx,
  { messages, meters, now }: { messages: readonly Message[]; meters: ReadonlyMap<string, Meter>; now: number },
): Promise<readonly BucketCount[]> {
  const refunds = messages.filter(isCounted).flatMap((message): Refund[] => {
    const meter = meters.get(message.tenantId);
    return meter === undefined ? [] : [{ meter, message }];
  });
  const units = refunds.flatMap(({ meter, message: { createdAt, testMode, stream } }) =>
    refund(meter, { acceptedAt: createdAt, test: testMode, marketing: stream === 'marketing' }),
  );
  await returnCredits(trx, { emails: countPrepaid(refunds), now });
  return units;
}

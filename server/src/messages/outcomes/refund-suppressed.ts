import type { Trx } from '../../db/dialect.ts';
import { addToBuckets, refund } from '../../quota/index.ts';
import { type Meter, type ReturnedCredits, returnCredits } from '../../tenants/index.ts';
import { CHARGES, type Message } from '../message.ts';

/** Returns whether a message took a unit of the quota. The release before has not noted it: mail of broadcasts and automations took none. */
const isCounted = ({ charge, broadcastId, automationId }: Message) =>
  charge === null ? broadcastId === null && automationId === null : charge !== CHARGES.nothing;

/** Returns whether the prepaid email that a counted message took was drawn for sure, or if the plan of its tenant says so; undefined where it took none. */
function prepaidBy({ charge, testMode }: Message): keyof ReturnedCredits | undefined {
  if (charge === null) return testMode ? undefined : 'byPlan';
  return charge === CHARGES.prepaid ? 'drawn' : undefined;
}

interface Refund {
  readonly meter: Meter;
  readonly message: Message;
}

/** Returns how many prepaid emails come back to each tenant that has some. */
function countPrepaid(refunds: readonly Refund[]): Map<Meter, ReturnedCredits> {
  const emails = new Map<Meter, ReturnedCredits>();
  for (const { meter, message } of refunds) {
    const by = prepaidBy(message);
    const returned = emails.get(meter) ?? { drawn: 0, byPlan: 0 };
    if (by !== undefined) emails.set(meter, { ...returned, [by]: returned[by] + 1 });
  }
  return emails;
}

/** Gives back, into the locked meters of their tenants, what messages have taken that are not sent after all. */
export async function refundSuppressed(
  trx: Trx,
  { messages, meters, now }: { messages: readonly Message[]; meters: ReadonlyMap<string, Meter>; now: number },
): Promise<void> {
  const refunds = messages.filter(isCounted).flatMap((message): Refund[] => {
    const meter = meters.get(message.tenantId);
    return meter === undefined ? [] : [{ meter, message }];
  });
  const units = refunds.flatMap(({ meter, message: { createdAt, testMode, stream } }) =>
    refund(meter, { acceptedAt: createdAt, test: testMode, marketing: stream === 'marketing' }),
  );
  await addToBuckets(trx, units);
  await returnCredits(trx, { emails: countPrepaid(refunds), now });
}

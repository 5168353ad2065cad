import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import type { MessageEvent, RecordEvents } from '../events/index.ts';
import type { Platform } from '../platform.ts';
import { addToBuckets, refund } from '../quota/index.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';
import { type Claim, claimKey, lockClaimed } from './claim-store.ts';
import { applyReports, type Outcome } from './message-state.ts';
import { parseState } from './stored-message.ts';
import { placeInTestLog } from './test-log.ts';
import { settleMessages } from './write-store.ts';

/** What an attempt led to, said by the worker that holds the message. */
export interface ClaimedOutcome extends Claim {
  readonly tenantId: string;
  readonly outcome: Outcome;
}

/** Answers the keys of the claims whose outcome counted: those that still hold their message. */
export type ApplyOutcomes = (trx: Trx, outcomes: readonly ClaimedOutcome[]) => Promise<ReadonlySet<string>>;

const claimKeyOf = (row: MessageRow) => claimKey({ messageId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 });

/** Whether an outcome puts an address on the tenant's list or an event into its log of simulated ones, or gives a unit back. */
const touchesMeter = ({ outcome }: ClaimedOutcome) =>
  outcome.reports.some(({ type }) => ['bounce', 'complaint', 'delivery', 'suppressed'].includes(type));

/** A message with what an outcome made of it. */
interface Applied extends ReturnType<typeof applyReports> {
  readonly row: MessageRow;
  readonly at: number;
}

function apply(row: MessageRow, outcome: Outcome | undefined, now: number): Applied[] {
  if (outcome === undefined) return [];
  // A burst dates messages ahead of the clock; nothing happens to one before it was created.
  const at = Math.max(now, row.created_at);
  return [{ row, at, ...applyReports(parseState(row), outcome, at) }];
}

/** The unit of an email that nothing is sent of; mail of broadcasts and automations has taken none. */
function giveBack({ row, state }: Applied, meter: Meter | undefined): ReturnType<typeof refund> {
  const isCounted = row.broadcast_id === null && row.automation_id === null;
  return meter !== undefined && state.status === 'suppressed' && isCounted ? refund(meter, row.created_at) : [];
}

/** The one door for outcomes: state and events of a whole batch, in the caller's transaction. */
export function outcomeApplier({ db, clock, newId }: Platform, recordEvents: RecordEvents): ApplyOutcomes {
  const { dialect } = db;

  const toEvents = ({ row, state, events, at }: Applied, meter: Meter | undefined): MessageEvent[] =>
    events.map((event) =>
      placeInTestLog(
        {
          ...event,
          id: newId('evt', at),
          tenantId: row.tenant_id,
          messageId: row.id,
          providerMessageId: state.providerMessageId,
          testMode: row.test_mode === 1,
          contactId: row.contact_id,
          at,
        },
        meter,
      ),
    );

  return async (trx, outcomes) => {
    if (outcomes.length === 0) return new Set();
    const now = clock.now();
    // Meters before messages: whoever locks both takes them in this order.
    const gated = [...new Set(outcomes.filter(touchesMeter).map(({ tenantId }) => tenantId))];
    const meters = gated.length === 0 ? new Map<string, Meter>() : await lockMeters(trx, dialect, { tenantIds: gated, mode: 'wait' });
    const byClaim = new Map(outcomes.map((outcome) => [claimKey(outcome), outcome.outcome]));
    const held = await lockClaimed(trx, dialect, outcomes);
    const applied = held.flatMap((row) => apply(row, byClaim.get(claimKeyOf(row)), now));
    await settleMessages(
      trx,
      dialect,
      applied.map(({ row, state, at }) => ({ id: row.id, state, now: at })),
    );
    await recordEvents(
      trx,
      applied.flatMap((message) => toEvents(message, meters.get(message.row.tenant_id))),
    );
    await addToBuckets(
      trx,
      dialect,
      applied.flatMap((message) => giveBack(message, meters.get(message.row.tenant_id))),
    );
    if (meters.size > 0) await writeMeters(trx, dialect, meters.values());
    return new Set(held.map(claimKeyOf));
  };
}

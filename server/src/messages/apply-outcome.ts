import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import type { MessageEvent, RecordEvents } from '../events/index.ts';
import type { Platform } from '../platform.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';
import { type Claim, claimKey, lockClaimed } from './claim-store.ts';
import type { StateEvent } from './message.ts';
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

/** Whether an outcome puts an address on the tenant's list, or an event into its log of simulated ones. */
const touchesMeter = ({ outcome }: ClaimedOutcome) =>
  outcome.reports.some(({ type }) => ['bounce', 'complaint', 'delivery'].includes(type));

/** The one door for outcomes: state and events of a whole batch, in the caller's transaction. */
export function outcomeApplier({ db, clock, newId }: Platform, recordEvents: RecordEvents): ApplyOutcomes {
  const toEvent = (row: MessageRow, event: StateEvent, now: number): MessageEvent => ({
    ...event,
    id: newId('evt', now),
    tenantId: row.tenant_id,
    messageId: row.id,
    providerMessageId: row.provider_message_id,
    testMode: row.test_mode === 1,
    contactId: row.contact_id,
    at: now,
  });

  return async (trx, outcomes) => {
    if (outcomes.length === 0) return new Set();
    const now = clock.now();
    // Meters before messages: whoever locks both takes them in this order.
    const gated = [...new Set(outcomes.filter(touchesMeter).map(({ tenantId }) => tenantId))];
    const meters = gated.length === 0 ? new Map<string, Meter>() : await lockMeters(trx, db.dialect, { tenantIds: gated, mode: 'wait' });
    const byClaim = new Map(outcomes.map((outcome) => [claimKey(outcome), outcome.outcome]));
    const held = await lockClaimed(trx, db.dialect, outcomes);
    const changes = [];
    const events: MessageEvent[] = [];
    for (const row of held) {
      const outcome = byClaim.get(claimKeyOf(row));
      if (outcome === undefined) continue;
      // A burst dates messages ahead of the clock; nothing happens to one before it was created.
      const at = Math.max(now, row.created_at);
      const applied = applyReports(parseState(row), outcome, at);
      changes.push({ id: row.id, state: applied.state, now: at });
      const told = { ...row, provider_message_id: applied.state.providerMessageId };
      for (const event of applied.events) events.push(placeInTestLog(toEvent(told, event, at), meters.get(row.tenant_id)));
    }
    await settleMessages(trx, db.dialect, changes);
    await recordEvents(trx, events);
    if (meters.size > 0) await writeMeters(trx, db.dialect, meters.values());
    return new Set(held.map(claimKeyOf));
  };
}

import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import type { MessageEvent, RecordEvents } from '../events/index.ts';
import type { Platform } from '../platform.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';
import type { StateEvent } from './message.ts';
import { applyReports, type Outcome } from './message-state.ts';
import { type Claim, lockClaimed, parseState, settleMessages } from './store.ts';
import { placeInTestLog } from './test-log.ts';

/** What an attempt led to, said by the worker that holds the message. */
export interface ClaimedOutcome extends Claim {
  readonly outcome: Outcome;
  /** The tenant of a message in test mode, whose outcome goes into the log of simulated events. */
  readonly simulatedFor?: string;
}

/** Answers the ids of the messages whose outcome counted: those still held by the claim that it names. */
export type ApplyOutcomes = (trx: Trx, outcomes: readonly ClaimedOutcome[]) => Promise<ReadonlySet<string>>;

/** The one door for outcomes: state and events of a whole batch, in the caller's transaction. */
export function outcomeApplier({ db, clock, newId }: Platform, recordEvents: RecordEvents): ApplyOutcomes {
  const toEvent = (row: MessageRow, event: StateEvent, now: number): MessageEvent => ({
    ...event,
    id: newId('evt', now),
    tenantId: row.tenant_id,
    messageId: row.id,
    providerMessageId: row.provider_message_id,
    testMode: row.test_mode === 1,
    at: now,
  });

  return async (trx, outcomes) => {
    if (outcomes.length === 0) return new Set();
    const now = clock.now();
    const simulated = outcomes.flatMap(({ simulatedFor }) => (simulatedFor === undefined ? [] : [simulatedFor]));
    // Meters before messages: whoever locks both takes them in this order.
    const meters =
      simulated.length === 0
        ? new Map<string, Meter>()
        : await lockMeters(trx, db.dialect, { tenantIds: [...new Set(simulated)], mode: 'wait' });
    const byMessage = new Map(outcomes.map((outcome) => [outcome.messageId, outcome.outcome]));
    const held = await lockClaimed(trx, db.dialect, outcomes);
    const changes = [];
    const events: MessageEvent[] = [];
    for (const row of held) {
      const outcome = byMessage.get(row.id);
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
    return new Set(held.map(({ id }) => id));
  };
}

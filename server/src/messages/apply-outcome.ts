import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import type { MessageEvent, RecordEvents } from '../events/index.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';
import { applyAttempt, type Outcome } from './apply-attempt.ts';
import { applyReports, type FeedbackReport } from './apply-reports.ts';
import { type Claim, claimKey, lockClaimed } from './claim-store.ts';
import type { MessageState, StateEvent } from './message.ts';
import { movesOf, type OnMoved } from './message-move.ts';
import { refundSuppressed } from './refund-suppressed.ts';
import { parseState } from './stored-message.ts';
import { placeInTestLog } from './test-log.ts';
import { lockMessages, type StateChange, settleMessages, updateStates } from './write-store.ts';

/** What an attempt led to, said by the worker that holds the message. */
export interface ClaimedOutcome extends Claim {
  readonly tenantId: string;
  readonly outcome: Outcome;
}

/** Returns the keys of the claims whose outcome counted: those that still hold their message. */
export type ApplyOutcomes = (trx: Trx, outcomes: readonly ClaimedOutcome[]) => Promise<ReadonlySet<string>>;

/** What came by itself about a message that may be in nobody's hands. */
export interface Feedback {
  readonly tenantId: string;
  readonly messageId: string;
  readonly reports: readonly FeedbackReport[];
}

/** Takes any message as it finds it; one that is gone is passed over. */
export type ApplyFeedback = (trx: Trx, feedback: readonly Feedback[]) => Promise<void>;

interface Applied {
  /** Undefined where it stays as it is. */
  readonly state: MessageState | undefined;
  readonly events: readonly StateEvent[];
}

/** Batches of outcomes, as far as the door looks at them. */
interface Batch {
  readonly tenantId: string;
  readonly reports: readonly { readonly type: string }[];
}

const claimKeyOf = (row: MessageRow) => claimKey({ messageId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 });

const GATED = ['bounce', 'complaint', 'delivery', 'suppressed'];

/** Whether reports put an address on the tenant's list or an event into its log of simulated ones, or give a unit back. */
const touchesMeter = ({ reports }: Batch) => reports.some(({ type }) => GATED.includes(type));

/** Where there are no broadcasts, nobody hears of what becomes of their messages. */
const NOBODY: OnMoved = async () => undefined;

const stagesOf = (changes: readonly StateChange[]) =>
  new Map(changes.map(({ id, state }) => [id, { status: state.status, sent_at: state.sentAt }]));

/** The one door for outcomes: state and events of a whole batch, in the caller's transaction. */
function outcomeDoor({ clock, newId }: AppContext, recordEvents: RecordEvents) {
  const toEvent = (row: MessageRow, event: StateEvent, at: number): MessageEvent => ({
    ...event,
    id: newId('evt', at),
    tenantId: row.tenant_id,
    messageId: row.id,
    providerMessageId: row.provider_message_id,
    testMode: row.test_mode === 1,
    contactId: row.contact_id,
    at,
  });

  /** Meters before messages: whoever locks both takes them in this order. */
  async function lockGates(trx: Trx, batches: readonly Batch[]): Promise<Map<string, Meter>> {
    const tenantIds = [...new Set(batches.filter(touchesMeter).map(({ tenantId }) => tenantId))];
    return tenantIds.length === 0 ? new Map() : lockMeters(trx, { tenantIds, mode: 'wait' });
  }

  /** Works out the next state of locked rows; those that nothing is said of stay as they are. */
  function applyTo(rows: readonly MessageRow[], meters: Map<string, Meter>, apply: (row: MessageRow, at: number) => Applied | undefined) {
    const now = clock.now();
    const changes: StateChange[] = [];
    const events: MessageEvent[] = [];
    for (const row of rows) {
      // A burst dates messages ahead of the clock; nothing happens to one before it was created.
      const at = Math.max(now, row.created_at);
      const applied = apply(row, at);
      if (applied === undefined) continue;
      const { state } = applied;
      if (state !== undefined) changes.push({ id: row.id, state, now: at });
      const told = { ...row, provider_message_id: state?.providerMessageId ?? row.provider_message_id };
      for (const event of applied.events) events.push(placeInTestLog(toEvent(told, event, at), meters.get(row.tenant_id)));
    }
    return { changes, events };
  }

  async function tell(trx: Trx, events: readonly MessageEvent[], meters: Map<string, Meter>): Promise<void> {
    await recordEvents(trx, events);
    if (meters.size > 0) await writeMeters(trx, meters.values());
  }

  return { lockGates, applyTo, tell };
}

/** The entrance for workers, who hold what they speak of. */
export function outcomeApplier(app: AppContext, recordEvents: RecordEvents, onMoved: OnMoved = NOBODY): ApplyOutcomes {
  const { lockGates, applyTo, tell } = outcomeDoor(app, recordEvents);
  return async (trx, outcomes) => {
    if (outcomes.length === 0) return new Set();
    const meters = await lockGates(
      trx,
      outcomes.map(({ tenantId, outcome }) => ({ tenantId, reports: outcome.reports })),
    );
    const byClaim = new Map(outcomes.map((outcome) => [claimKey(outcome), outcome.outcome]));
    const held = await lockClaimed(trx, outcomes);
    const { changes, events } = applyTo(held, meters, (row, at) => {
      const outcome = byClaim.get(claimKeyOf(row));
      return outcome && applyAttempt(parseState(row), outcome, at);
    });
    await settleMessages(trx, changes);
    const suppressed = new Set(changes.filter(({ state }) => state.status === 'suppressed').map(({ id }) => id));
    await refundSuppressed(trx, { rows: held.filter(({ id }) => suppressed.has(id)), meters, now: app.clock.now() });
    await tell(trx, events, meters);
    await onMoved(trx, movesOf(held, stagesOf(changes)));
    return new Set(held.map(claimKeyOf));
  };
}

/** The entrance for everybody else: late bounces, complaints, deliveries, opens and clicks. */
export function feedbackApplier(app: AppContext, recordEvents: RecordEvents, onMoved: OnMoved = NOBODY): ApplyFeedback {
  const { lockGates, applyTo, tell } = outcomeDoor(app, recordEvents);
  return async (trx, feedback) => {
    if (feedback.length === 0) return;
    const meters = await lockGates(trx, feedback);
    const byMessage = Map.groupBy(feedback, ({ messageId }) => messageId);
    const rows = await lockMessages(trx, [...byMessage.keys()]);
    const { changes, events } = applyTo(rows, meters, (row, at) => {
      const own = byMessage.get(row.id)?.filter(({ tenantId }) => tenantId === row.tenant_id) ?? [];
      const reports = own.flatMap((said) => said.reports);
      return applyReports(parseState(row), reports, { now: at, attempted: row.attempts > 0 });
    });
    if (changes.length > 0) await updateStates(trx, changes);
    await tell(trx, events, meters);
    await onMoved(trx, movesOf(rows, stagesOf(changes)));
  };
}

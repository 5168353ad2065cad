import type { AppContext } from '../app-context.ts';
import type { Trx } from '../db/dialect.ts';
import type { MessageRow } from '../db/schema.ts';
import { type MessageEvent, recordEvents } from '../events/index.ts';
import { lockMeters, type Meter, writeMeters } from '../tenants/index.ts';
import { applyAttempt, type Outcome } from './apply-attempt.ts';
import { applyReports, type FeedbackReport } from './apply-reports.ts';
import { type Claim, claimKey, lockClaimed } from './claim-store.ts';
import type { MessageState, StateEvent } from './message.ts';
import { messagesMoved, movesOf } from './message-move.ts';
import { refundSuppressed } from './refund-suppressed.ts';
import { parseState } from './stored-message.ts';
import { placeInTestLog } from './test-log.ts';
import { lockMessages, type StateChange, settleMessages, updateStates } from './write-store.ts';

/** What an attempt led to, said by the worker that holds the message. */
export interface ClaimedOutcome extends Claim {
  readonly tenantId: string;
  readonly outcome: Outcome;
}

/** What came by itself about a message that may be in nobody's hands. */
export interface Feedback {
  readonly tenantId: string;
  readonly messageId: string;
  readonly reports: readonly FeedbackReport[];
}

interface Applied {
  /** Undefined where it stays as it is. */
  readonly state: MessageState | undefined;
  readonly events: readonly StateEvent[];
}

/** Batches of outcomes, as far as meters are concerned. */
interface Batch {
  readonly tenantId: string;
  readonly reports: readonly { readonly type: string }[];
}

const claimKeyOf = (row: MessageRow) => claimKey({ messageId: row.id, jobId: row.claim_job ?? '', jobAttempt: row.claim_attempt ?? 0 });

const METERED = ['bounce', 'complaint', 'delivery', 'suppressed'];

/** Whether reports put an address on the tenant's list or an event into its log of simulated ones, or give a unit back. */
const touchesMeter = ({ reports }: Batch) => reports.some(({ type }) => METERED.includes(type));

const stagesOf = (changes: readonly StateChange[]) =>
  new Map(changes.map(({ id, state }) => [id, { status: state.status, sent_at: state.sentAt }]));

function toEvent({ newId }: AppContext, row: MessageRow, { event, at }: { event: StateEvent; at: number }): MessageEvent {
  return {
    ...event,
    id: newId('evt', at),
    tenantId: row.tenant_id,
    messageId: row.id,
    providerMessageId: row.provider_message_id,
    testMode: row.test_mode === 1,
    contactId: row.contact_id,
    at,
  };
}

/** Locks the meters that reports write to. Meters before messages: whoever locks both takes them in this order. */
async function lockTouchedMeters(trx: Trx, batches: readonly Batch[]): Promise<Map<string, Meter>> {
  const tenantIds = [...new Set(batches.filter(touchesMeter).map(({ tenantId }) => tenantId))];
  return tenantIds.length === 0 ? new Map() : lockMeters(trx, { tenantIds, mode: 'wait' });
}

interface Locked {
  readonly rows: readonly MessageRow[];
  readonly meters: Map<string, Meter>;
}

/** Works out the next state of locked rows, and what is to be told of it; those that nothing is said of stay as they are. */
function applyTo(app: AppContext, { rows, meters }: Locked, apply: (row: MessageRow, at: number) => Applied | undefined) {
  const now = app.clock.now();
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
    for (const event of applied.events) events.push(placeInTestLog(toEvent(app, told, { event, at }), meters.get(row.tenant_id)));
  }
  return { changes, events };
}

/** Records what is to be told of locked messages, and tells who follows their way. */
async function tell(
  app: AppContext,
  trx: Trx,
  { rows, meters, changes, events }: Locked & { readonly changes: readonly StateChange[]; readonly events: readonly MessageEvent[] },
): Promise<void> {
  await recordEvents(app, trx, events);
  if (meters.size > 0) await writeMeters(trx, meters.values());
  await app.hooks.call(messagesMoved, trx, movesOf(rows, stagesOf(changes)));
}

/**
 * Applies what attempts led to, said by workers who hold the messages. Returns the keys of the claims whose outcome
 * counted: those that still hold their message.
 */
export async function applyOutcomes(app: AppContext, trx: Trx, outcomes: readonly ClaimedOutcome[]): Promise<ReadonlySet<string>> {
  if (outcomes.length === 0) return new Set();
  const meters = await lockTouchedMeters(
    trx,
    outcomes.map(({ tenantId, outcome }) => ({ tenantId, reports: outcome.reports })),
  );
  const byClaim = new Map(outcomes.map((outcome) => [claimKey(outcome), outcome.outcome]));
  const rows = await lockClaimed(trx, outcomes);
  const { changes, events } = applyTo(app, { rows, meters }, (row, at) => {
    const outcome = byClaim.get(claimKeyOf(row));
    return outcome && applyAttempt(parseState(row), outcome, at);
  });
  await settleMessages(trx, changes);
  const suppressed = new Set(changes.filter(({ state }) => state.status === 'suppressed').map(({ id }) => id));
  await refundSuppressed(trx, { rows: rows.filter(({ id }) => suppressed.has(id)), meters, now: app.clock.now() });
  await tell(app, trx, { rows, meters, changes, events });
  return new Set(rows.map(claimKeyOf));
}

/** Applies what came by itself: late bounces, complaints, deliveries, opens and clicks. A message that is gone is passed over. */
export async function applyFeedback(app: AppContext, trx: Trx, feedback: readonly Feedback[]): Promise<void> {
  if (feedback.length === 0) return;
  const meters = await lockTouchedMeters(trx, feedback);
  const byMessage = Map.groupBy(feedback, ({ messageId }) => messageId);
  const rows = await lockMessages(trx, [...byMessage.keys()]);
  const { changes, events } = applyTo(app, { rows, meters }, (row, at) => {
    const own = byMessage.get(row.id)?.filter(({ tenantId }) => tenantId === row.tenant_id) ?? [];
    const reports = own.flatMap((said) => said.reports);
    return applyReports(parseState(row), reports, { now: at, attempted: row.attempts > 0 });
  });
  if (changes.length > 0) await updateStates(trx, changes);
  await tell(app, trx, { rows, meters, changes, events });
}

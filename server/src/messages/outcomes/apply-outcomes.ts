import type { AppContext } from '../../app-context.ts';
import type { Trx } from '../../db/dialect.ts';
import { type MessageEvent, recordEvents } from '../../events/index.ts';
import { lockMeters, type Meter, writeMeters } from '../../meters/store.ts';
import { addToBuckets } from '../../quota/index.ts';
import { lockClaimed } from '../claims/claim-store.ts';
import { type DueMessage, lockDueTests } from '../claims/due-store.ts';
import { eraseInOutcome, findErasedSince } from '../erasure/erased-meanwhile.ts';
import { type Claim, claimKey, type Message, type MessageState, type StateEvent } from '../message.ts';
import { momentOf, placeInTestLog, toMessageEvent } from '../message-event.ts';
import { messagesMoved, movesOf } from '../message-move.ts';
import { lockMessages, type StateChange, settleMessages, updateStates } from '../write-store.ts';
import { applyAttempt, type Outcome } from './apply-attempt.ts';
import { applyReports, type FeedbackReport } from './apply-reports.ts';
import { refundSuppressed } from './refund-suppressed.ts';

/** The outcome of an attempt, by the worker that has claimed the message. */
export interface ClaimedOutcome extends Claim {
  readonly tenantId: string;
  readonly outcome: Outcome;
  /**
   * Bare addresses of the recipients when the worker read them. Those no longer in the message were erased, and are left out of what is
   * stored.
   */
  readonly addresses: readonly string[];
}

/** Reports on a message from others, such as bounces, whether or not a worker has claimed it. */
export interface Feedback {
  readonly tenantId: string;
  readonly messageId: string;
  readonly reports: readonly FeedbackReport[];
}

interface OutcomeChange {
  /** Undefined where it does not change. */
  readonly state: MessageState | undefined;
  readonly events: readonly StateEvent[];
}

/** The part of an outcome that determines whether its tenant's meter is written. */
interface Batch {
  readonly tenantId: string;
  readonly reports: readonly { readonly type: string }[];
}

const METERED = ['bounce', 'complaint', 'delivery', 'suppressed'];

/** Returns whether reports can suppress an address, add to the log of test events or refund a unit of the quota. */
const touchesMeter = ({ reports }: Batch) => reports.some(({ type }) => METERED.includes(type));

const stagesOf = (changes: readonly StateChange[]) =>
  new Map(changes.map(({ id, state }) => [id, { status: state.status, sentAt: state.sentAt }]));

/** Locks the meters that reports write to. Called before messages are locked, since all transactions lock in this order. */
async function lockTouchedMeters(trx: Trx, batches: readonly Batch[]): Promise<Map<string, Meter>> {
  const tenantIds = [...new Set(batches.filter(touchesMeter).map(({ tenantId }) => tenantId))];
  return tenantIds.length === 0 ? new Map() : lockMeters(trx, { tenantIds, mode: 'wait' });
}

interface LockedMessages {
  readonly messages: readonly Message[];
  readonly meters: Map<string, Meter>;
}

type Apply = (message: Message, at: number) => OutcomeChange | undefined;

/** Returns the next states of locked messages, and their events; a message for which `apply` returns undefined stays as it is. */
function applyTo(app: AppContext, { messages, meters }: LockedMessages, apply: Apply) {
  const now = app.clock.now();
  const changes: StateChange[] = [];
  const events: MessageEvent[] = [];
  for (const message of messages) {
    const at = momentOf(message, now);
    const applied = apply(message, at);
    if (applied === undefined) continue;
    const { state } = applied;
    if (state !== undefined) changes.push({ id: message.id, state, now: at });
    const current = { ...message, providerMessageId: state?.providerMessageId ?? message.providerMessageId };
    const meter = meters.get(message.tenantId);
    for (const event of applied.events) events.push(placeInTestLog(toMessageEvent(app, current, { ...event, at }), meter));
  }
  return { changes, events };
}

/** Records the events of locked messages, writes the meters and announces the moves. */
async function recordAndAnnounce(
  app: AppContext,
  trx: Trx,
  {
    messages,
    meters,
    changes,
    events,
  }: LockedMessages & { readonly changes: readonly StateChange[]; readonly events: readonly MessageEvent[] },
): Promise<void> {
  await recordEvents(app, trx, events);
  if (meters.size > 0) await writeMeters(trx, meters.values());
  await app.hooks.notify(messagesMoved, trx, movesOf(messages, stagesOf(changes)));
}

/** Writes the outcomes of locked messages, ends their claims and refunds what is not sent. */
async function settle(app: AppContext, trx: Trx, locked: LockedMessages, apply: Apply): Promise<void> {
  const { changes, events } = applyTo(app, locked, apply);
  await settleMessages(trx, changes);
  const suppressed = new Set(changes.filter(({ state }) => state.status === 'suppressed').map(({ id }) => id));
  const messages = locked.messages.filter(({ id }) => suppressed.has(id));
  const refunded = await refundSuppressed(trx, { messages, meters: locked.meters, now: app.clock.now() });
  await recordAndAnnounce(app, trx, { ...locked, changes, events });
  await addToBuckets(trx, refunded);
}

/**
 * Applies the outcomes of attempts whose claims still hold. Returns the keys of these claims, each with the addresses that were erased from
 * the message meanwhile.
 */
export async function applyOutcomes(
  app: AppContext,
  trx: Trx,
  outcomes: readonly ClaimedOutcome[],
): Promise<ReadonlyMap<string, readonly string[]>> {
  if (outcomes.length === 0) return new Map();
  const meters = await lockTouchedMeters(
    trx,
    outcomes.map(({ tenantId, outcome }) => ({ tenantId, reports: outcome.reports })),
  );
  const byClaim = new Map(outcomes.map((outcome) => [claimKey(outcome), outcome]));
  const messages = await lockClaimed(trx, outcomes);
  const erased = new Map<string, readonly string[]>();
  await settle(app, trx, { messages, meters }, (message, at) => {
    const claimed = message.claim === null ? undefined : byClaim.get(claimKey(message.claim));
    if (claimed === undefined) return undefined;
    const emails = findErasedSince(claimed.addresses, message);
    erased.set(claimKey(claimed), emails);
    return applyAttempt(message, eraseInOutcome(claimed.outcome, emails), at);
  });
  return erased;
}

/** Messages in test mode that a sweep has taken. */
export interface DueTests {
  readonly due: readonly DueMessage[];
  /** Called once with those that still wait, which are locked. Returns their outcomes by message id. */
  readonly decide: (messages: readonly Message[]) => Promise<ReadonlyMap<string, Outcome>>;
}

/** Applies simulated outcomes of messages that no worker takes. Messages that another process has simulated meanwhile are left alone. */
export async function applySimulated(app: AppContext, trx: Trx, { due, decide }: DueTests): Promise<void> {
  const meters = await lockMeters(trx, { tenantIds: [...new Set(due.map(({ tenantId }) => tenantId))], mode: 'wait' });
  const messages = await lockDueTests(
    trx,
    due.map(({ id }) => id),
  );
  if (messages.length === 0) return;
  const outcomes = await decide(messages);
  await settle(app, trx, { messages, meters }, (message, at) => {
    const outcome = outcomes.get(message.id);
    return outcome === undefined ? undefined : applyAttempt(message, outcome, at);
  });
}

/** The outcome of an attempt whose message another worker has claimed meanwhile. */
export interface LateOutcome extends Pick<ClaimedOutcome, 'tenantId' | 'messageId' | 'outcome' | 'addresses'> {
  /** Number of the attempt, from 1. */
  readonly number: number;
  /** Called under the lock of the message, with the addresses that were erased from it. Stores how the attempt ended; returns false where that is known already. */
  readonly endAttempt: (erased: readonly string[]) => Promise<boolean>;
}

/** Applies the outcome of an attempt whose message another worker has claimed meanwhile, and ends that claim. Returns false, and changes nothing, where a later attempt has begun. */
export async function applyLateOutcome(app: AppContext, trx: Trx, late: LateOutcome): Promise<boolean> {
  const { tenantId, messageId, outcome, addresses, number, endAttempt } = late;
  const meters = await lockTouchedMeters(trx, [{ tenantId, reports: outcome.reports }]);
  const messages = (await lockMessages(trx, [messageId])).filter(({ attempts }) => attempts === number);
  const erased = messages.flatMap((message) => findErasedSince(addresses, message));
  if (messages.length === 0 || !(await endAttempt(erased))) return false;
  const kept = eraseInOutcome(outcome, erased);
  const { changes, events } = applyTo(app, { messages, meters }, (message, at) => applyAttempt(message, kept, at));
  await settleMessages(trx, changes);
  await recordAndAnnounce(app, trx, { messages, meters, changes, events });
  return true;
}

/** Applies reports from others: late bounces, complaints, deliveries, opens and clicks. Those on a message that was removed are ignored. */
export async function applyFeedback(app: AppContext, trx: Trx, feedback: readonly Feedback[]): Promise<void> {
  if (feedback.length === 0) return;
  const meters = await lockTouchedMeters(trx, feedback);
  const byMessage = Map.groupBy(feedback, ({ messageId }) => messageId);
  const messages = await lockMessages(trx, [...byMessage.keys()]);
  const { changes, events } = applyTo(app, { messages, meters }, (message, at) => {
    const own = byMessage.get(message.id)?.filter(({ tenantId }) => tenantId === message.tenantId) ?? [];
    const reports = own.flatMap((each) => each.reports);
    return applyReports(message, reports, { now: at, attempted: message.attempts > 0 });
  });
  if (changes.length > 0) await updateStates(trx, changes);
  await recordAndAnnounce(app, trx, { messages, meters, changes, events });
}

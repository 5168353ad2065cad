import type { MessageState, Recipient, StateEvent } from '../message.ts';
import { deliveryStateOf, isOpen, isSendable, moveTo, stageOf } from '../recipients.ts';
import { type MessageOutcomes, messageMoves, type RecipientOutcomes, recipientMoves } from '../transitions.ts';

/** The result of an attempt for some recipients, by the worker that has claimed the message. */
export interface AttemptReport {
  readonly type: RecipientOutcomes['attempt'];
  /** Bare addresses in lower case. */
  readonly recipients: readonly string[];
  readonly detail: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

/** The results of an attempt for all recipients that it was for. */
export interface Outcome {
  readonly reports: readonly AttemptReport[];
  readonly providerMessageId: string | null;
  /** When open recipients are tried again, epoch milliseconds. */
  readonly retryAt: number | null;
}

/** Returns the outcome of a failure that is not retried. */
export const failure = (recipients: readonly { readonly email: string }[], reason: string): Outcome => ({
  reports: [{ type: 'failed', recipients: recipients.map(({ email }) => email.toLowerCase()), detail: reason, data: { reason } }],
  providerMessageId: null,
  retryAt: null,
});

function applyReport(recipients: readonly Recipient[], report: AttemptReport, now: number): { recipients: Recipient[]; changed: string[] } {
  const named = new Set(report.recipients);
  const changed: string[] = [];
  const next = recipients.map((recipient) => {
    const stage = named.has(recipient.email) ? recipientMoves.attempt[stageOf(recipient)][report.type] : null;
    if (stage === null) return recipient;
    changed.push(recipient.email);
    return moveTo(recipient, stage, { detail: report.detail, updatedAt: now });
  });
  return { recipients: next, changed };
}

/** Nothing is sent if nobody is left in `to`. */
function leftBy(recipients: readonly Recipient[]): MessageOutcomes['attempt'] {
  return isSendable(recipients) ? deliveryStateOf(recipients) : 'held_back';
}

/** Returns the state of a message after an attempt to deliver it, and the events to record. */
export function applyAttempt(state: MessageState, outcome: Outcome, now: number): { state: MessageState; events: StateEvent[] } {
  const events: StateEvent[] = [];
  const hasDelayed = state.recipients.some(({ status }) => status === 'delayed');
  let recipients: readonly Recipient[] = state.recipients;
  for (const report of outcome.reports) {
    const applied = applyReport(recipients, report, now);
    recipients = applied.recipients;
    // Only the first delay is an event: later ones say nothing new.
    if (applied.changed.length === 0 || (report.type === 'delivery_delayed' && hasDelayed)) continue;
    events.push({ type: report.type, recipients: applied.changed, data: report.data });
  }
  const status = messageMoves.attempt[state.status][leftBy(recipients)] ?? state.status;
  const next: MessageState = {
    status,
    recipients,
    sentAt: state.sentAt ?? (status === 'sent' ? now : null),
    providerMessageId: outcome.providerMessageId ?? state.providerMessageId,
    dueAt: status !== 'suppressed' && recipients.some(isOpen) ? outcome.retryAt : null,
  };
  return { state: next, events };
}

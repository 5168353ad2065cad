import type { MessageEventType } from '@posthorn/contract';
import type { MessageState, Recipient, StateEvent } from '../message.ts';
import { deliveryStateOf, isOpen, moveTo, stageOf } from '../recipients.ts';
import { messageMoves, type RecipientOutcomes, type RecipientStage, recipientMoves } from '../transitions.ts';

/** A report on some recipients of a message, after it was handed over. */
export interface FeedbackReport {
  readonly type: Exclude<MessageEventType, 'suppressed' | 'scheduled' | 'cancelled'>;
  /** Bare addresses in lower case. */
  readonly recipients: readonly string[];
  readonly detail: string | null;
  readonly data: Readonly<Record<string, unknown>>;
  /** True for a bounce whose server says that it tries no more (`Action: failed`, RFC 3464, section 2.3.3). */
  readonly final?: boolean;
}

export interface FeedbackMoment {
  readonly now: number;
  /** Whether an attempt was made. Reports on open recipients of any other mail cannot be genuine. */
  readonly attempted: boolean;
}

interface ReportChange {
  readonly recipients: readonly Recipient[];
  readonly events: readonly StateEvent[];
}

/** Reports that prove that a mail was sent, although its outcome is not stored yet. */
const PROVES_SENT: readonly FeedbackReport['type'][] = ['delivery', 'complaint'];

/** Returns the outcome of a report for its recipients; undefined for one that changes no state. Whether a bounce is final decides on the state, its class on who is suppressed. */
function outcomeOf({ type, data, final }: FeedbackReport): RecipientOutcomes['report'] | undefined {
  if (type === 'open' || type === 'click') return undefined;
  if (type !== 'bounce' || data.class !== 'soft') return type;
  return final === true ? 'given_up' : 'soft_bounce';
}

const eventOf = ({ type, data }: FeedbackReport, recipients: readonly Recipient[]): StateEvent => ({
  type,
  recipients: recipients.map(({ email }) => email),
  data,
});

function applyReport(before: readonly Recipient[], report: FeedbackReport, { now, attempted }: FeedbackMoment): ReportChange {
  const named = before.filter(({ email }) => report.recipients.includes(email));
  const outcome = outcomeOf(report);
  if (outcome === undefined) return { recipients: before, events: [eventOf(report, named)] };
  const stages = new Map<Recipient, RecipientStage>();
  for (const recipient of named) {
    const stage = attempted || !isOpen(recipient) ? recipientMoves.report[stageOf(recipient)][outcome] : null;
    if (stage !== null) stages.set(recipient, stage);
  }
  const moved = [...stages.keys()];
  if (moved.length === 0) return { recipients: before, events: [] };
  const unsent = PROVES_SENT.includes(report.type) ? moved.filter(isOpen) : [];
  const sent = unsent.length === 0 ? [] : [eventOf({ ...report, type: 'sent', data: {} }, unsent)];
  const recipients = before.map((recipient) => {
    const stage = stages.get(recipient);
    return stage === undefined ? recipient : moveTo(recipient, stage, { detail: report.detail, updatedAt: now });
  });
  return { recipients, events: [...sent, eventOf(report, moved)] };
}

/**
 * Returns the state of a message after reports from others, undefined where it does not change, and the events to record. A report that is
 * repeated changes nothing.
 */
export function applyReports(
  state: MessageState,
  reports: readonly FeedbackReport[],
  moment: FeedbackMoment,
): { state: MessageState | undefined; events: StateEvent[] } {
  let { recipients, status } = state;
  const events: StateEvent[] = [];
  for (const report of reports) {
    const applied = applyReport(recipients, report, moment);
    events.push(...applied.events);
    if (applied.recipients === recipients) continue;
    recipients = applied.recipients;
    status = messageMoves.report[status][deliveryStateOf(recipients)] ?? status;
  }
  if (recipients === state.recipients) return { state: undefined, events };
  const sentAt = state.sentAt ?? (status === 'sent' ? moment.now : null);
  const dueAt = recipients.some(isOpen) ? state.dueAt : null;
  return { state: { status, recipients, sentAt, providerMessageId: state.providerMessageId, dueAt }, events };
}

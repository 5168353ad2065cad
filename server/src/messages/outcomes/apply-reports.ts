import type { MessageEventType } from '@posthorn/contract';
import type { MessageState, Recipient, StateEvent } from '../message.ts';
import { isOpen, moveTo, stageOf, standingOf } from '../recipients.ts';
import { messageMoves, type RecipientOutcomes, type RecipientStage, recipientMoves } from '../transitions.ts';

/** What somebody says, after the hand-over, became of some recipients of a message. */
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
  /** A mail that was never about to leave cannot have come to anything. */
  readonly attempted: boolean;
}

interface ReportChange {
  readonly recipients: readonly Recipient[];
  readonly events: readonly StateEvent[];
}

/** What can only have happened to mail that was handed over, whether or not we have heard of that yet. */
const PROVES_SENT: readonly FeedbackReport['type'][] = ['delivery', 'complaint'];

/** Undefined for what moves nobody. Finality decides the state, the class decides who is suppressed. */
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
 * The next state of a message after reports that came by themselves, undefined where it stays as it is,
 * and the events that tell of it. A report that says nothing new changes nothing, however often it comes.
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
    status = messageMoves.report[status][standingOf(recipients)] ?? status;
  }
  if (recipients === state.recipients) return { state: undefined, events };
  const sentAt = state.sentAt ?? (status === 'sent' ? moment.now : null);
  const dueAt = recipients.some(isOpen) ? state.dueAt : null;
  return { state: { status, recipients, sentAt, providerMessageId: state.providerMessageId, dueAt }, events };
}

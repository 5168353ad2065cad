import type { MessageEventType, MessageStatus, RecipientStatus } from '@posthorn/contract';
import type { MessageState, Recipient, StateEvent } from './message.ts';
import { isOpen, OPEN, REACHED } from './message-state.ts';

/** What somebody says, after the hand-over, became of some recipients of a message. */
export interface FeedbackReport {
  readonly type: Exclude<MessageEventType, 'suppressed' | 'scheduled' | 'cancelled'>;
  /** Bare addresses in lower case. */
  readonly recipients: readonly string[];
  readonly detail: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface FeedbackMoment {
  readonly now: number;
  /** A mail that was never about to leave cannot have come to anything. */
  readonly attempted: boolean;
}

type Moving = Exclude<FeedbackReport['type'], 'open' | 'click'>;

const FINAL: readonly MessageStatus[] = ['failed', 'cancelled', 'suppressed'];

/** The states that a report finds recipients in, and the one that it takes them to. */
const MOVES: Readonly<Record<Moving, { from: readonly RecipientStatus[]; to: RecipientStatus }>> = {
  sent: { from: OPEN, to: 'sent' },
  delivery: { from: [...OPEN, 'sent'], to: 'delivered' },
  // Their queue and not ours: the recipient stays out of it.
  delivery_delayed: { from: ['sent'], to: 'sent' },
  failed: { from: [...OPEN, 'sent'], to: 'failed' },
  bounce: { from: [...OPEN, 'sent', 'delivered'], to: 'bounced' },
  complaint: { from: [...OPEN, 'sent', 'delivered'], to: 'complained' },
};

/** What can only have happened to mail that was handed over, whether or not we have heard of that yet. */
const PROVES_SENT: readonly FeedbackReport['type'][] = ['delivery', 'complaint'];

/** A full mailbox has not said the last word: the address may prove dead, or its owner complain, of the same mail. */
const isGraver = ({ bouncedSoftly }: Recipient, type: Moving, data: FeedbackReport['data']): boolean =>
  bouncedSoftly === true && (type === 'complaint' || (type === 'bounce' && data.class !== 'soft'));

function isMoved(recipient: Recipient, { type, recipients, data }: FeedbackReport, attempted: boolean): boolean {
  if (type === 'open' || type === 'click' || !recipients.includes(recipient.email)) return false;
  if (type === 'delivery_delayed' && recipient.lateAtReceiver === true) return false;
  return (MOVES[type].from.includes(recipient.status) && (attempted || !isOpen(recipient))) || isGraver(recipient, type, data);
}

function move(
  { lateAtReceiver: _, bouncedSoftly: __, ...recipient }: Recipient,
  report: FeedbackReport & { type: Moving },
  now: number,
): Recipient {
  const moved = { ...recipient, status: MOVES[report.type].to, detail: report.detail, updatedAt: now };
  if (report.type === 'delivery_delayed') return { ...moved, lateAtReceiver: true };
  return report.type === 'bounce' && report.data.class === 'soft' ? { ...moved, bouncedSoftly: true } : moved;
}

const toldOf = ({ type, data }: FeedbackReport, recipients: readonly Recipient[]): StateEvent => ({
  type,
  recipients: recipients.map(({ email }) => email),
  data,
});

const isMoving = (report: FeedbackReport): report is FeedbackReport & { type: Moving } => report.type !== 'open' && report.type !== 'click';

function applyReport(
  before: readonly Recipient[],
  report: FeedbackReport,
  { now, attempted }: FeedbackMoment,
): { recipients: readonly Recipient[]; events: StateEvent[] } {
  if (!isMoving(report)) {
    const named = before.filter(({ email }) => report.recipients.includes(email));
    return { recipients: before, events: [toldOf(report, named)] };
  }
  const moved = before.filter((recipient) => isMoved(recipient, report, attempted));
  if (moved.length === 0) return { recipients: before, events: [] };
  const unheardOf = PROVES_SENT.includes(report.type) ? moved.filter(isOpen) : [];
  const sent = unheardOf.length === 0 ? [] : [toldOf({ ...report, type: 'sent', data: {} }, unheardOf)];
  const recipients = before.map((recipient) => (moved.includes(recipient) ? move(recipient, report, now) : recipient));
  return { recipients, events: [...sent, toldOf(report, moved)] };
}

/** A sent message has failed once nobody has it or may still get it, and nobody's mailbox was merely full. */
function statusOf(recipients: readonly Recipient[], before: MessageStatus): MessageStatus {
  if (FINAL.includes(before)) return before;
  if (recipients.some(({ status }) => REACHED.includes(status))) return 'sent';
  if (recipients.some(isOpen)) return before;
  return before === 'sent' && recipients.some(({ bouncedSoftly }) => bouncedSoftly === true) ? 'sent' : 'failed';
}

/**
 * The next state of a message after reports that came by themselves, undefined where it stays as it is,
 * and the events that tell of it. A report that says nothing new changes nothing, however often it comes.
 */
export function applyFeedbackReports(
  state: MessageState,
  reports: readonly FeedbackReport[],
  moment: FeedbackMoment,
): { state: MessageState | undefined; events: StateEvent[] } {
  let recipients = state.recipients;
  const events: StateEvent[] = [];
  for (const report of reports) {
    const applied = applyReport(recipients, report, moment);
    recipients = applied.recipients;
    events.push(...applied.events);
  }
  if (recipients === state.recipients) return { state: undefined, events };
  const status = statusOf(recipients, state.status);
  const sentAt = state.sentAt ?? (status === 'sent' ? moment.now : null);
  return { state: { ...state, status, recipients, sentAt, dueAt: recipients.some(isOpen) ? state.dueAt : null }, events };
}

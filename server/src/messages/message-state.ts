import type { MessageEventType, MessageStatus, RecipientStatus } from '@posthorn/contract';
import type { MessageState, Recipient, StateEvent } from './message.ts';

/** What somebody says became of some recipients of a message. */
export interface Report {
  readonly type: Extract<MessageEventType, 'sent' | 'failed' | 'bounce' | 'delivery_delayed' | 'delivery' | 'complaint' | 'suppressed'>;
  /** Bare addresses in lower case. */
  readonly recipients: readonly string[];
  readonly detail: string | null;
  readonly data: Readonly<Record<string, unknown>>;
}

export interface Outcome {
  readonly reports: readonly Report[];
  readonly providerMessageId: string | null;
  /** When recipients that are still open are tried again. */
  readonly retryAt: number | null;
}

/** States of recipients whose mail is still to go out. */
export const OPEN: readonly RecipientStatus[] = ['pending', 'delayed'];
/** States of recipients who got the mail, as far as anybody knows. */
export const REACHED: readonly RecipientStatus[] = ['sent', 'delivered', 'complained'];

/** The states that a report finds recipients in, and the one that it takes them to. */
const MOVES: Readonly<Record<Report['type'], { from: readonly RecipientStatus[]; to: RecipientStatus }>> = {
  sent: { from: OPEN, to: 'sent' },
  failed: { from: OPEN, to: 'failed' },
  bounce: { from: OPEN, to: 'bounced' },
  delivery_delayed: { from: OPEN, to: 'delayed' },
  delivery: { from: ['sent'], to: 'delivered' },
  complaint: { from: ['sent', 'delivered'], to: 'complained' },
  suppressed: { from: OPEN, to: 'suppressed' },
};

export const isOpen = ({ status }: Recipient): boolean => OPEN.includes(status);

const isReached = ({ status }: Recipient): boolean => REACHED.includes(status);

/** Whether mail may go out at all: there is a `to` that is not suppressed, or part of it has gone out before. */
export const isSendable = (recipients: readonly Recipient[]): boolean =>
  recipients.some((recipient) => isReached(recipient) || (recipient.kind === 'to' && recipient.status !== 'suppressed'));

/** The status that follows from the recipients' (decisions: sent when one was accepted, failed when none can be). */
function statusOf(recipients: readonly Recipient[], before: MessageStatus): MessageStatus {
  if (recipients.some(isReached)) return 'sent';
  if (!isSendable(recipients)) return 'suppressed';
  if (recipients.some(isOpen)) return before === 'sent' ? 'sent' : 'queued';
  return 'failed';
}

function applyReport(recipients: readonly Recipient[], report: Report, now: number): { recipients: Recipient[]; changed: string[] } {
  const named = new Set(report.recipients);
  const { from, to } = MOVES[report.type];
  const changed: string[] = [];
  const next = recipients.map((recipient) => {
    if (!named.has(recipient.email) || !from.includes(recipient.status)) return recipient;
    changed.push(recipient.email);
    return { ...recipient, status: to, detail: report.detail, updatedAt: now };
  });
  return { recipients: next, changed };
}

/** The next state of a message after an attempt to deliver it, and the events that tell of it. */
export function applyReports(state: MessageState, outcome: Outcome, now: number): { state: MessageState; events: StateEvent[] } {
  const events: StateEvent[] = [];
  const toldOfDelay = state.recipients.some(({ status }) => status === 'delayed');
  let recipients: readonly Recipient[] = state.recipients;
  for (const report of outcome.reports) {
    const applied = applyReport(recipients, report, now);
    recipients = applied.recipients;
    // Only the first delay is told; later ones say nothing new.
    if (applied.changed.length === 0 || (report.type === 'delivery_delayed' && toldOfDelay)) continue;
    events.push({ type: report.type, recipients: applied.changed, data: report.data });
  }
  const status = statusOf(recipients, state.status);
  const next: MessageState = {
    status,
    recipients,
    sentAt: state.sentAt ?? (status === 'sent' ? now : null),
    providerMessageId: outcome.providerMessageId ?? state.providerMessageId,
    dueAt: status !== 'suppressed' && recipients.some(isOpen) ? outcome.retryAt : null,
  };
  return { state: next, events };
}

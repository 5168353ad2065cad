import { notification } from '../core/hooks.ts';
import { type DraftMessage, HIDDEN_MS, type MessageState, type Recipient, type StateEvent } from './message.ts';
import { applyAttempt, failure } from './outcomes/apply-attempt.ts';
import { simulate } from './outcomes/simulate.ts';
import { isOpen, isSendable } from './recipients.ts';

/** Called with accepted messages, once they are durable. */
export const messagesAccepted = notification<[messages: readonly Pick<DraftMessage, 'stream' | 'testMode'>[]]>('messages accepted');

/** The circumstances under which a message is accepted. */
export interface Start {
  readonly now: number;
  /** Its time in the tenant's log, which a burst puts ahead of the clock. Its events are not before it. */
  readonly createdAt: number;
  /** Bare addresses, in lower case, that must not be sent to. */
  readonly suppressed: ReadonlySet<string>;
  readonly testDomain: string;
}

export interface StartedMessage {
  readonly state: MessageState;
  readonly events: readonly StateEvent[];
}

const NOTHING_SENT = { sentAt: null, providerMessageId: null, dueAt: null };

function markSuppressed(recipients: readonly Recipient[], { suppressed, now }: Pick<Start, 'now' | 'suppressed'>): Recipient[] {
  return recipients.map((recipient) =>
    suppressed.has(recipient.email) ? { ...recipient, status: 'suppressed' as const, updatedAt: now } : recipient,
  );
}

function suppressedEvents(recipients: readonly Recipient[]): StateEvent[] {
  const emails = recipients.filter(({ status }) => status === 'suppressed').map(({ email }) => email);
  return emails.length === 0 ? [] : [{ type: 'suppressed', recipients: emails, data: {} }];
}

function begin(draft: DraftMessage, recipients: readonly Recipient[], { now, createdAt, testDomain }: Start): StartedMessage {
  const { scheduledAt, testMode, id, unsendable } = draft;
  const open = recipients.filter(isOpen);
  const sending = { ...NOTHING_SENT, status: 'sending', recipients } as const;
  if (unsendable !== undefined) return applyAttempt(sending, failure(open, unsendable), createdAt);
  if (scheduledAt !== null && scheduledAt > now) {
    const event: StateEvent = { type: 'scheduled', recipients: open.map(({ email }) => email), data: { scheduled_at: scheduledAt } };
    return { state: { ...NOTHING_SENT, status: 'scheduled', recipients, dueAt: scheduledAt }, events: [event] };
  }
  if (testMode) return applyAttempt(sending, simulate(id, open, testDomain), createdAt);
  return { state: { ...NOTHING_SENT, status: 'queued', recipients, dueAt: now + HIDDEN_MS }, events: [] };
}

/** Returns whether a message would be sent to nobody, so that neither its body nor its files are stored. */
export const isForNobody = (draft: DraftMessage, start: Pick<Start, 'now' | 'suppressed'>): boolean =>
  !isSendable(markSuppressed(draft.recipients, start));

/** Returns the first state of an accepted message, and the events to record. Nothing is sent where everybody in `to` is suppressed. */
export function startMessage(draft: DraftMessage, start: Start): StartedMessage {
  const { createdAt, suppressed: listed } = start;
  const dated = draft.recipients.map((recipient) => ({ ...recipient, updatedAt: createdAt }));
  const recipients = markSuppressed(dated, { suppressed: listed, now: createdAt });
  const suppressed = suppressedEvents(recipients);
  if (!isSendable(recipients)) {
    return { state: { ...NOTHING_SENT, status: 'suppressed', recipients }, events: suppressed };
  }
  const begun = begin(draft, recipients, start);
  return { state: begun.state, events: [...suppressed, ...begun.events] };
}

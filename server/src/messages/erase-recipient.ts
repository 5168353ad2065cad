import type { MessageStatus, RecipientStatus } from '@posthorn/contract';
import { ERASED, eraseInText } from '../core/erased.ts';
import type { MessageState, Recipient } from './message.ts';
import { isOpen } from './message-state.ts';

const FINAL: readonly MessageStatus[] = ['failed', 'cancelled', 'suppressed'];
const NOT_BEGUN: readonly MessageStatus[] = ['queued', 'scheduled'];
const REACHED: readonly RecipientStatus[] = ['sent', 'delivered', 'complained'];

export interface ErasedMessage {
  readonly state: MessageState;
  /** Recipients, as shown from now on, that get no mail any more. */
  readonly suppressed: readonly string[];
  /** Nothing is open any more, which ends whatever a worker still does for the message. */
  readonly settled: boolean;
}

function blank(recipient: Recipient, email: string): Recipient {
  const detail = recipient.detail === null ? null : eraseInText(recipient.detail, email);
  return recipient.email === email ? { ...recipient, email: ERASED, address: ERASED, name: null, detail } : { ...recipient, detail };
}

const isHeldBack = ({ status }: Recipient) => status === 'suppressed';

function finalStatus(recipients: readonly Recipient[]): MessageStatus {
  if (recipients.some(({ status }) => REACHED.includes(status))) return 'sent';
  return recipients.every(isHeldBack) ? 'suppressed' : 'failed';
}

/** Takes an address out of a message. Mail that is still open for it is held back, and the whole of it where no `to` remains. */
export function eraseRecipient(state: MessageState, email: string, now: number): ErasedMessage {
  const suppressed: string[] = [];
  const isFinal = FINAL.includes(state.status);
  const holdBack = (recipient: Recipient): Recipient => {
    suppressed.push(recipient.email);
    return { ...recipient, status: 'suppressed', updatedAt: now };
  };
  let recipients = state.recipients.map((recipient) => {
    const blanked = blank(recipient, email);
    return recipient.email === email && isOpen(recipient) && !isFinal ? holdBack(blanked) : blanked;
  });
  const noneRemains = NOT_BEGUN.includes(state.status) && recipients.every((recipient) => recipient.kind !== 'to' || isHeldBack(recipient));
  if (noneRemains) recipients = recipients.map((recipient) => (isOpen(recipient) ? holdBack(recipient) : recipient));
  if (suppressed.length === 0 || recipients.some(isOpen)) return { state: { ...state, recipients }, suppressed, settled: false };
  return { state: { ...state, recipients, status: finalStatus(recipients), dueAt: null }, suppressed, settled: true };
}

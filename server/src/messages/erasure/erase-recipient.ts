import { ERASED, eraseInText } from '../../core/text/erased.ts';
import type { MessageState, Recipient } from '../message.ts';
import { deliveryStateOf, isOpen, moveTo, principalsOf, stageOf } from '../recipients.ts';
import { isFinal, type MessageOutcomes, messageMoves, movableBy, recipientMoves } from '../transitions.ts';

/** A message after an erasure. */
export interface ErasedMessage {
  readonly state: MessageState;
  /** Recipients, as stored from now on, whose mail is held back. */
  readonly suppressed: readonly string[];
  /** Whether no recipient is open any more, so that a worker's claim ends. */
  readonly settled: boolean;
}

function blank(recipient: Recipient, email: string): Recipient {
  const detail = recipient.detail === null ? null : eraseInText(recipient.detail, email);
  return recipient.email === email ? { ...recipient, email: ERASED, address: ERASED, name: null, detail } : { ...recipient, detail };
}

const isHeldBack = ({ status }: Recipient) => status === 'suppressed';

const leftBy = (recipients: readonly Recipient[]): MessageOutcomes['erasure'] =>
  recipients.every(isHeldBack) ? 'held_back' : deliveryStateOf(recipients);

/** Returns a message without an address. Mail still to be sent to it is held back, and the whole message if nobody is left in `to`. */
export function eraseRecipient(state: MessageState, email: string, now: number): ErasedMessage {
  const suppressed: string[] = [];
  const holdBack = (recipient: Recipient): Recipient => {
    const stage = recipientMoves.request[stageOf(recipient)].erase;
    if (stage === null) return recipient;
    suppressed.push(recipient.email);
    return moveTo(recipient, stage, { detail: recipient.detail, updatedAt: now });
  };
  let recipients = state.recipients.map((recipient) => {
    const blanked = blank(recipient, email);
    return recipient.email === email && !isFinal(state.status) ? holdBack(blanked) : blanked;
  });
  const begun = !movableBy('cancel').includes(state.status);
  if (!begun && principalsOf(recipients).every(isHeldBack)) recipients = recipients.map(holdBack);
  if (suppressed.length === 0 || recipients.some(isOpen)) return { state: { ...state, recipients }, suppressed, settled: false };
  const status = messageMoves.erasure[state.status][leftBy(recipients)] ?? state.status;
  return { state: { ...state, recipients, status, dueAt: null }, suppressed, settled: true };
}

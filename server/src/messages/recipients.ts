import type { Recipient } from './message.ts';
import { type DeliveryState, type RecipientStage, recipientMoves } from './transitions.ts';

type Mark = 'lateAtReceiver' | 'bouncedSoftly' | 'givenUp';

/** How a stage is stored. */
const STORED: Readonly<Record<RecipientStage, Pick<Recipient, 'status' | Mark>>> = {
  pending: { status: 'pending' },
  delayed: { status: 'delayed' },
  sent: { status: 'sent' },
  late: { status: 'sent', lateAtReceiver: true },
  delivered: { status: 'delivered' },
  bounced_softly: { status: 'bounced', bouncedSoftly: true },
  given_up: { status: 'bounced', bouncedSoftly: true, givenUp: true },
  bounced: { status: 'bounced' },
  complained: { status: 'complained' },
  failed: { status: 'failed' },
  suppressed: { status: 'suppressed' },
};

const DELIVERY_STATES: Readonly<Record<RecipientStage, DeliveryState>> = {
  pending: 'waiting',
  delayed: 'waiting',
  sent: 'reached',
  late: 'reached',
  delivered: 'reached',
  bounced_softly: 'doubtful',
  given_up: 'lost',
  bounced: 'lost',
  complained: 'reached',
  failed: 'lost',
  suppressed: 'lost',
};

/** Returns the stage of a recipient. */
export function stageOf({ status, lateAtReceiver, bouncedSoftly, givenUp }: Recipient): RecipientStage {
  if (status === 'sent' && lateAtReceiver === true) return 'late';
  if (status !== 'bounced' || bouncedSoftly !== true) return status;
  return givenUp === true ? 'given_up' : 'bounced_softly';
}

/** Returns a recipient at another stage. */
export function moveTo(recipient: Recipient, stage: RecipientStage, details: Pick<Recipient, 'detail' | 'updatedAt'>): Recipient {
  const { lateAtReceiver: _, bouncedSoftly: __, givenUp: ___, ...unmarked } = recipient;
  return { ...unmarked, ...STORED[stage], ...details };
}

const stateOf = (recipient: Recipient): DeliveryState => DELIVERY_STATES[stageOf(recipient)];

/** Returns whether the mail for a recipient is still to go out. */
export const isOpen = (recipient: Recipient): boolean => stateOf(recipient) === 'waiting';

/** Returns whether a recipient has received the mail, as far as is known. */
const isReached = (recipient: Recipient): boolean => stateOf(recipient) === 'reached';

/** Returns the recipients in `to`, or all where there are none. */
export function principalsOf(recipients: readonly Recipient[]): readonly Recipient[] {
  const named = recipients.filter(({ kind }) => kind === 'to');
  return named.length > 0 ? named : recipients;
}

/** Returns whether a message may be sent: not everybody in `to` is suppressed, or a part of it was sent before. */
export const isSendable = (recipients: readonly Recipient[]): boolean =>
  recipients.some(isReached) || principalsOf(recipients).some(({ status }) => status !== 'suppressed');

/** Returns the state of delivery of recipients, taken together. */
export function deliveryStateOf(recipients: readonly Recipient[]): DeliveryState {
  const states = new Set(recipients.map(stateOf));
  return (['reached', 'waiting', 'doubtful'] as const).find((state) => states.has(state)) ?? 'lost';
}

/** Returns recipients with those who failed pending again, but never those who bounced. */
export const retryRecipients = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.map((recipient) => {
    const next = recipientMoves.request[stageOf(recipient)].retry;
    return next === null ? recipient : { ...recipient, ...STORED[next] };
  });

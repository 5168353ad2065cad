import type { Recipient } from './message.ts';
import { type RecipientStage, recipientMoves, type Standing } from './transitions.ts';

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

const STANDINGS: Readonly<Record<RecipientStage, Standing>> = {
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

export function stageOf({ status, lateAtReceiver, bouncedSoftly, givenUp }: Recipient): RecipientStage {
  if (status === 'sent' && lateAtReceiver === true) return 'late';
  if (status !== 'bounced' || bouncedSoftly !== true) return status;
  return givenUp === true ? 'given_up' : 'bounced_softly';
}

/** A recipient at another stage. */
export function moveTo(recipient: Recipient, stage: RecipientStage, details: Pick<Recipient, 'detail' | 'updatedAt'>): Recipient {
  const { lateAtReceiver: _, bouncedSoftly: __, givenUp: ___, ...unmarked } = recipient;
  return { ...unmarked, ...STORED[stage], ...details };
}

const standingOfOne = (recipient: Recipient): Standing => STANDINGS[stageOf(recipient)];

/** Whether the mail for this one is still to go out. */
export const isOpen = (recipient: Recipient): boolean => standingOfOne(recipient) === 'waiting';

/** Whether this one got the mail, as far as anybody knows. */
const isReached = (recipient: Recipient): boolean => standingOfOne(recipient) === 'reached';

/** Those whom a mail is for first: who stands in `to`, or all where nobody does. */
export function principalsOf(recipients: readonly Recipient[]): readonly Recipient[] {
  const named = recipients.filter(({ kind }) => kind === 'to');
  return named.length > 0 ? named : recipients;
}

/** Whether mail may go out at all: one whom it is for first is not suppressed, or part of it has gone out before. */
export const isSendable = (recipients: readonly Recipient[]): boolean =>
  recipients.some(isReached) || principalsOf(recipients).some(({ status }) => status !== 'suppressed');

/** How recipients stand, taken together. */
export function standingOf(recipients: readonly Recipient[]): Standing {
  const standings = new Set(recipients.map(standingOfOne));
  return (['reached', 'waiting', 'doubtful'] as const).find((standing) => standings.has(standing)) ?? 'lost';
}

/** Has recipients who failed wait again (decisions: never a bounced one). */
export const retryRecipients = (recipients: readonly Recipient[]): Recipient[] =>
  recipients.map((recipient) => {
    const next = recipientMoves.request[stageOf(recipient)].retry;
    return next === null ? recipient : { ...recipient, ...STORED[next] };
  });

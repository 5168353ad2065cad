import type { MessageStatus, RecipientStatus } from '@posthorn/contract';

/** What a recipient's status and the marks beside it come to. */
export type RecipientStage =
  | RecipientStatus
  /** Accepted, and held back for now at the receiving side. */
  | 'late'
  /** A report of a bounce that says nothing against the address, such as a full mailbox, and not whether it is the last word. */
  | 'bounced_softly'
  /** The same, from a server that says it tries no more. */
  | 'given_up';

/** What can be heard of a recipient, by who says it. */
export interface RecipientOutcomes {
  /** The worker that holds the message; the last two only where the mail is simulated. */
  readonly attempt: 'sent' | 'failed' | 'bounce' | 'delivery_delayed' | 'suppressed' | 'delivery' | 'complaint';
  /** A report that came by itself: `bounce` is hard or by policy, `soft_bounce` and `given_up` are soft. */
  readonly report: 'sent' | 'failed' | 'bounce' | 'soft_bounce' | 'given_up' | 'delivery_delayed' | 'delivery' | 'complaint';
  /** A caller of the API. */
  readonly request: 'retry' | 'erase';
}

/** How the recipients of a message stand, taken together: the first of these that one of them has. */
export type Standing = 'reached' | 'waiting' | 'doubtful' | 'lost';

/** What can become of a message, by what brings it about. */
export interface MessageOutcomes {
  /** How an attempt leaves the recipients; `held_back`: there is no `to` left that may be sent to. */
  readonly attempt: Standing | 'held_back';
  readonly report: Standing;
  readonly request: 'reschedule' | 'cancel' | 'retry';
  /** How an erasure leaves the recipients; `held_back`: all of them. */
  readonly erasure: Standing | 'held_back';
  /** What the worker does before and after an attempt. */
  readonly work: 'due' | 'claim' | 'release';
}

type Moves<State extends string, Outcomes> = {
  readonly [Source in keyof Outcomes]: Readonly<Record<State, Readonly<Record<Extract<Outcomes[Source], string>, State | null>>>>;
};

const ATTEMPTED_OPEN = {
  sent: 'sent',
  failed: 'failed',
  bounce: 'bounced',
  delivery_delayed: 'delayed',
  suppressed: 'suppressed',
  delivery: null,
  complaint: null,
} as const;
const ATTEMPTED = { sent: null, failed: null, bounce: null, delivery_delayed: null, suppressed: null, delivery: null, complaint: null };

const REPORTED_OPEN = {
  sent: 'sent',
  failed: 'failed',
  bounce: 'bounced',
  soft_bounce: 'bounced_softly',
  given_up: 'given_up',
  delivery_delayed: null,
  delivery: 'delivered',
  complaint: 'complained',
} as const;
// Their queue and not ours: the recipient stays out of it.
const REPORTED_SENT = { ...REPORTED_OPEN, sent: null, delivery_delayed: 'late' } as const;
const REPORTED = {
  sent: null,
  failed: null,
  bounce: null,
  soft_bounce: null,
  given_up: null,
  delivery_delayed: null,
  delivery: null,
  complaint: null,
};

const staying = <Status extends MessageStatus>(status: Status) =>
  ({ reached: status, waiting: status, doubtful: status, lost: status, held_back: status }) as const;

/** The stage after an outcome; null where it says nothing new. */
export const recipientMoves: Moves<RecipientStage, RecipientOutcomes> = {
  attempt: {
    pending: ATTEMPTED_OPEN,
    delayed: ATTEMPTED_OPEN,
    sent: { ...ATTEMPTED, delivery: 'delivered', complaint: 'complained' },
    late: { ...ATTEMPTED, delivery: 'delivered', complaint: 'complained' },
    delivered: { ...ATTEMPTED, complaint: 'complained' },
    bounced_softly: ATTEMPTED,
    given_up: ATTEMPTED,
    bounced: ATTEMPTED,
    complained: ATTEMPTED,
    failed: ATTEMPTED,
    suppressed: ATTEMPTED,
  },
  report: {
    pending: REPORTED_OPEN,
    delayed: REPORTED_OPEN,
    sent: REPORTED_SENT,
    late: { ...REPORTED_SENT, delivery_delayed: null },
    delivered: { ...REPORTED_SENT, failed: null, delivery_delayed: null, delivery: null },
    // A full mailbox has not said the last word: the address may prove dead, or its owner complain, of the same mail.
    bounced_softly: { ...REPORTED, bounce: 'bounced', given_up: 'given_up', complaint: 'complained' },
    given_up: { ...REPORTED, bounce: 'bounced', complaint: 'complained' },
    bounced: REPORTED,
    complained: REPORTED,
    failed: REPORTED,
    suppressed: REPORTED,
  },
  request: {
    pending: { retry: null, erase: 'suppressed' },
    delayed: { retry: null, erase: 'suppressed' },
    sent: { retry: null, erase: null },
    late: { retry: null, erase: null },
    delivered: { retry: null, erase: null },
    bounced_softly: { retry: null, erase: null },
    given_up: { retry: null, erase: null },
    bounced: { retry: null, erase: null },
    complained: { retry: null, erase: null },
    failed: { retry: 'pending', erase: null },
    suppressed: { retry: null, erase: null },
  },
};

/** Sent once one recipient was accepted, failed when none can be; `failed`, `cancelled` and `suppressed` are final but for a retry. */
export const messageMoves: Moves<MessageStatus, MessageOutcomes> = {
  attempt: {
    // A retry or a change of plans may have come between the claim and its outcome.
    queued: { reached: 'sent', waiting: 'queued', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    scheduled: { reached: 'sent', waiting: 'queued', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    sending: { reached: 'sent', waiting: 'queued', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    sent: { reached: 'sent', waiting: 'sent', doubtful: 'sent', lost: 'failed', held_back: 'failed' },
    failed: staying('failed'),
    cancelled: staying('cancelled'),
    suppressed: staying('suppressed'),
  },
  report: {
    queued: { reached: 'sent', waiting: 'queued', doubtful: 'failed', lost: 'failed' },
    scheduled: { reached: 'sent', waiting: 'scheduled', doubtful: 'failed', lost: 'failed' },
    sending: { reached: 'sent', waiting: 'sending', doubtful: 'failed', lost: 'failed' },
    sent: { reached: 'sent', waiting: 'sent', doubtful: 'sent', lost: 'failed' },
    failed: staying('failed'),
    cancelled: staying('cancelled'),
    suppressed: staying('suppressed'),
  },
  request: {
    queued: { reschedule: 'scheduled', cancel: 'cancelled', retry: null },
    scheduled: { reschedule: 'scheduled', cancel: 'cancelled', retry: null },
    sending: { reschedule: null, cancel: null, retry: null },
    sent: { reschedule: null, cancel: null, retry: null },
    failed: { reschedule: null, cancel: null, retry: 'queued' },
    cancelled: { reschedule: null, cancel: null, retry: null },
    suppressed: { reschedule: null, cancel: null, retry: null },
  },
  erasure: {
    queued: { reached: 'sent', waiting: 'queued', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    scheduled: { reached: 'sent', waiting: 'scheduled', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    sending: { reached: 'sent', waiting: 'sending', doubtful: 'failed', lost: 'failed', held_back: 'suppressed' },
    sent: { reached: 'sent', waiting: 'sent', doubtful: 'sent', lost: 'failed', held_back: 'failed' },
    failed: staying('failed'),
    cancelled: staying('cancelled'),
    suppressed: staying('suppressed'),
  },
  work: {
    queued: { due: 'queued', claim: 'sending', release: 'queued' },
    scheduled: { due: 'queued', claim: null, release: 'scheduled' },
    sending: { due: 'sending', claim: null, release: 'queued' },
    // Recipients that were put off are tried on while the message shows that others have it.
    sent: { due: 'sent', claim: 'sent', release: 'sent' },
    failed: { due: 'failed', claim: null, release: 'failed' },
    cancelled: { due: 'cancelled', claim: null, release: 'cancelled' },
    suppressed: { due: 'suppressed', claim: null, release: 'suppressed' },
  },
};

// Safe because the table has every status and no other key.
const statuses = Object.keys(messageMoves.request) as MessageStatus[];

/** Whether nothing that becomes of the recipients moves the message any more. */
export const isFinal = (status: MessageStatus): boolean => Object.values(messageMoves.attempt[status]).every((next) => next === status);

/** Statuses of messages that have not left, and on which something is still to be done. */
export const unsentStatuses: readonly MessageStatus[] = statuses.filter((status) => !isFinal(status) && status !== 'sent');

export const isUnsent = (status: string): boolean => unsentStatuses.some((one) => one === status);

/** The status that a request leads to from wherever it may be made. */
export function statusBy(request: MessageOutcomes['request']): MessageStatus {
  const [to, ...others] = new Set(statuses.flatMap((from) => messageMoves.request[from][request] ?? []));
  if (to === undefined || others.length > 0) throw new Error(`${request} leads to no one status`);
  return to;
}

/** The moves of one outcome between different statuses. */
export const changesBy = (outcome: MessageOutcomes['work']): (readonly [from: MessageStatus, to: MessageStatus])[] =>
  statuses.flatMap((from) => {
    const to = messageMoves.work[from][outcome];
    return to === null || to === from ? [] : [[from, to] as const];
  });

/** The statuses in which a message can be moved so. */
export const movableBy = (outcome: MessageOutcomes['request' | 'work']): MessageStatus[] =>
  statuses.filter((status) => ({ ...messageMoves.request[status], ...messageMoves.work[status] })[outcome] !== null);

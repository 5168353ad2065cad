import type { MessageStatus, RecipientStatus } from '@posthorn/contract';

/** The stage of a recipient: its status, with the marks that are stored beside it. */
export type RecipientStage =
  | RecipientStatus
  /** Accepted, and delayed at the receiving side. */
  | 'late'
  /** Reported as bounced for a reason that says nothing against the address, such as a full mailbox; the server may still try. */
  | 'bounced_softly'
  /** The same, and the server tries no more. */
  | 'given_up';

/** What can happen to a recipient, by source. */
export interface RecipientOutcomes {
  /** The worker that has claimed the message; the last two only where the mail is simulated. */
  readonly attempt: 'sent' | 'failed' | 'bounce' | 'delivery_delayed' | 'suppressed' | 'delivery' | 'complaint';
  /** A report from another server: `bounce` is hard or by policy, `soft_bounce` and `given_up` are soft. */
  readonly report: 'sent' | 'failed' | 'bounce' | 'soft_bounce' | 'given_up' | 'delivery_delayed' | 'delivery' | 'complaint';
  /** A caller of the API. */
  readonly request: 'retry' | 'erase';
}

/** The combined state of a message's recipients: the first of these that any of them has. */
export type DeliveryState = 'reached' | 'waiting' | 'doubtful' | 'lost';

/** What can happen to a message, by what causes it. */
export interface MessageOutcomes {
  /** The state after an attempt; `held_back`: nobody is left in `to`. */
  readonly attempt: DeliveryState | 'held_back';
  readonly report: DeliveryState;
  readonly request: 'reschedule' | 'cancel' | 'retry';
  /** The state after an erasure; `held_back`: all recipients are. */
  readonly erasure: DeliveryState | 'held_back';
  /** A step of the worker, before or after an attempt. */
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
// The mail waits in their queue, not in ours: the recipient is not pending again.
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

/** The stage of a recipient after an outcome; null if it does not change. */
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
    // A full mailbox is not final: later reports on the same mail may say that the address does not exist, or be a complaint.
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

/** The status of a message after an outcome; null where there is no such move. It is sent once one recipient was accepted, and failed when none can be. `failed`, `cancelled` and `suppressed` are final, but for a retry. */
export const messageMoves: Moves<MessageStatus, MessageOutcomes> = {
  attempt: {
    // A message may have been moved between its claim and the outcome.
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
    // Deferred recipients are tried again while the message is sent to others.
    sent: { due: 'sent', claim: 'sent', release: 'sent' },
    failed: { due: 'failed', claim: null, release: 'failed' },
    cancelled: { due: 'cancelled', claim: null, release: 'cancelled' },
    suppressed: { due: 'suppressed', claim: null, release: 'suppressed' },
  },
};

// Safe because the table has every status and no other key.
const statuses = Object.keys(messageMoves.request) as MessageStatus[];

/** Returns whether no outcome of an attempt moves a message any more. */
export const isFinal = (status: MessageStatus): boolean => Object.values(messageMoves.attempt[status]).every((next) => next === status);

/** Statuses of messages that have not gone out and still may. */
export const unsentStatuses: readonly MessageStatus[] = statuses.filter((status) => !isFinal(status) && status !== 'sent');

export const isUnsent = (status: string): boolean => unsentStatuses.some((one) => one === status);

/** Returns the status that a request leads to. */
export function statusBy(request: MessageOutcomes['request']): MessageStatus {
  const [to, ...others] = new Set(statuses.flatMap((from) => messageMoves.request[from][request] ?? []));
  if (to === undefined || others.length > 0) throw new Error(`${request} leads to no one status`);
  return to;
}

/** Returns the moves of one outcome that change the status. */
export const changesBy = (outcome: MessageOutcomes['work']): (readonly [from: MessageStatus, to: MessageStatus])[] =>
  statuses.flatMap((from) => {
    const to = messageMoves.work[from][outcome];
    return to === null || to === from ? [] : [[from, to] as const];
  });

/** Returns the statuses from which an outcome moves a message. */
export const movableBy = (outcome: MessageOutcomes['request' | 'work']): MessageStatus[] =>
  statuses.filter((status) => ({ ...messageMoves.request[status], ...messageMoves.work[status] })[outcome] !== null);

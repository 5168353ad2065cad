import { trimEnd } from '../core/text/trim-end.ts';
import type { HandOver, RecipientReply } from './provider.ts';
import { describeFault, providerFault, type SmtpFault } from './smtp-fault.ts';

/** What is known at the end of a transmission. */
export interface SmtpEnd {
  readonly to: readonly string[];
  /** The replies to the envelope so far. */
  readonly envelope: { readonly accepted: readonly string[]; readonly rejectedErrors: readonly SmtpFault[] };
  /** The final reply of a server that accepted the mail. */
  readonly response: string | undefined;
  readonly fault: SmtpFault | undefined;
  /** The whole mail was written to the connection, including the final dot. */
  readonly transmitted: boolean;
  /** Aborted by ourselves before the first byte of the content. */
  readonly brokenOff: boolean;
}

type Refusal = Exclude<RecipientReply, { outcome: 'accepted' }>;

const MESSAGE_STEPS = ['EENVELOPE', 'EMESSAGE'];
// Closing, or a bad sequence of commands (RFC 5321, section 4.2.3): faults of the connection, never of a mail.
const SESSION_CODES = [421, 503];

/** Whether the reply says nothing about the mail or its recipients. */
const isOfSession = (fault: SmtpFault) => SESSION_CODES.includes(fault.responseCode ?? 0) || providerFault(fault) !== undefined;

function isFinal(fault: SmtpFault): boolean {
  const { code, response, responseCode } = fault;
  if (!MESSAGE_STEPS.includes(code ?? '')) return false;
  // Without a response it was never sent: it is too large for the server, or has an address that SMTP cannot express.
  if (response === undefined) return true;
  return responseCode !== undefined && responseCode >= 500 && !isOfSession(fault);
}

function refuse(email: string, fault: SmtpFault, about: Refusal['about']): Refusal {
  const code = fault.responseCode ?? null;
  const refusal = { email, outcome: isFinal(fault) ? 'refused' : 'deferred', about, code, reply: describeFault(fault) } as const;
  return about === 'mail' && fault.code === 'EMESSAGE' && fault.response !== undefined ? { ...refusal, afterContent: true } : refusal;
}

/** Returns replies to RCPT by recipient; those after a refused MAIL say nothing about the recipients. */
function rejections({ envelope, fault }: SmtpEnd): Map<string, SmtpFault> {
  const rejected: readonly SmtpFault[] = fault?.command === 'MAIL FROM' ? [] : envelope.rejectedErrors;
  return new Map(rejected.map((rejection) => [rejection.recipient ?? '', rejection]));
}

/** A server that accepts one recipient does let us in: what it says of another is about that one. */
function bareOfFault(rejection: SmtpFault): SmtpFault {
  const { message, response, responseCode } = rejection;
  return Object.assign(new Error(message), { code: 'EMESSAGE', response, responseCode });
}

interface Rejection {
  readonly rejection: SmtpFault | undefined;
  /** Whether the server accepted another recipient. */
  readonly letIn: boolean;
}

function replyTo(email: string, { rejection, letIn }: Rejection, fault: SmtpFault | undefined): RecipientReply {
  if (rejection !== undefined) {
    const own = letIn ? bareOfFault(rejection) : rejection;
    return refuse(email, own, isOfSession(own) ? 'mail' : 'recipient');
  }
  return fault === undefined ? { email, outcome: 'accepted' } : refuse(email, fault, 'mail');
}

const QUEUE_IDS = [
  /\bqueued as <?([\w.@+=:/-]{1,200})/i,
  /\bid=<?([\w.@+=:/-]{1,200})/i,
  /^250[ -](?:2\.\d\.\d )?ok:? <?([\w.@+=:/-]{6,200})>?$/im,
];

/** Returns the queue id in a final reply: `queued as X` (Postfix), `id=X` (Exim), `Ok X` (SES). */
export function findQueueId(response: string): string | null {
  for (const pattern of QUEUE_IDS) {
    const [, id] = pattern.exec(response) ?? [];
    if (id !== undefined && /\d/.test(id)) return trimEnd(id, '.:');
  }
  return null;
}

/** Returns the result of a transmission for each recipient. */
export function toHandOver(end: SmtpEnd): HandOver {
  const rejected = rejections(end);
  const letIn = end.envelope.accepted.length > 0;
  const fault = end.fault === undefined || end.brokenOff ? undefined : providerFault(end.fault);
  return {
    replies: end.to.map((email) => replyTo(email, { rejection: rejected.get(email), letIn }, end.fault)),
    providerMessageId: end.response === undefined ? null : findQueueId(end.response),
    inDoubt: end.fault !== undefined && end.transmitted && end.fault.response === undefined,
    brokenOff: end.brokenOff,
    ...(fault === undefined ? {} : { fault }),
  };
}

import { trimEnd } from '../core/trim-end.ts';
import type { SMTPConnectionEnvelope } from './nodemailer.ts';
import type { HandOver, RecipientReply } from './provider.ts';

/** The ways in which nodemailer tells what went wrong. */
export interface SmtpFault extends Error {
  /** The step: `EENVELOPE` and `EMESSAGE` for the mail itself, others for the connection. */
  readonly code?: string | undefined;
  readonly command?: string | undefined;
  readonly response?: string | undefined;
  readonly responseCode?: number | undefined;
  readonly recipient?: string | undefined;
}

/** What is known when a transmission has ended. */
export interface SmtpEnd {
  readonly to: readonly string[];
  /** What nodemailer noted of the envelope, as far as it came. */
  readonly envelope: Partial<Pick<SMTPConnectionEnvelope, 'rejectedErrors'>>;
  /** The final reply of a mail that was taken. */
  readonly response: string | undefined;
  readonly fault: SmtpFault | undefined;
  /** The whole mail was written to the connection, the final dot included. */
  readonly transmitted: boolean;
  /** Given up by ourselves before the first byte of the content. */
  readonly brokenOff: boolean;
}

type Refusal = Exclude<RecipientReply, { outcome: 'accepted' }>;

const REPLY_LENGTH = 500;
const MESSAGE_STEPS = ['EENVELOPE', 'EMESSAGE'];
// Closing, a session out of step, and authentication or encryption asked for (RFC 5321, section 4.2.3;
// RFC 4954, section 6; RFC 3207, section 4): faults of the connection or its configuration, never of a mail.
const SESSION_CODES = [421, 503, 530, 534, 535, 538];

const describe = ({ response, message }: SmtpFault) =>
  (response ?? message)
    .replaceAll(/\p{Cc}+/gu, ' ')
    .slice(0, REPLY_LENGTH)
    .toWellFormed();

function isFinal({ code, response, responseCode }: SmtpFault): boolean {
  if (!MESSAGE_STEPS.includes(code ?? '')) return false;
  // Without a response it was never sent: too large for the server, or an address SMTP cannot say.
  if (response === undefined) return true;
  return responseCode !== undefined && responseCode >= 500 && !SESSION_CODES.includes(responseCode);
}

function refuse(email: string, fault: SmtpFault, about: Refusal['about']): Refusal {
  const code = fault.responseCode ?? null;
  return { email, outcome: isFinal(fault) ? 'refused' : 'deferred', about, code, reply: describe(fault) };
}

/** Replies to RCPT by recipient; those after a refused MAIL say nothing of the recipients. */
function rejections({ envelope, fault }: SmtpEnd): Map<string, SmtpFault> {
  const rejected: readonly SmtpFault[] = fault?.command === 'MAIL FROM' ? [] : (envelope.rejectedErrors ?? []);
  return new Map(rejected.map((rejection) => [rejection.recipient ?? '', rejection]));
}

function replyTo(email: string, rejection: SmtpFault | undefined, fault: SmtpFault | undefined): RecipientReply {
  if (rejection !== undefined) return refuse(email, rejection, SESSION_CODES.includes(rejection.responseCode ?? 0) ? 'mail' : 'recipient');
  return fault === undefined ? { email, outcome: 'accepted' } : refuse(email, fault, 'mail');
}

const QUEUE_IDS = [
  /\bqueued as <?([\w.@+=:/-]{1,200})/i,
  /\bid=<?([\w.@+=:/-]{1,200})/i,
  /^250[ -](?:2\.\d\.\d )?ok:? <?([\w.@+=:/-]{6,200})>?$/im,
];

/** The queue id in a final reply: `queued as X` (Postfix), `id=X` (Exim), `Ok X` (SES). */
export function findQueueId(response: string): string | null {
  for (const pattern of QUEUE_IDS) {
    const [, id] = pattern.exec(response) ?? [];
    if (id !== undefined && /\d/.test(id)) return trimEnd(id, '.:');
  }
  return null;
}

/** What the end of a transmission means for each recipient. */
export function toHandOver(end: SmtpEnd): HandOver {
  const rejected = rejections(end);
  return {
    replies: end.to.map((email) => replyTo(email, rejected.get(email), end.fault)),
    providerMessageId: end.response === undefined ? null : findQueueId(end.response),
    inDoubt: end.fault !== undefined && end.transmitted && end.fault.response === undefined,
    brokenOff: end.brokenOff,
  };
}

import { ApiError } from '../core/api-error.ts';
import type { SmtpSubmission } from '../core/context.ts';
import { sha256 } from '../core/crypto/hash.ts';
import { parseAddress } from '../core/email-address.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';
import { placeRecipients, showMailbox } from './place-recipients.ts';
import { invalid, type MailFault, readOptions } from './read-options.ts';
import { shortenReferences } from './references.ts';

/** A mail as `POST /v1/email` takes it. */
export interface SubmissionRequest {
  readonly input: RawInput;
  readonly submission: SmtpSubmission;
  /** The key was not given, and is made of the Message-ID. */
  readonly hasMadeKey: boolean;
}

/** What the service writes itself, or what belongs to the content. */
const OURS = new Set([
  ...['from', 'to', 'cc', 'bcc', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'mime-version'],
  ...['return-path', 'received', 'dkim-signature', 'authentication-results', 'idempotency-key'],
]);
const OUR_FAMILY = /^(?:content-|arc-|x-posthorn-)/;

function readHeaders({ headers }: SubmittedMail): Record<string, string> | MailFault {
  const kept = new Map<string, readonly [name: string, value: string]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (OURS.has(key) || OUR_FAMILY.test(key)) continue;
    if (kept.has(key)) return invalid(`headers.${name}`, 'Named twice.');
    const clean = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
    kept.set(key, [name, key === 'references' ? shortenReferences(clean) : clean]);
  }
  return Object.fromEntries(kept.values());
}

const findHeader = ({ headers }: SubmittedMail, wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value.trim();

/** Names a mail to its recipients: a client that has not heard our reply hands over the same once more. */
function keyOf(mail: SubmittedMail, envelope: readonly string[]): string | undefined {
  if (mail.messageId === null || mail.messageId.trim() === '') return undefined;
  const emails = envelope.map((address) => parseAddress(address)?.email ?? address).sort();
  return `smtp-${sha256(JSON.stringify([mail.messageId.trim(), emails]))}`;
}

function bodyOf(mail: SubmittedMail) {
  const { subject, text, html, replyTo, attachments } = mail;
  return {
    ...(subject === '' ? {} : { subject }),
    ...(html === null ? { text_body: text ?? '' } : { html_body: html, ...(text === null ? {} : { text_body: text }) }),
    ...(replyTo.length === 0 ? {} : { reply_to: replyTo.map(showMailbox) }),
    ...(attachments.length === 0
      ? {}
      : {
          attachments: attachments.map(({ filename, contentType, contentId, content }) => ({
            filename,
            content_type: contentType,
            content,
            ...(contentId === null ? {} : { content_id: contentId }),
          })),
        }),
  };
}

/** Returns what is asked of `POST /v1/email` by a mail and its envelope; what stays wrong in it, the send refuses. */
export function toRequest(mail: SubmittedMail, envelope: readonly string[]): SubmissionRequest | MailFault {
  const [sender, ...others] = mail.from;
  if (sender === undefined || others.length > 0) return invalid('From', 'A mail has one sender.');
  const [options, headers] = [readOptions(mail), readHeaders(mail)];
  if (options instanceof ApiError) return options;
  if (headers instanceof ApiError) return headers;
  const { hidesTo, ...recipients } = placeRecipients(mail, envelope);
  const given = findHeader(mail, 'idempotency-key') || undefined;
  const key = given ?? keyOf(mail, envelope);
  return {
    input: {
      headers: key === undefined ? {} : { 'idempotency-key': key },
      body: { from: showMailbox(sender), ...recipients, ...bodyOf(mail), headers, ...options },
    },
    submission: { isSealed: mail.isSealed, hidesTo },
    hasMadeKey: given === undefined,
  };
}

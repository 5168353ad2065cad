import { limits } from '@posthorn/contract';
import { sha256 } from '../core/crypto/hash.ts';
import { parseAddress } from '../core/email-address.ts';
import { ApiError } from '../core/errors/api-error.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import type { SmtpSubmission } from '../core/request/context.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';
import { placeRecipients, showMailbox } from './place-recipients.ts';
import { invalid, type MailFault, readOptions } from './read-options.ts';
import { shortenReferences } from './references.ts';

/** A mail as a request of `POST /v1/email`. */
export interface SubmissionRequest {
  readonly input: RawInput;
  readonly submission: SmtpSubmission;
  /** The key was not given, and is made of the Message-ID. */
  readonly hasMadeKey: boolean;
}

/** Headers that the service sets itself, or that belong to the content. */
const OURS = new Set([
  ...['from', 'to', 'cc', 'bcc', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'mime-version'],
  ...['dkim-signature', 'authentication-results', 'idempotency-key'],
]);
/**
 * Headers that servers added on the way of a mail that is submitted again: keeping them would disclose its route, and some would consider
 * it a loop.
 */
const TRACES = new Set([
  ...['return-path', 'received', 'received-spf', 'x-received', 'delivered-to', 'x-delivered-to'],
  ...['x-original-to', 'envelope-to', 'x-envelope-to', 'x-envelope-from'],
]);
/** Those of RFC 5322, section 3.6, that may be there once, and are not of the service. */
const SINGLE = new Set(['in-reply-to', 'references']);
/** Those that may be there often, and mean the same in one line. */
const JOINED = new Set(['comments', 'keywords']);
const OUR_FAMILY = /^(?:content-|arc-|x-posthorn-)/;

const isDropped = (key: string) => OURS.has(key) || TRACES.has(key) || OUR_FAMILY.test(key);

/** Returns two values of a header as one, or the first where both do not fit or do not go together. */
function joinValues(key: string, first: string, next: string): string {
  const joined = [first, next].filter((value) => value !== '').join(', ');
  return JOINED.has(key) && joined.length <= limits.headerLength ? joined : first;
}

/** Returns the headers that are passed on, each once, since an email has one value for a name. */
function readHeaders({ headers }: SubmittedMail): Record<string, string> | MailFault {
  const kept = new Map<string, readonly [name: string, value: string]>();
  for (const { name, value } of headers) {
    const key = name.toLowerCase();
    if (isDropped(key)) continue;
    const trimmed = value.replaceAll(/\p{Cc}+/gu, ' ').trim();
    const clean = key === 'references' ? shortenReferences(trimmed) : trimmed;
    const first = kept.get(key);
    if (first === undefined) kept.set(key, [name, clean]);
    else if (!SINGLE.has(key)) kept.set(key, [first[0], joinValues(key, first[1], clean)]);
    else if (first[1] !== clean) return invalid(`headers.${name}`, 'Named twice.');
  }
  return Object.fromEntries(kept.values());
}

const findHeader = ({ headers }: SubmittedMail, wanted: string) => headers.find(({ name }) => name.toLowerCase() === wanted)?.value.trim();

/** Returns a key for a mail and its recipients: a client that missed our reply submits the same again. */
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

/** Returns the send request for a mail and its envelope; what stays invalid is refused by the send. */
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

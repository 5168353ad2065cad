import { limits } from '@posthorn/contract';
import { decodeWords } from 'postal-mime';
import { z } from 'zod';
import { ApiError } from '../core/api-error.ts';
import type { Submitted } from '../core/context.ts';
import { sha256 } from '../core/crypto/hash.ts';
import { formatAddress, parseAddress } from '../core/email-address.ts';
import type { RawInput } from '../core/operation/read-input.ts';
import { toStorable } from '../core/text/storable.ts';
import type { SubmittedMail, SubmittedMailbox } from '../mime/read-submitted.ts';
import { shortenReferences } from './references.ts';

type Fault = ApiError<'validation_failed'>;

/** A mail as `POST /v1/email` takes it. */
export interface SubmissionRequest {
  readonly input: RawInput;
  readonly submitted: Submitted;
  /** The key was not given, and is made of the Message-ID. */
  readonly hasMadeKey: boolean;
}

const invalid = (field: string, sentence: string): Fault =>
  new ApiError('validation_failed', { field }, { detail: `${field}: ${sentence}` });

/** What the service writes itself, or what belongs to the content. */
const OURS = new Set([
  ...['from', 'to', 'cc', 'bcc', 'sender', 'reply-to', 'subject', 'date', 'message-id', 'mime-version'],
  ...['return-path', 'received', 'dkim-signature', 'authentication-results', 'idempotency-key'],
]);
const OUR_FAMILY = /^(?:content-|arc-|x-posthorn-)/;
const ASKING = /^x-posthorn-/i;
const TAG = /^x-posthorn-tag-/i;
/** With all that encoding adds to it. */
const LONGEST_TAG = 20 * limits.tagLength;

const shown = ({ address, name }: SubmittedMailbox): string => {
  const clean = name.replaceAll(/[\p{Cc}\p{Zl}\p{Zp}]+/gu, ' ').trim();
  return formatAddress({ address, name: clean === '' ? null : clean });
};

interface Recipients {
  readonly to: readonly string[];
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly hidesTo: boolean;
}

/**
 * Whom the envelope names, in the places that the headers give them; nobody else gets the mail or is shown. Where nobody of the
 * envelope is in To, whoever is in no header stands there, unseen by the others.
 */
function placeRecipients({ to, cc }: SubmittedMail, envelope: readonly string[]): Recipients {
  const open = new Map(envelope.map((address) => [parseAddress(address)?.email ?? address, address]));
  const take = (mailboxes: readonly SubmittedMailbox[]) =>
    mailboxes.flatMap((mailbox) => (open.delete(parseAddress(mailbox.address)?.email ?? '') ? [shown(mailbox)] : []));
  const [inTo, inCc] = [take(to), take(cc)];
  const others = [...open.values()];
  if (inTo.length > 0) return { to: inTo, cc: inCc, bcc: others, hidesTo: false };
  if (others.length > 0) return { to: others, cc: inCc, bcc: [], hidesTo: others.length + inCc.length > 1 };
  return { to: inCc, cc: [], bcc: [], hidesTo: false };
}

const instant = z.iso.datetime({ offset: true });

function readTime(text: string): number | Fault {
  if (/^\d{1,16}$/.test(text)) return Number(text);
  const parsed = instant.safeParse(text);
  if (parsed.success) return Date.parse(parsed.data);
  return invalid('X-Posthorn-Scheduled-At', 'Takes ISO 8601 with an offset, such as 2030-01-31T08:00:00Z, or ms since 1970.');
}

function readFlag(text: string): boolean | Fault {
  const value = text.toLowerCase();
  return value === 'true' || value === 'false' ? value === 'true' : invalid('X-Posthorn-Test-Mode', 'Takes true or false.');
}

/** Clients write what is not ASCII in encoded words (RFC 2047); a longer one is refused in any case. */
const readTag = (text: string): string =>
  (text.length > LONGEST_TAG ? text : toStorable(decodeWords(text)).replaceAll(/[\r\n\u0000]+/g, ' ')).trim();

/** What may be asked for in headers, by the field that it becomes. */
const OPTIONS: Readonly<Record<string, readonly [field: string, read: (text: string) => unknown]>> = {
  'x-posthorn-stream': ['stream', (text) => text.toLowerCase()],
  'x-posthorn-test-mode': ['test_mode', readFlag],
  'x-posthorn-scheduled-at': ['scheduled_at', readTime],
};

function readOptions({ headers }: SubmittedMail): Record<string, unknown> | Fault {
  const fields: Record<string, unknown> = {};
  const tags = new Map<string, string>();
  for (const { name, value } of headers.filter((header) => ASKING.test(header.name))) {
    if (TAG.test(name)) {
      const tag = name.replace(TAG, '').toLowerCase();
      if (tags.has(tag)) return invalid(name, 'Named twice.');
      tags.set(tag, readTag(value));
      continue;
    }
    const option = OPTIONS[name.toLowerCase()];
    // Whoever set it expects something of it.
    if (option === undefined) return invalid(name, 'There is no such header.');
    const [field, read] = option;
    if (field in fields) return invalid(name, 'Named twice.');
    const found = read(value.trim());
    if (found instanceof ApiError) return found;
    fields[field] = found;
  }
  return tags.size === 0 ? fields : { ...fields, tags: Object.fromEntries(tags) };
}

function readHeaders({ headers }: SubmittedMail): Record<string, string> | Fault {
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
    ...(replyTo.length === 0 ? {} : { reply_to: replyTo.map(shown) }),
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
export function toRequest(mail: SubmittedMail, envelope: readonly string[]): SubmissionRequest | Fault {
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
      body: { from: shown(sender), ...recipients, ...bodyOf(mail), headers, ...options },
    },
    submitted: { isSealed: mail.isSealed, hidesTo },
    hasMadeKey: given === undefined,
  };
}

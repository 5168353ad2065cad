import { limits } from '@posthorn/contract';
import { type Address, addressParser, type Email } from 'postal-mime';
import { toStorable } from '../core/text/storable.ts';
import { readEmail } from './read-email.ts';
import { isSealedType, readSealed } from './read-sealed.ts';
import { findShown, readAttachments, type SubmittedAttachment } from './submitted-attachments.ts';

/** An address of a header with its display name; not necessarily valid. */
export interface SubmittedMailbox {
  readonly address: string;
  readonly name: string;
}

/** A parsed mail that a client submits; all strings can be stored. */
export interface SubmittedMail {
  readonly from: readonly SubmittedMailbox[];
  readonly to: readonly SubmittedMailbox[];
  readonly cc: readonly SubmittedMailbox[];
  readonly replyTo: readonly SubmittedMailbox[];
  readonly subject: string;
  readonly messageId: string | null;
  /** In order, unfolded, without decoding. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly SubmittedAttachment[];
  /** Whether its only attachment is the signed or encrypted content: `Content-…` headers, an empty line, and the body. */
  readonly isSealed: boolean;
}

const mailboxesOf = (addresses: readonly Address[] = []): SubmittedMailbox[] =>
  addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ address, name }) => ({ address: toStorable(address), name: toStorable(name) }));

/** Returns the senders of all such headers: a client that writes two may not choose which one counts. */
const sendersOf = ({ headers }: Email): SubmittedMailbox[] =>
  headers.filter(({ key }) => key === 'from').flatMap(({ value }) => mailboxesOf(addressParser(value)));

/** Returns a text without the line end that the parser appends. */
const textOf = (text: string) => toStorable(text.endsWith('\n') ? text.slice(0, -1) : text);

const headOf = (email: Email) => ({
  from: sendersOf(email),
  to: mailboxesOf(email.to),
  cc: mailboxesOf(email.cc),
  replyTo: mailboxesOf(email.replyTo),
  subject: toStorable(email.subject ?? '').replaceAll(/[\r\n]+/g, ' '),
  messageId: email.messageId === undefined ? null : toStorable(email.messageId),
  headers: email.headers.map(({ originalKey, value }) => ({ name: toStorable(originalKey), value: toStorable(value) })),
});

/** Parses a submitted mail. A mail within it is an attachment. Throws if it cannot be parsed. */
export async function readSubmitted(raw: Buffer): Promise<SubmittedMail> {
  const email = await readEmail(raw);
  const head = headOf(email);
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (isSealedType(type)) return { ...head, text: null, html: null, attachments: [readSealed(raw)], isSealed: true };
  const html = email.html === undefined ? undefined : textOf(email.html);
  // A longer one is refused.
  const isLong = (html?.length ?? 0) > limits.htmlBytes;
  const shown = html === undefined ? undefined : findShown(html, isLong ? [] : email.attachments);
  return {
    ...head,
    text: email.text === undefined ? null : textOf(email.text),
    html: shown?.html ?? null,
    attachments: readAttachments(email, shown?.contentIds ?? new Map()),
    isSealed: false,
  };
}

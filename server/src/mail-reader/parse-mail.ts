import { type Address, type Attachment, addressParser, type Email } from 'postal-mime';
import { formatAddress, withNeededQuotes } from '../core/email-address.ts';
import { cutText, isLongerThan } from '../core/text/characters.ts';
import { toStorable } from '../core/text/storable.ts';
import { contentOf, MOST_NAME, mediaTypeOf } from '../mime/attachments.ts';
import { readEmail } from '../mime/read-email.ts';

/** An attachment of a received mail. */
export interface ReceivedAttachment {
  readonly filename: string | null;
  /** Media type in lower case. */
  readonly contentType: string;
  /** Content id by which the HTML may refer to it, without `<` and `>`; absent where it has none, or one that is longer than a name. */
  readonly contentId?: string;
  readonly content: Buffer;
}

/** The content of a received mail; all strings can be stored. */
export interface ParsedMail {
  readonly from: { readonly address: string; readonly name: string | null } | null;
  /** Addresses of the To header. */
  readonly to: readonly string[];
  /** As shown, `Name <a@b.c>` where they have a name. */
  readonly cc: readonly string[];
  readonly bcc: readonly string[];
  readonly replyTo: readonly string[];
  /** Addresses of all headers that name somebody, except To. */
  readonly others: readonly string[];
  readonly subject: string;
  readonly messageId: string | null;
  readonly inReplyTo: string | null;
  /** Address of the Return-Path header. */
  readonly returnPath: string | null;
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly ReceivedAttachment[];
}

const MOST_ADDRESSES = 1000;
const MOST_TEXT = 2000;
/** In lower case. */
const NAMING = new Set([
  'from',
  'sender',
  'reply-to',
  'cc',
  'bcc',
  'resent-from',
  'resent-sender',
  'resent-to',
  'resent-cc',
  'resent-bcc',
  'resent-reply-to',
  'return-path',
  'delivered-to',
  'x-original-to',
  'x-forwarded-to',
  'envelope-to',
  'mail-followup-to',
  'mail-reply-to',
  'errors-to',
  'return-receipt-to',
  'disposition-notification-to',
]);

/** Headers are as long as their sender likes; log lines are not. */
const cut = (text: string | undefined, most: number): string => toStorable(cutText(text ?? '', most));
const addressOf = (address: string | undefined): string => withNeededQuotes(cut(address, MOST_TEXT));
const orNull = (text: string): string | null => (text === '' ? null : text);

function mailboxesOf(addresses: readonly Address[] = []) {
  return addresses.flatMap((address) => address.group ?? [address]).filter(({ address }) => address !== '');
}

const addressesOf = (mailboxes: ReturnType<typeof mailboxesOf>): string[] =>
  mailboxes.slice(0, MOST_ADDRESSES).map(({ address }) => addressOf(address));

const nameOf = (name: string | undefined): string | null => orNull(cut(name, MOST_NAME));

const shownOf = (addresses: readonly Address[] | undefined): string[] =>
  mailboxesOf(addresses)
    .slice(0, MOST_ADDRESSES)
    .map(({ address, name }) => formatAddress({ address: addressOf(address), name: nameOf(name) }));

/** A message id may have comments around it (RFC 2045, section 7). */
const BRACKETED = /<([^<>]*)>/;

/** A cut one would refer to nothing. */
function contentIdOf({ contentId: given = '' }: Attachment): Pick<ReceivedAttachment, 'contentId'> {
  const bracketed = BRACKETED.exec(given)?.[1];
  const contentId = toStorable((bracketed ?? given.trim().replace(/^</, '').replace(/>$/, '')).trim());
  return contentId === '' || isLongerThan(contentId, MOST_NAME) ? {} : { contentId };
}

function toAttachment(attachment: Attachment): ReceivedAttachment {
  const { filename } = attachment;
  return {
    ...contentIdOf(attachment),
    filename: filename === null ? null : orNull(cut(filename, MOST_NAME)),
    contentType: mediaTypeOf(attachment),
    content: contentOf(attachment),
  };
}

function toParsed(email: Email): ParsedMail {
  const [from] = mailboxesOf(email.from === undefined ? [] : [email.from]);
  const naming = email.headers.filter(({ key }) => NAMING.has(key));
  return {
    from: from === undefined ? null : { address: addressOf(from.address), name: nameOf(from.name) },
    to: addressesOf(mailboxesOf(email.to)),
    cc: shownOf(email.cc),
    bcc: shownOf(email.bcc),
    replyTo: shownOf(email.replyTo),
    others: [...new Set(addressesOf(naming.flatMap(({ value }) => mailboxesOf(addressParser(value)))))],
    subject: cut(email.subject, MOST_TEXT),
    messageId: orNull(cut(email.messageId, MOST_TEXT)),
    inReplyTo: orNull(cut(email.inReplyTo, MOST_TEXT)),
    returnPath: email.returnPath === undefined ? null : email.returnPath.replaceAll(/[<>\s]/g, ''),
    headers: email.headers.map(({ originalKey, value }) => ({ name: toStorable(originalKey), value: toStorable(value) })),
    text: email.text === undefined ? null : toStorable(email.text),
    html: email.html === undefined ? null : toStorable(email.html),
    attachments: email.attachments.map(toAttachment),
  };
}

/** Reads a mail. A mail within it is an attachment. Throws if it cannot be read. */
export async function parseMail(raw: Buffer): Promise<ParsedMail> {
  return toParsed(await readEmail(raw));
}

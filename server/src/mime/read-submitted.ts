import { isAscii, isUtf8 } from 'node:buffer';
import { limits } from '@posthorn/contract';
import { type Address, type Attachment, addressParser, type Email } from 'postal-mime';
import { toStorable } from '../core/text/storable.ts';
import { UnreadableMail } from './mail-limits.ts';
import { readEmail } from './read-email.ts';

/** An address of a header with the name shown beside it; no address need be one. */
export interface SubmittedMailbox {
  readonly address: string;
  readonly name: string;
}

export interface SubmittedAttachment {
  readonly filename: string;
  /** Media type, with the parameters that matter. */
  readonly contentType: string;
  /** Where the HTML shows it. */
  readonly contentId: string | null;
  /** Base64. */
  readonly content: string;
}

/** What somebody hands over to be sent, taken apart; all texts can be stored. */
export interface SubmittedMail {
  readonly from: readonly SubmittedMailbox[];
  readonly to: readonly SubmittedMailbox[];
  readonly cc: readonly SubmittedMailbox[];
  readonly replyTo: readonly SubmittedMailbox[];
  readonly subject: string;
  readonly messageId: string | null;
  /** In order, unfolded, nothing decoded. */
  readonly headers: readonly { readonly name: string; readonly value: string }[];
  readonly text: string | null;
  readonly html: string | null;
  readonly attachments: readonly SubmittedAttachment[];
  /** Whether its only attachment is what it says, signed or encrypted: headers `Content-…`, an empty line, and the body. */
  readonly isSealed: boolean;
}

/** S/MIME (RFC 8551) and PGP/MIME (RFC 3156): whoever took these apart would break them. */
const SEALED = /^\s*(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)\s*(?:;|$)/i;
const SEALED_NAME = 'sealed.eml';
const SEALED_TYPE = 'application/octet-stream';

const MEDIA_TYPE = /^[\w.+-]+\/[\w.+-]+$/;
const CONTENT_ID = /^[\w.@+-]{1,255}$/;
const MOST_NAME = 255;
/** Of more attachments nobody needs to know where the HTML shows them: they are refused. */
const MOST_SHOWN = 20;
const LONGEST_LINE = 998;

const NAMES: Readonly<Record<string, string>> = {
  'message/rfc822': 'message.eml',
  'text/calendar': 'invite.ics',
  'text/html': 'page.html',
};

const mailboxesOf = (addresses: readonly Address[] = []): SubmittedMailbox[] =>
  addresses
    .flatMap((address) => address.group ?? [address])
    .map(({ address, name }) => ({ address: toStorable(address), name: toStorable(name) }));

/** Every sender, of however many headers: who writes two of them may not choose which one counts. */
const sendersOf = ({ headers }: Email): SubmittedMailbox[] =>
  headers.filter(({ key }) => key === 'from').flatMap(({ value }) => mailboxesOf(addressParser(value)));

function bytesOf({ content }: Attachment): Buffer {
  // Safe because nobody has asked the parser for text.
  const bytes = content as ArrayBuffer | Uint8Array;
  return bytes instanceof ArrayBuffer ? Buffer.from(bytes) : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}

function filenameOf({ filename, mimeType }: Attachment, place: number): string {
  const given = toStorable(filename ?? '').replaceAll(/[/\\\u0000-\u001f\u007f]/g, '_');
  return given === '' ? (NAMES[mimeType] ?? `attachment-${place + 1}`) : given.slice(0, MOST_NAME).toWellFormed();
}

/** The parser drops the parameters of a type; the two that readers need are told by what is there. */
function typeOf({ mimeType, method }: Attachment, content: Buffer): string {
  if (!MEDIA_TYPE.test(mimeType)) return 'application/octet-stream';
  const charset = mimeType.startsWith('text/') && isUtf8(content) ? '; charset=utf-8' : '';
  return method !== undefined && /^[\w-]{1,30}$/.test(method) ? `${mimeType}${charset}; method=${method}` : `${mimeType}${charset}`;
}

interface Shown {
  readonly html: string;
  /** By the place of the attachment. */
  readonly contentIds: ReadonlyMap<number, string>;
}

/** Finds which attachments the HTML shows; a name that ours may not be is changed in both. */
function findShown(given: string, attachments: readonly Attachment[]): Shown {
  const contentIds = new Map<number, string>();
  let html = given;
  for (const [place, { contentId = '' }] of attachments.slice(0, MOST_SHOWN).entries()) {
    const id = contentId.replaceAll(/[<>\s]/g, '');
    const named = [id, encodeURIComponent(id.toWellFormed())].filter((name) => name !== '' && html.includes(`cid:${name}`));
    if (named.length === 0) continue;
    const kept = CONTENT_ID.test(id) ? id : `part${place + 1}@posthorn`;
    if (kept !== id) for (const name of named) html = html.replaceAll(`cid:${name}`, `cid:${kept}`);
    contentIds.set(place, kept);
  }
  return { html, contentIds };
}

function readAttachments(email: Email, contentIds: Shown['contentIds']): SubmittedAttachment[] {
  return email.attachments.map((attachment, place) => {
    const content = bytesOf(attachment);
    const [filename, contentType] = [filenameOf(attachment, place), typeOf(attachment, content)];
    return { filename, contentType, contentId: contentIds.get(place) ?? null, content: content.toString('base64') };
  });
}

const [LF, CR] = [0x0a, 0x0d];

/** Whether every line ends as SMTP has it, and is no longer than relays take. Looks at bytes: as a text, lines cost memory each. */
function hasPlainLines(raw: Buffer): boolean {
  for (let start = 0; start < raw.length; ) {
    const found = raw.indexOf(LF, start);
    const end = found < 0 ? raw.length : found - 1;
    if (end - start > LONGEST_LINE || (found >= 0 && raw[end] !== CR)) return false;
    start = found < 0 ? raw.length : found + 1;
  }
  return true;
}

/** What the mail says as it came: the headers of its content, and the body. */
function sealedPart(raw: Buffer): Buffer {
  if (!isAscii(raw) || !hasPlainLines(raw))
    throw new UnreadableMail(`What is signed or encrypted has to be 7 bit, in lines of at most ${LONGEST_LINE} bytes that end in CR LF.`);
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end < 0 ? raw.length : end);
  const fields = head.split(/\r\n(?![ \t])/).filter((field) => /^content-/i.test(field));
  return Buffer.concat([
    Buffer.from(fields.map((field) => `${field}\r\n`).join(''), 'latin1'),
    end < 0 ? Buffer.alloc(0) : raw.subarray(end + 2),
  ]);
}

/** A text without the line end that the parser puts after it. */
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

/** Reads a mail that is to be sent. A mail within it is an attachment. Throws where it is not read. */
export async function readSubmitted(raw: Buffer): Promise<SubmittedMail> {
  const email = await readEmail(raw);
  const head = headOf(email);
  const type = email.headers.find(({ key }) => key === 'content-type')?.value ?? '';
  if (SEALED.test(type)) {
    const content = sealedPart(raw).toString('base64');
    const attachments = [{ filename: SEALED_NAME, contentType: SEALED_TYPE, contentId: null, content }];
    return { ...head, text: null, html: null, attachments, isSealed: true };
  }
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

import { isUtf8 } from 'node:buffer';
import PostalMime, { type Email } from 'postal-mime';
import type { PartForm } from './content-type.ts';
import { decodeContent, decodeText } from './decode-body.ts';
import { findParts, type Part, type Piece } from './find-parts.ts';
import { mailLimits } from './mail-limits.ts';
import { normalizeHead, normalizeText, toUtf8 } from './normalize-text.ts';

/** A mail within a mail is an attachment. */
const OPTIONS = { forceRfc822Attachments: true } as const;
/** A mail up to this size is parsed unchanged: it has few lines. */
const SHORT_BYTES = 32 * 1024;
const ENCODED = Buffer.from('Content-Transfer-Encoding: base64\r\n');
const LINE_END = Buffer.from('\r\n');
/** Bytes in a line of base64. */
const LINE_BYTES = 48 * 1024;

/** Types that may be written into one of our headers; a mail may declare any type. */
const TEXT = /^text\/[\w.+-]+$/;

const SHOWN: ReadonlySet<string> = new Set(['text/plain', 'text/html']);
/** Given as UTF-8, their default (RFC 5545, section 3.1.4), since the charset that their type names is not kept. */
const CALENDARS: ReadonlySet<string> = new Set(['text/calendar', 'application/ics']);

/** A mail reduced to its headers and texts: each body in a few long lines of base64, each attachment as its number. */
interface AbridgedMail {
  readonly raw: Buffer;
  readonly attachments: readonly Buffer[];
  /** How many headers were put above the mail's own. */
  readonly addedHeaders: number;
}

function* inBase64(content: Buffer): Iterable<Buffer> {
  for (let at = 0; at < content.length; at += LINE_BYTES) {
    yield Buffer.from(content.toString('base64', at, Math.min(at + LINE_BYTES, content.length)), 'latin1');
    yield LINE_END;
  }
}

/** Returns whether the parser considers a part an attachment; asking the parser avoids a second opinion. */
async function isAttached({ head, form, inDigest }: Part): Promise<boolean> {
  const type = inDigest && !form.hasType ? 'Content-Type: message/rfc822\r\n' : '';
  const { attachments } = await PostalMime.parse(Buffer.concat([Buffer.from(type), head, Buffer.from('x')]), OPTIONS);
  return attachments.length > 0;
}

const isCalendar = ({ type }: PartForm) => CALENDARS.has(type);
const contentOf = ({ content, form }: Part): Buffer => {
  const decoded = decodeContent(content, form.encoding);
  return isCalendar(form) ? toUtf8(decoded, form) : decoded;
};
/** Returns whether a part may be an attachment that the parser changes: it reads each of these line by line. */
const isChanged = ({ form, head, inDigest }: Part): boolean =>
  isCalendar(form) ||
  (form.encoding !== 'base64' && (inDigest || !SHOWN.has(form.type) || /content-disposition/i.test(head.toString('latin1'))));

const isText = ({ type }: PartForm) => TEXT.test(type);
/** Placed before the part's own headers: the parser uses the first. */
const utf8Header = ({ type }: PartForm) => Buffer.from(`Content-Type: ${type}; charset=utf-8\r\n`);

/** Prepares a header block to follow ours. If it began with a space, it would continue our last line. */
function belowOurs(head: Buffer): Buffer {
  const isIndented = head[0] === 0x20 || head[0] === 0x09;
  // A line of nothing but spaces goes as a whole: what is left of it would end the headers.
  const start = isIndented ? head.findIndex((byte) => byte !== 0x20 && byte !== 0x09 && byte !== 0x0d && byte !== 0x0a) : 0;
  return start < 0 ? LINE_END : normalizeHead(head.subarray(start));
}

async function abridge(raw: Buffer): Promise<AbridgedMail> {
  const lines: Buffer[] = [];
  const attachments: Buffer[] = [];
  let textLeft = mailLimits.textBytes;
  // Counted at the first piece: later ones belong to parts within the mail.
  let addedHeaders: number | undefined;
  for (const piece of findParts(raw)) {
    if (piece.kind === 'lines') {
      addedHeaders ??= 0;
      lines.push(normalizeHead(piece.bytes));
      continue;
    }
    const { form, body, head } = piece;
    if (await isAttached(piece)) {
      addedHeaders ??= 1;
      lines.push(ENCODED, belowOurs(head), ...inBase64(Buffer.from(String(attachments.push(contentOf(piece)) - 1))));
      continue;
    }
    const text = decodeText(body, form.encoding).subarray(0, textLeft);
    const normalized = isText(form) ? normalizeText(text, form) : undefined;
    addedHeaders ??= normalized === undefined ? 1 : 2;
    textLeft -= text.length;
    lines.push(ENCODED, ...(normalized === undefined ? [] : [utf8Header(form)]), belowOurs(head), ...inBase64(normalized ?? text));
  }
  return { raw: Buffer.concat(lines), attachments, addedHeaders: addedHeaders ?? 0 };
}

async function readLong(raw: Buffer): Promise<Email> {
  const { raw: short, attachments: contents, addedHeaders } = await abridge(raw);
  const email = await PostalMime.parse(short, OPTIONS);
  let place = -1;
  const attachments = email.attachments.map((attachment) => {
    const number = Buffer.from(attachment.content as ArrayBuffer)
      .toString()
      .trim();
    // A part that ends with its headers has no content.
    if (number === '') return attachment;
    place += 1;
    // The parser decodes that of a calendar by its charset; all are in the order of the mail.
    const content = contents[Number(number)] ?? contents[place];
    return content === undefined ? attachment : { ...attachment, content };
  });
  return { ...email, headers: email.headers.slice(addedHeaders), attachments };
}

/** Returns whether the parser would misread or change a piece of a mail. */
function needsNormalizing(piece: Piece): boolean {
  if (piece.kind === 'lines') return !isUtf8(piece.bytes);
  const { head, body, form } = piece;
  return !isUtf8(head) || isChanged(piece) || (isText(form) && normalizeText(decodeText(body, form.encoding), form) !== undefined);
}

/**
 * Reads a mail in linear time and memory: the parser allocates for every line, so it is given few lines. Throws UnreadableMail, or an
 * error of the parser.
 */
export async function readEmail(raw: Buffer): Promise<Email> {
  if (raw.length > SHORT_BYTES) return readLong(raw);
  // To the end, since `findParts` throws if there is too much.
  const pieces = [...findParts(raw)];
  return pieces.some(needsNormalizing) ? readLong(raw) : PostalMime.parse(raw, OPTIONS);
}

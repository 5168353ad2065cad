import PostalMime, { type Email } from 'postal-mime';
import { decodeBody } from './decode-body.ts';
import { findParts, type Piece } from './find-parts.ts';
import { mailLimits } from './mail-limits.ts';

/** A mail within a mail is an attachment. */
const OPTIONS = { forceRfc822Attachments: true } as const;
/** Up to here a mail is read as it is: it has few lines. */
const SHORT_BYTES = 32 * 1024;
const ENCODED = Buffer.from('Content-Transfer-Encoding: base64\r\n');
const LINE_END = Buffer.from('\r\n');
/** Bytes in a line of base64. */
const LINE_BYTES = 48 * 1024;

type Part = Extract<Piece, { kind: 'part' }>;

/** A mail as short as its headers and texts: each body in a few long lines of base64, each attachment its number. */
interface Abridged {
  readonly raw: Buffer;
  readonly attachments: readonly Buffer[];
}

function* inBase64(content: Buffer): Iterable<Buffer> {
  for (let at = 0; at < content.length; at += LINE_BYTES) {
    yield Buffer.from(content.toString('base64', at, Math.min(at + LINE_BYTES, content.length)), 'latin1');
    yield LINE_END;
  }
}

/** Whether the parser takes a part for an attachment; it is asked, so that there are no two opinions. */
async function isAttached({ head, form, inDigest }: Part): Promise<boolean> {
  const type = inDigest && !form.hasType ? 'Content-Type: message/rfc822\r\n' : '';
  const { attachments } = await PostalMime.parse(Buffer.concat([Buffer.from(type), head, Buffer.from('x')]), OPTIONS);
  return attachments.length > 0;
}

async function abridge(raw: Buffer): Promise<Abridged> {
  const lines: Buffer[] = [];
  const attachments: Buffer[] = [];
  let textLeft = mailLimits.textBytes;
  for (const piece of findParts(raw)) {
    if (piece.kind === 'lines') {
      lines.push(piece.bytes);
      continue;
    }
    const content = decodeBody(piece.body, piece.form.encoding);
    // A head that begins with a space would go on our line.
    const start = piece.head.findIndex((byte) => byte !== 0x20 && byte !== 0x09);
    lines.push(ENCODED, piece.head.subarray(Math.max(start, 0)));
    if (await isAttached(piece)) lines.push(...inBase64(Buffer.from(String(attachments.push(content) - 1))));
    else {
      const text = content.subarray(0, textLeft);
      textLeft -= text.length;
      lines.push(...inBase64(text));
    }
  }
  return { raw: Buffer.concat(lines), attachments };
}

async function readLong(raw: Buffer): Promise<Email> {
  const { raw: short, attachments: contents } = await abridge(raw);
  const email = await PostalMime.parse(short, OPTIONS);
  // Where the mail as a whole is one part, the first header is ours.
  const isOurs = short.subarray(0, ENCODED.length).equals(ENCODED);
  const headers = isOurs ? email.headers.slice(1) : email.headers;
  const attachments = email.attachments.map((attachment) => {
    const content = contents[Number(Buffer.from(attachment.content as ArrayBuffer).toString())];
    return content === undefined ? attachment : { ...attachment, content };
  });
  return { ...email, headers, attachments };
}

/**
 * Reads a mail, in time and memory that grow with its length: the parser allocates for every line, and so gets few. Throws
 * UnreadableMail, or an error of the parser's own.
 */
export async function readEmail(raw: Buffer): Promise<Email> {
  if (raw.length > SHORT_BYTES) return readLong(raw);
  for (const _ of findParts(raw));
  return PostalMime.parse(raw, OPTIONS);
}

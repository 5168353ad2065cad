import { isAscii } from 'node:buffer';
import { LONGEST_LINE_BYTES, UnreadableMail } from './mail-limits.ts';
import type { SubmittedAttachment } from './submitted-attachments.ts';

/** S/MIME (RFC 8551) and PGP/MIME (RFC 3156): taking these apart would break them. */
const SEALED = /^\s*(?:multipart\/(?:signed|encrypted)|application\/(?:x-)?pkcs7-mime)\s*(?:;|$)/i;
const SEALED_NAME = 'sealed.eml';
const SEALED_TYPE = 'application/octet-stream';

/** Returns whether content of this type is signed or encrypted as a whole. */
export const isSealedType = (contentType: string): boolean => SEALED.test(contentType);

const [NUL, LF, CR] = [0x00, 0x0a, 0x0d];

/** 7 bit as defined by RFC 2045, section 2.7, except for its lines. */
const isSevenBit = (raw: Buffer) => isAscii(raw) && !raw.includes(NUL);

/**
 * Returns whether every line ends as SMTP requires, and is no longer than relays accept. Some servers read a lone CR as the end of a
 * line, and so perhaps of the mail. Works on bytes, since each line of a text would cost memory.
 */
function hasPlainLines(raw: Buffer): boolean {
  for (let start = 0; start < raw.length; ) {
    const found = raw.indexOf(LF, start);
    const end = found < 0 ? raw.length : found - 1;
    if (end - start > LONGEST_LINE_BYTES || raw.indexOf(CR, start) !== (found < 0 ? -1 : end)) return false;
    start = found < 0 ? raw.length : found + 1;
  }
  return true;
}

/** Returns the content as received: its own headers, and the body. */
function sealedPart(raw: Buffer): Buffer {
  if (!isSevenBit(raw) || !hasPlainLines(raw))
    throw new UnreadableMail(
      `What is signed or encrypted has to be 7 bit, in lines of at most ${LONGEST_LINE_BYTES} bytes that end in CR LF.`,
    );
  const end = raw.indexOf('\r\n\r\n');
  const head = raw.toString('latin1', 0, end < 0 ? raw.length : end);
  const fields = head.split(/\r\n(?![ \t])/).filter((field) => /^content-/i.test(field));
  return Buffer.concat([
    Buffer.from(fields.map((field) => `${field}\r\n`).join(''), 'latin1'),
    end < 0 ? Buffer.alloc(0) : raw.subarray(end + 2),
  ]);
}

/** Returns the content of a signed or encrypted mail as an attachment. Throws UnreadableMail if SMTP could not carry it unchanged. */
export const readSealed = (raw: Buffer): SubmittedAttachment => ({
  filename: SEALED_NAME,
  contentType: SEALED_TYPE,
  contentId: null,
  content: sealedPart(raw).toString('base64'),
});

import { isAscii } from 'node:buffer';
import { LONGEST_LINE_BYTES } from '../../mime/mail-limits.ts';
import type { MailComposerAttachment } from '../../provider/nodemailer.ts';

const OPAQUE = 'application/octet-stream';

function hasLongLine(text: string): boolean {
  for (let start = 0; start <= text.length; ) {
    const found = text.indexOf('\r\n', start);
    const end = found < 0 ? text.length : found;
    if (end - start > LONGEST_LINE_BYTES) return true;
    start = end + 2;
  }
  return false;
}

/** Returns a content as 7 bit can carry it (RFC 2045, section 2.7); undefined where it cannot. */
function toSevenBit(content: Buffer): Buffer | undefined {
  if (!isAscii(content) || content.includes(0)) return undefined;
  const text = content.toString('latin1').replaceAll(/\r\n?|\n/g, '\r\n');
  return hasLongLine(text) ? undefined : Buffer.from(text, 'latin1');
}

/**
 * Returns the transfer encoding of an attachment. A mail within the mail must not be encoded (RFC 2046, section 5.2.1): one that 7 bit
 * cannot carry is sent as `application/octet-stream`, as is a multipart.
 */
export function toTransferable(
  contentType: string,
  content: Buffer,
): Pick<MailComposerAttachment, 'contentType' | 'contentTransferEncoding' | 'content'> {
  const [, family] = /^\s*(message|multipart)\//i.exec(contentType) ?? [];
  if (family === undefined) return { contentType, contentTransferEncoding: 'base64', content };
  const sevenBit = family.toLowerCase() === 'message' ? toSevenBit(content) : undefined;
  if (sevenBit === undefined) return { contentType: OPAQUE, contentTransferEncoding: 'base64', content };
  return { contentType, contentTransferEncoding: '7bit', content: sevenBit };
}

import { type Box, encodeAddresses, encodeHeader, foldHeader } from './encode-header.ts';
import { type EncodedText, encodeText } from './encode-text.ts';
import type { GivenHeader } from './to-header.ts';

/** A mail in nodemailer's form. */
export interface ComposerOptions {
  readonly from: Box;
  readonly to: readonly Box[];
  readonly cc: readonly Box[];
  readonly replyTo: readonly Box[];
  readonly date: Date;
  readonly messageId: string;
  readonly headers: readonly GivenHeader[];
  /** Lines end in CRLF; empty where there is none. */
  readonly html: string;
  readonly text: string;
  readonly attachments: readonly unknown[];
  readonly boundaryPrefix: string;
  readonly baseBoundary: string;
}

const PLAIN_ID = /^<[!-;=?-~]+>$/;

/** A text part of the mail, encoded. */
interface Part extends EncodedText {
  readonly type: string;
}

function composeHead({ from, to, cc, replyTo, date, messageId, headers }: ComposerOptions): string {
  const addresses = { To: to, Cc: cc, 'Reply-To': replyTo };
  const lines = [
    ...headers.map(encodeHeader),
    encodeAddresses('From', [from]),
    ...Object.entries(addresses).map(([name, boxes]) => (boxes.length === 0 ? '' : encodeAddresses(name, boxes))),
    foldHeader('Message-ID', messageId),
    `Date: ${date.toUTCString().replace('GMT', '+0000')}`,
  ];
  return lines
    .filter((line) => line !== '')
    .map((line) => `${line}\r\n`)
    .join('');
}

const closed = (content: string) => (content.endsWith('\n') ? content : `${content}\r\n`);

function composeBody({ boundaryPrefix, baseBoundary }: ComposerOptions, parts: readonly Part[]): string {
  const [first, second] = parts;
  if (first === undefined) return 'MIME-Version: 1.0\r\nContent-Type: text/plain\r\n\r\n';
  if (second === undefined)
    return `Content-Transfer-Encoding: ${first.encoding}\r\nMIME-Version: 1.0\r\nContent-Type: ${first.type}\r\n\r\n${closed(first.content)}`;
  const boundary = `${boundaryPrefix}-${baseBoundary}-Part_1`;
  const encoded = parts.map(
    ({ type, encoding, content }) =>
      `--${boundary}\r\nContent-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n`,
  );
  const type = foldHeader('Content-Type', `multipart/alternative; boundary="${boundary}"`);
  return `MIME-Version: 1.0\r\n${type}\r\n\r\n${encoded.join('')}--${boundary}--\r\n`;
}

/**
 * Composes a mail byte for byte as nodemailer does, without its streams, which take most of the time. Returns undefined where nodemailer has
 * to do it: with attachments, and with texts that `encodeText` leaves to it.
 */
export function composeSimpleMail(mail: ComposerOptions): Buffer | undefined {
  if (mail.attachments.length > 0 || !PLAIN_ID.test(mail.messageId)) return undefined;
  const parts: Part[] = [];
  for (const { type, text } of [
    { type: 'text/plain; charset=utf-8', text: mail.text },
    { type: 'text/html; charset=utf-8', text: mail.html },
  ]) {
    const encoded = text === '' ? undefined : encodeText(text);
    if (encoded === undefined && text !== '') return undefined;
    if (encoded !== undefined) parts.push({ type, ...encoded });
  }
  return Buffer.from(`${composeHead(mail)}${composeBody(mail, parts)}`);
}

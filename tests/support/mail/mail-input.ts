import fc from 'fast-check';
import type { MailAttachment, Mailbox, MailInput } from '../../../server/src/delivery/mime/compose-mail.ts';

export const mailInput = (changes: Partial<MailInput> = {}): MailInput => ({
  from: 'Acme <news@send.example>',
  to: ['ann@rcpt.example'],
  cc: [],
  replyTo: [],
  subject: 'Hello',
  date: Date.UTC(2027, 0, 2, 3, 4, 5),
  messageId: '<msg_1@send.example>',
  headers: {},
  html: '<p>Hello</p>',
  text: 'Hello',
  attachments: [],
  ...changes,
});

const LINE = /[\p{Cc}\p{Zl}\p{Zp}]/u;
// An encoded word stays one: see toHeader.
const isLine = (text: string) => !LINE.test(text) && !text.includes('=?');

const piece = fc.oneof(
  { weight: 6, arbitrary: fc.string({ unit: 'grapheme', maxLength: 30 }) },
  { weight: 3, arbitrary: fc.string({ unit: 'grapheme-ascii', maxLength: 60 }) },
  {
    weight: 1,
    arbitrary: fc.constantFrom(
      ' ',
      '      ',
      '"',
      '\\',
      ',',
      ';',
      '.',
      '_',
      '=',
      '%',
      '😀😀😀',
      'ü'.repeat(80),
      'x'.repeat(300),
      ' '.repeat(100),
    ),
  },
);

/** Generates one line of text, as in a subject or a name. */
export const lineOf = (maxLength: number) =>
  fc
    .array(piece, { minLength: 1, maxLength: 8 })
    .map((pieces) => pieces.join('').slice(0, maxLength))
    .filter((text) => text.length > 0 && text.isWellFormed() && isLine(text));

const bodyPiece = fc.oneof(
  piece,
  fc.constantFrom(
    '\r\n',
    '\n',
    '\n.\n',
    '\n..',
    '.',
    '\nFrom x',
    ' \n',
    '\t\n',
    '=\n',
    '\n--=_',
    '\n\n\n',
    'y'.repeat(2000),
    '漢'.repeat(700),
    '\u0000',
    '\u007f',
  ),
);

/** Generates a body with line ends of either kind. */
export const bodyText = fc
  .array(bodyPiece, { minLength: 1, maxLength: 30 })
  .map((pieces) => pieces.join(''))
  .filter((text) => text.trim() !== '' && text.isWellFormed());

export const mailbox: fc.Arbitrary<Mailbox> = fc.record({
  address: fc.constantFrom('ann@rcpt.example', "o'hara+x@rcpt.example", '"a, b"@rcpt.example', 'i@xn--bcher-kva.example'),
  name: fc.option(lineOf(255).filter((name) => name.trim() === name)),
});

const fileName = lineOf(255).filter((name) => name.trim() === name && !/[/\\]/.test(name));

export const attachment: fc.Arbitrary<MailAttachment> = fc.record({
  filename: fileName,
  contentType: fc.constantFrom(
    'application/pdf',
    'text/plain',
    'text/csv; charset=utf-8',
    'image/png',
    'multipart/mixed',
    'application/octet-stream',
  ),
  contentId: fc.option(fc.stringMatching(/^[\w.@+-]{1,40}$/)),
  content: fc.uint8Array({ maxLength: 4000 }).map((bytes) => Buffer.from(bytes)),
});

const headerName = fc.stringMatching(/^X-[A-Za-z0-9-]{1,60}$/);
const headerValue = fc.oneof(
  lineOf(998).filter((value) => Buffer.byteLength(value) <= 998),
  fc.constantFrom(
    'z'.repeat(998),
    '<https://x.example/?a=%20b>, <mailto:u@x.example>',
    '{"a": ["b c"]}',
    `${'w'.repeat(500)} ${'v'.repeat(497)}`,
  ),
);
/** Names are compared ignoring case, so a send accepts only one of two spellings. */
const headerFields = fc
  .uniqueArray(fc.tuple(headerName, headerValue), { selector: ([name]) => name.toLowerCase(), maxLength: 4 })
  .map((fields) => Object.fromEntries(fields));

/** Generates any mail that the API accepts. */
export const anyMail: fc.Arbitrary<MailInput> = fc.record({
  from: mailbox,
  to: fc.array(mailbox, { minLength: 1, maxLength: 20 }),
  cc: fc.array(mailbox, { maxLength: 3 }),
  replyTo: fc.array(mailbox, { maxLength: 3 }),
  subject: lineOf(998),
  date: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  messageId: fc.stringMatching(/^[a-z\d]{26}$/).map((id) => `<msg_${id}@send.example>`),
  headers: headerFields,
  html: fc.option(bodyText),
  text: bodyText,
  attachments: fc.array(attachment, { maxLength: 3 }),
});

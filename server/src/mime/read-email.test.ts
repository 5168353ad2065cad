import PostalMime, { type Attachment } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { mailOf } from '../../../tests/support/mail/reports.ts';
import { contentOf } from './attachments.ts';
import { mailLimits } from './mail-limits.ts';
import { readEmail } from './read-email.ts';

const MIB = 1024 * 1024;
/** A header that makes a mail too long to be parsed unchanged. */
const LONG = `X-Long: ${'x'.repeat(40_000)}`;
const multipart = (boundary: string) => `Content-Type: multipart/mixed; boundary="${boundary}"`;

const mails: Readonly<Record<string, readonly string[]>> = {
  'text alone': ['Subject: =?utf-8?q?Gr=C3=BC=C3=9Fe?=', '', 'Hello', 'you'],
  'no body': ['Subject: x'],
  'no header': ['', 'Hello'],
  'text and HTML': [
    'Content-Type: multipart/alternative; boundary=a',
    '',
    'preamble',
    '--a',
    'Content-Type: text/plain; charset=iso-8859-1',
    'Content-Transfer-Encoding: quoted-printable',
    '',
    'Gr=FC=DFe =',
    'you=',
    '',
    '=ZZ =3',
    '--a  ',
    'Content-Type: text/html',
    '',
    '<p>Hello',
    '--a--',
    'epilogue',
  ],
  attachments: [
    multipart('o(u"t'.replace('"', '\\"')),
    '',
    '--o(u"t',
    multipart('out in'),
    '',
    '--out in',
    '',
    'text',
    '--out in',
    'Content-Type: application/pdf; name="a;b.pdf"',
    'Content-Transfer-Encoding: base64',
    '',
    'QQ==',
    'QUJD',
    'Q U',
    '--o(u"t',
    'Content-Type: message/rfc822',
    '',
    'Subject: inner',
    '',
    '--not one',
    '--o(u"t',
    'Content-Type: text/csv',
    'Content-Disposition: attachment; filename=x.csv',
    '',
    '1,2',
    '--o(u"t--',
  ],
  'a digest': ['Content-Type: multipart/digest; boundary=d', '', '--d', '', 'Subject: one', '', 'text', '--d', 'X: y', '', 'Subject: two'],
  'a boundary within a boundary': [multipart('b'), '', '--b', multipart('bb'), '', '--bb', '', 'inner', '--b', '', 'outer', '--b--'],
  'parts without an end': [multipart('b'), '', '--b', 'Content-Type: text/plain'],
  'a multipart that has no boundary': ['Content-Type: multipart/mixed', '', '--b', '', 'text'],
  'a boundary in sections': ['Content-Type: multipart/mixed; boundary*0=b; boundary*1="c"', '', '--bc', '', 'text', '--bc--'],
  'a boundary that is extended': ["Content-Type: multipart/mixed; boundary*=us-ascii'en'b%3dc", '', '--b=c', '', 'text', '--b=c--'],
  'a boundary in sections beside a plain one': ['Content-Type: multipart/mixed; boundary=c; boundary*0=b', '', '--b', '', 'text', '--b--'],
  'a boundary that is extended beside a plain one': [
    "Content-Type: multipart/mixed; boundary*=''b; boundary=c",
    '',
    '--b',
    '',
    'text',
    '--b--',
  ],
  'an encoding of another name': ['Content-Transfer-Encoding: x-base64', '', 'QUJD'],
  'a charset that is extended': ["Content-Type: text/plain; charset*=us-ascii'en'iso-8859-15", '', '\u20ac'],
  'a header that begins with a form feed': ['\fContent-Type: multipart/mixed; boundary=b', '', '--b', '', 'text', '--b--'],
  'an encoding with a comment': ['Content-Transfer-Encoding: 7bit (not base64)', '', 'QUJD'],
  'an encoding in quotes': ['Content-Transfer-Encoding: "base64"; x=y', '', 'QUJD'],
  'lines that end in CR CR LF': [
    multipart('b'),
    '',
    '--b',
    'Content-Type: application/pdf\r',
    '\r',
    'AAA',
    '--b',
    'X: y\r',
    '\r',
    'text',
    '--b--',
  ],
  'folded headers': ['Content-Type: text/html;', '\tcharset=utf-8', 'Content-Transfer-Encoding:', ' BASE64', '', 'PGI+w6Q8L2I+'],
};

describe('reading a mail', () => {
  it.each(Object.entries(mails))('of %s is the same however long it is', async (_name, lines) => {
    const raw = Buffer.from(mailOf(LONG, ...lines));
    const known = await PostalMime.parse(raw, { forceRfc822Attachments: true });
    // The parser changes line ends.
    const inLines = (attachment: Attachment) => `${contentOf(attachment)}\n`.replaceAll('\r\n', '\n').replace(/\n\n$/, '\n');
    const comparable = ({ headerLines: _, ...email }: typeof known) => ({
      ...email,
      attachments: email.attachments.map((attachment) => ({ ...attachment, content: inLines(attachment) })),
    });
    expect(comparable(await readEmail(raw))).toEqual(comparable(known));
  });

  const files: Readonly<Record<string, string>> = {
    'lines that end in CR LF': 'a,b\r\n1,2\r\n',
    'lines that end in LF': 'a,b\n1,2\n',
    'a last line without an end': 'a,b\r\n1,2',
    'blank lines at its end': 'a\r\n\r\n\r\n',
    'one line end': '\r\n',
    'a CR too many': 'a\r\r\nb\r',
    nothing: '',
  };
  const quoted = (text: string) => text.replaceAll('=', '=3D').replaceAll(',', '=\r\n,').replaceAll('1', '=31');
  const encodings: Readonly<Record<string, (text: string) => string>> = {
    '7bit': (text) => text,
    'quoted-printable': quoted,
    base64: (text) => Buffer.from(text).toString('base64'),
  };
  const types = ['text/csv', 'text/plain', 'text/calendar', 'message/rfc822', 'application/octet-stream'];
  const attached = (type: string, encoding: string, content: string, head = 'Subject: x') =>
    Buffer.from(
      `${head}\r\n${multipart('b')}\r\n\r\n--b\r\n\r\ntext\r\n--b\r\nContent-Type: ${type}\r\nContent-Disposition: ATTACHMENT\r\n` +
        `Content-Transfer-Encoding: ${encoding}\r\n\r\n${content}\r\n--b--\r\n`,
    );

  it.each(Object.entries(files))('gives an attachment of %s byte for byte', async (_name, file) => {
    for (const type of types)
      for (const [encoding, encode] of Object.entries(encodings))
        for (const head of ['Subject: x', LONG]) {
          const email = await readEmail(attached(type, encoding, encode(file), head));
          const contents = email.attachments.map((attachment) => contentOf(attachment).toString());
          expect({ type, encoding, text: email.text, contents }).toEqual({ type, encoding, text: 'text\n', contents: [file] });
        }
  });

  it('ignores the white space at the end of quoted lines', async () => {
    const { attachments } = await readEmail(attached('text/csv', 'quoted-printable', 'a \t\r\nb=20\r\nc= \r\nd=\r\n'));
    expect(attachments.map((attachment) => contentOf(attachment).toString())).toEqual(['a\r\nb \r\ncd']);
  });

  it.each([
    ['utf-8', Buffer.from('Caf\u00e9'), 'Caf\u00e9'],
    ['iso-8859-1', Buffer.from('Caf\u00e9', 'latin1'), 'Caf\u00e9'],
    ['utf-16le', Buffer.from('Caf\u00e9', 'utf16le'), 'Caf\u00e9'],
    ['iso-2022-jp', Buffer.from('\u001b$B%F%9%H\u001b(B'), '\u30c6\u30b9\u30c8'],
    ['gbk', Buffer.from([0xc2, 0xa9]), '\u6f0f'],
    ['x-nobody-knows', Buffer.from([0xff]), '\ufffd'],
  ] as const)('gives a calendar in %s as UTF-8', async (charset, bytes, text) => {
    for (const head of ['Subject: x', LONG]) {
      const type = `text/calendar; charset=${charset}; method=REQUEST`;
      const { attachments } = await readEmail(attached(type, 'base64', bytes.toString('base64'), head));
      expect(attachments.map((attachment) => [attachment.method, contentOf(attachment).toString()])).toEqual([['REQUEST', text]]);
    }
  });

  it('gives no attachment the content of another, where a part ends with its headers', async () => {
    const bare = (type: string) => `--b\r\nContent-Type: ${type}\r\n`;
    const utf16 = Buffer.from('Caf\u00e9', 'utf16le').toString('base64');
    const parts = [
      bare('application/pdf'),
      bare('text/calendar'),
      `${bare('text/calendar; charset=utf-16le')}Content-Transfer-Encoding: base64\r\n\r\n${utf16}\r\n`,
      `${bare('text/csv')}\r\n1,2\r\n`,
      bare('application/zip'),
    ];
    for (const head of ['Subject: x', LONG]) {
      const { attachments } = await readEmail(Buffer.from(`${head}\r\n${multipart('b')}\r\n\r\n${parts.join('')}--b--\r\n`));
      const contents = attachments.map((attachment) => contentOf(attachment).toString().trim());
      expect(contents).toEqual(['', '', 'Caf\u00e9', '1,2', '']);
    }
  });

  it.each([
    ['ends its headers with CR CR LF', 'Content-Type: application/pdf\r\r\n\r\r\n'],
    ['begins with a line of spaces', ' \t \r\nContent-Type: application/pdf\r\n\r\n'],
    ['begins with spaces', '  Content-Type: application/pdf\r\n\r\n'],
  ])('gives each part its content where one %s', async (_name, head) => {
    for (const first of ['Subject: x', LONG]) {
      const parts = `--b\r\n${head}AAA\r\n--b\r\nContent-Type: application/zip\r\n\r\nsecret\r\n--b--\r\n`;
      const { attachments } = await readEmail(Buffer.from(`${first}\r\n${multipart('b')}\r\n\r\n${parts}`));
      expect(attachments.map((attachment) => contentOf(attachment).toString())).toEqual(['AAA', 'secret']);
    }
  });

  it('takes a mail whose lines all end in CR CR LF', async () => {
    const { text, subject } = await readEmail(Buffer.from(`Subject: x\r\r\n\r\r\n${'line\r\r\n'.repeat(6000)}`));
    expect([subject, text?.match(/line/g)?.length]).toEqual(['x', 6000]);
  });

  it('gives a text with an obscure disposition byte for byte', async () => {
    const raw = attached('text/plain', '7bit', 'a\r\nb').toString().replace('ATTACHMENT', '"att\\achment"');
    const { attachments } = await readEmail(Buffer.from(raw));
    expect(attachments.map((attachment) => contentOf(attachment).toString())).toEqual(['a\r\nb']);
  });

  it('takes what is nothing but line ends', async () => {
    const { text, subject } = await readEmail(Buffer.concat([Buffer.from('Subject: x\n\n'), Buffer.alloc(8 * MIB, '\n')]));
    expect(subject).toBe('x');
    expect(text).toHaveLength(mailLimits.textBytes);
  });

  it('takes one line of 24 MiB of base64', async () => {
    const head = 'Content-Type: a/b\r\nContent-Transfer-Encoding: base64\r\n\r\n';
    const { attachments } = await readEmail(Buffer.concat([Buffer.from(head), Buffer.alloc(24 * MIB, 'QUJD')]));
    expect(attachments[0]?.content).toHaveLength(18 * MIB);
  });

  it.each([
    ['100,000 parts', `${multipart('b')}\r\n\r\n${'--b\r\n\r\nx\r\n'.repeat(100_000)}`, 'more than 1000 parts'],
    ['headers without end', 'X-Y: z\r\n'.repeat(200_000), 'lines of headers'],
    ['one header without end', `X: ${'y'.repeat(MIB)}`, 'bytes of headers'],
    ['parts within parts', Array.from({ length: 5000 }, (_, n) => `${multipart(`b${n}`)}\r\n\r\n--b${n}\r\n`).join(''), 'deep'],
  ])('refuses %s', async (_name, raw, reason) => {
    await expect(readEmail(Buffer.from(raw))).rejects.toThrow(reason);
  });
});

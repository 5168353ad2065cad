import PostalMime from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { mailOf } from '../../../tests/support/mail/reports.ts';
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
  'folded headers': ['Content-Type: text/html;', '\tcharset=utf-8', 'Content-Transfer-Encoding:', ' BASE64', '', 'PGI+w6Q8L2I+'],
};

describe('reading a mail', () => {
  it.each(Object.entries(mails))('of %s is the same however long it is', async (_name, lines) => {
    const raw = Buffer.from(mailOf(LONG, ...lines));
    const known = await PostalMime.parse(raw, { forceRfc822Attachments: true });
    const bytes = (content: ArrayBuffer | Uint8Array | string) => Buffer.from(content as Uint8Array).toString('latin1');
    const comparable = ({ headerLines: _, ...email }: typeof known) => ({
      ...email,
      attachments: email.attachments.map(({ content, ...attachment }) => ({ ...attachment, content: bytes(content) })),
    });
    expect(comparable(await readEmail(raw))).toEqual(comparable(known));
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

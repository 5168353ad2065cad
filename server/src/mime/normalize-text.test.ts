import { describe, expect, it } from 'vitest';
import { readForm } from './content-type.ts';
import { normalizeHead, normalizeText } from './normalize-text.ts';
import { readEmail } from './read-email.ts';

const FLOWED = 'Content-Type: text/plain; charset=utf-8; format=flowed';
/** A header that makes a mail too long to be parsed unchanged. */
const LONG = `X-Long: ${'x'.repeat(40_000)}`;

const rawOf = (head: string, body: string | Buffer) => Buffer.concat([Buffer.from(`${head}\r\n\r\n`), Buffer.from(body)]);

/** Returns the text of a mail without the line end that the parser appends; the same however long the mail is. */
async function textOf(head: string, body: string | Buffer): Promise<string | undefined> {
  const [short, long] = await Promise.all([readEmail(rawOf(head, body)), readEmail(rawOf(`${LONG}\r\n${head}`, body))]);
  expect(long.text).toBe(short.text);
  expect(short.headers.map(({ originalKey }) => originalKey)).toEqual(head.split(/\r\n(?![ \t])/).map((line) => line.split(':')[0]));
  return short.text?.replace(/\n$/, '');
}

describe('format=flowed (RFC 3676)', () => {
  it.each([
    ['joins the lines of a paragraph', 'One \r\ntwo \r\nthree\r\nfour', 'One two three\nfour'],
    ['takes off the space that lines are stuffed with', ' From Ann\r\n  indented\r\n - item', 'From Ann\n indented\n- item'],
    [
      'keeps the mark of a quoted paragraph at its head alone',
      '> 550 5.1.1 no \r\n> such user\r\n>\r\n> two',
      '> 550 5.1.1 no such user\n>\n> two',
    ],
    ['joins no lines of another depth', '> asked \r\n>> before \r\nanswer', '> asked \n>> before \nanswer'],
    ['leaves own words that look like a quotation stuffed', ' > is greater\r\n >> than', ' > is greater\n >> than'],
    ['joins no signature', 'Bye \r\n-- \r\nAnn', 'Bye \n-- \nAnn'],
    ['joins no quoted signature', '> -- \r\n> Ann', '> -- \n> Ann'],
    ['ends with the text', 'One \r\n', 'One '],
  ])('%s', async (_what, body, text) => {
    expect(await textOf(FLOWED, body)).toBe(text);
  });

  it('deletes the spaces that only fold the text', async () => {
    expect(await textOf(`${FLOWED}; DelSp=Yes`, 'あい \r\nうえ\r\n> お \r\n> か')).toBe('あいうえ\n> おか');
  });

  it('is read in the charset of the part', async () => {
    const body = Buffer.from('Gr\xfc\xdfe \r\n> zur\xfcck \r\n> und vor', 'latin1');
    expect(await textOf('Content-Type: text/plain; format=flowed; charset=iso-8859-1', body)).toBe('Grüße \n> zurück und vor');
  });

  it('is read behind its encoding', async () => {
    const body = Buffer.from('> a \r\n> b').toString('base64');
    expect(await textOf(`${FLOWED}\r\nContent-Transfer-Encoding: base64`, body)).toBe('> a b');
  });

  it('is nothing that HTML has', async () => {
    const body = '<pre>\r\n a \r\n b\r\n</pre>';
    const head = FLOWED.replace('plain', 'html');
    for (const raw of [rawOf(head, body), rawOf(`${LONG}\r\n${head}; DelSp=yes`, body)])
      expect((await readEmail(raw)).html).toBe(`${body.replaceAll('\r', '')}\n`);
  });

  it('takes 5 MiB of line ends, and of quotation marks', () => {
    for (const body of ['\n', '>', ' ', '> \n', '-- \n'].map((sign) => Buffer.alloc(5 * 1024 * 1024, sign)))
      expect(normalizeText(body, readForm(Buffer.from(FLOWED)))?.length).toBeLessThanOrEqual(body.length);
  });
});

describe('a text of which nobody says in which charset it is', () => {
  const latin = Buffer.from('Gr\xfc\xdfe \x80 \x93x\x94', 'latin1');
  it.each([
    ['nothing is said', 'Subject: x'],
    ['the type alone is said', 'Content-Type: text/plain'],
    ['it is said to be ASCII', 'Content-Type: text/plain; charset=us-ascii'],
    ['it is said to be UTF-8', 'Content-Type: text/plain; charset="UTF-8"'],
    ['it is said to be unknown', 'Content-Type: text/plain; charset=unknown-8bit'],
  ])('is UTF-8 where it can be, else windows-1252, where %s', async (_what, head) => {
    expect(await textOf(head, latin)).toBe('Grüße € “x”');
    expect(await textOf(head, 'Grüße € ж')).toBe('Grüße € ж');
  });

  it('is guessed behind its encoding, in HTML, and in each part by itself', async () => {
    const encoded = 'Content-Transfer-Encoding: quoted-printable\r\nContent-Type:';
    const parts = [`${encoded} text/plain\r\n\r\nGr=FC=DFe`, `${encoded} text/html\r\n\r\n<p>Gr=C3=BC=C3=9Fe</p>`];
    const raw = rawOf('Content-Type: multipart/alternative; boundary=b', `--b\r\n${parts.join('\r\n--b\r\n')}\r\n--b--`);
    const { text, html } = await readEmail(raw);
    expect({ text, html }).toEqual({ text: 'Grüße\n', html: '<p>Grüße</p>\n' });
  });

  it('stays UTF-8 where it is only cut off', async () => {
    expect(await textOf('Content-Type: text/plain; charset=utf-8', Buffer.from('Grüße ж').subarray(0, -1))).toBe('Grüße \ufffd');
  });

  it('is no UTF-8 because two of its letters might be one of it', async () => {
    const french = 'Le « CAFÉ», déjà à côté';
    expect(await textOf('Content-Type: text/plain', Buffer.from(french, 'latin1'))).toBe(french);
    expect(await textOf('Content-Type: text/plain', Buffer.concat([Buffer.from(french), Buffer.from([0xe9])]))).toBe(`${french}\ufffd`);
  });

  it('is left to the parser where its charset is known, or is none that is known here', () => {
    for (const charset of ['iso-8859-15', 'koi8-r', 'nothing-there'])
      expect(normalizeText(latin, readForm(Buffer.from(`Content-Type: text/plain; charset=${charset}`)))).toBeUndefined();
  });

  it('may be a header', async () => {
    const head = Buffer.from('Subject: Gr\xfc\xdfe\r\nFrom: J\xf6rg <a@b.example>\r\nX-Utf8: ', 'latin1');
    const raw = Buffer.concat([head, Buffer.from('Grüße\r\n\r\nHi.')]);
    for (const mail of [raw, Buffer.concat([Buffer.from(`${LONG}\r\n`), raw])]) {
      const { subject, from, headers } = await readEmail(mail);
      expect([subject, from?.name, headers.find(({ key }) => key === 'x-utf8')?.value]).toEqual(['Grüße', 'Jörg', 'Grüße']);
    }
    expect(normalizeHead(Buffer.from('X: ä\r\n')).toString()).toBe('X: ä\r\n');
  });

  it('leaves attachments as they are', async () => {
    const { attachments } = await readEmail(rawOf('Content-Type: text/csv\r\nContent-Disposition: attachment', latin));
    expect(Buffer.from(attachments[0]?.content as ArrayBuffer).toString('latin1')).toBe(`${latin.toString('latin1')}`);
  });
});

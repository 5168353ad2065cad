import fc from 'fast-check';
import PostalMime, { type Attachment, decodeWords, type Email } from 'postal-mime';
import { describe, expect, it } from 'vitest';
import { anyMail, mailInput } from '../../../../tests/support/mail/mail-input.ts';
import { composeMail, type Mailbox, type MailInput } from './compose-mail.ts';

const read = async (input: MailInput) => PostalMime.parse(await composeMail(input));
const source = async (input: MailInput) => (await composeMail(input)).toString('latin1');
const headerOf = (email: Email, name: string) => email.headers.find(({ key }) => key === name.toLowerCase())?.value;
const withLf = (text: string) => text.replaceAll(/\r\n?|\n/g, '\n');
// A reader takes the line end before the next boundary for a part of it, or not.
const body = (text: string | null | undefined) => withLf(text ?? '').replace(/\n+$/, '');
const asRead = ({ address, name }: Mailbox) => ({ address, name: name?.replaceAll(/ +/g, ' ') ?? '' });
const oneSpace = (text: string) => text.replaceAll(/ +/g, ' ');
const bytesOf = ({ content }: Attachment) => Buffer.from(content as ArrayBuffer).toString('base64');

function assertWire(raw: string): void {
  expect(raw).not.toMatch(/[^\r\n\t\x20-\x7f]/);
  expect(raw).not.toMatch(/\r(?!\n)|(?<!\r)\n/);
  expect(Math.max(...raw.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(998);
  expect(raw.endsWith('\r\n')).toBe(true);
  const head = raw.slice(0, raw.indexOf('\r\n\r\n'));
  // Neither a line of nothing but space, nor one that is no header.
  for (const line of head.split('\r\n')) expect(line).toMatch(/^(?:[A-Za-z0-9-]+:|[ \t]+\S)/);
}

describe('composeMail', () => {
  it('gives what is read back as it went in', async () => {
    await fc.assert(
      fc.asyncProperty(anyMail, async (input) => {
        const raw = await composeMail(input);
        assertWire(raw.toString('latin1'));
        const email = await PostalMime.parse(raw);
        expect(email.subject).toBe(input.subject);
        expect(email.from).toMatchObject(asRead(input.from as Mailbox));
        expect(email.to).toEqual((input.to as Mailbox[]).map(asRead));
        expect(email.cc ?? []).toEqual((input.cc as Mailbox[]).map(asRead));
        expect(email.replyTo ?? []).toEqual((input.replyTo as Mailbox[]).map(asRead));
        expect(email.messageId).toBe(input.messageId);
        expect(email.date).toBe(new Date(input.date).toISOString());
        expect(body(email.text)).toBe(body(input.text));
        expect(body(email.html)).toBe(body(input.html));
        for (const [name, value] of Object.entries(input.headers))
          expect(oneSpace(decodeWords(headerOf(email, name) ?? ''))).toBe(oneSpace(value.trim()));
        expect(email.attachments.map(bytesOf)).toEqual(
          expect.arrayContaining(input.attachments.map(({ content }) => content.toString('base64'))),
        );
        expect(email.attachments.map(({ filename }) => filename).sort()).toEqual(input.attachments.map(({ filename }) => filename).sort());
      }),
      { numRuns: 300 },
    );
  });

  it('gives the same bytes for the same input', async () => {
    const input = mailInput({ attachments: [{ filename: 'a.txt', contentType: 'text/plain', content: Buffer.from('a') }] });
    expect(await source(input)).toBe(await source({ ...input }));
  });

  it('reads addresses as they are shown', async () => {
    const email = await read(mailInput({ from: '"Lee, Zoë" <z@send.example>', to: ['Bob <bob@rcpt.example>', 'c@bücher.example'] }));
    expect(email.from).toMatchObject({ name: 'Lee, Zoë', address: 'z@send.example' });
    expect(email.to).toMatchObject([
      { name: 'Bob', address: 'bob@rcpt.example' },
      { name: '', address: 'c@xn--bcher-kva.example' },
    ]);
  });

  it('says nothing of the program that composed it', async () => {
    expect(await source(mailInput())).not.toMatch(/mailer|nodemailer|_NmP/i);
  });

  it('puts text beside HTML, images within it and files after both', async () => {
    const attachments = [
      { filename: 'logo.png', contentType: 'image/png', contentId: 'logo@x', content: Buffer.from('png') },
      { filename: 'a.pdf', contentType: 'application/pdf', content: Buffer.from('pdf') },
    ];
    const raw = await source(mailInput({ html: '<img src="cid:logo@x">', attachments }));
    const types = [...raw.matchAll(/^Content-Type: ([a-z/]+)/gm)].map(([, type]) => type);
    expect(types).toEqual([
      'multipart/mixed',
      'multipart/alternative',
      'text/plain',
      'multipart/related',
      'text/html',
      'image/png',
      'application/pdf',
    ]);
    expect(raw).toContain('Content-ID: <logo@x>');
    expect((await read(mailInput({ html: '<img src="cid:logo@x">', attachments }))).attachments).toMatchObject([
      { filename: 'logo.png', disposition: 'inline', contentId: '<logo@x>' },
      { filename: 'a.pdf', disposition: 'attachment' },
    ]);
  });

  it.each([
    [{ html: null, text: 'x' }, 'text/plain'],
    [{ html: '<p>x</p>', text: null }, 'text/html'],
    [{ html: '<p>x</p>', text: '' }, 'text/html'],
    [{ html: null, text: null }, 'text/plain'],
  ])('has one part where there is one body: %j', async (bodies, type) => {
    expect(await source(mailInput(bodies))).toMatch(new RegExp(`\r\nContent-Type: ${type}(?:; charset=utf-8)?\r\n`));
  });

  it('carries a mail within the mail as it is where 7 bit can', async () => {
    const inner = 'From: a@b.example\nSubject: inner\n\nHi\n';
    const attach = (content: string, contentType: string) =>
      source(mailInput({ attachments: [{ filename: 'm.eml', contentType, content: Buffer.from(content) }] }));
    const raw = await attach(inner, 'message/rfc822');
    expect(raw).toContain(inner.replaceAll('\n', '\r\n'));
    expect(raw).toMatch(/Content-Type: message\/rfc822; name=m\.eml\r\nContent-Transfer-Encoding: 7bit/);
    for (const content of [`${inner}ü`, inner + 'x'.repeat(999), `${inner}\u0000`])
      expect(await attach(content, 'message/rfc822')).toMatch(
        /Content-Type: application\/octet-stream; name=m\.eml\r\nContent-Transfer-Encoding: base64/,
      );
    expect(await attach('x', 'multipart/mixed; boundary=x')).toContain('Content-Type: application/octet-stream; name=m.eml');
  });

  it('leaves a header as it was given where it can be folded', async () => {
    const value = '<https://send.example/u/abc>, <mailto:u@send.example?subject=x%20y>, "a quoted string"';
    const raw = await source(mailInput({ headers: { 'List-Unsubscribe': value, References: '<a@b.example> <c@d.example>' } }));
    expect(raw.replaceAll('\r\n ', ' ')).toContain(`List-Unsubscribe: ${value}\r\n`);
    expect(raw).toContain('References: <a@b.example> <c@d.example>\r\n');
  });

  it('has nothing but ASCII in headers of identifiers, of which the others go', async () => {
    const given = { References: '<a@b.example> <nö@x.example> <c@d.example>', 'In-Reply-To': '<nö@x.example>', 'OTP-Token': 'ü 1' };
    const raw = await source(mailInput({ headers: given }));
    const [head = ''] = raw.split('\r\n\r\n');
    expect(head).toMatch(/^[\r\n\x20-\x7e]*$/);
    expect(head).toContain('References: <a@b.example> <c@d.example>\r\n');
    expect(head).toContain('OTP-Token: 1\r\n');
    expect(head).not.toMatch(/in-reply-to/i);
    expect(await source(mailInput({ headers: { References: '<nö@x.example>' } }))).not.toMatch(/^References:/m);
  });

  it.each(['Bcc', 'bcc', 'From', 'Content-Type', 'X Y', 'X:', 'X\r\nBcc', ''])('rejects a header named %j', async (name) => {
    await expect(composeMail(mailInput({ headers: { [name]: 'x@y.example' } }))).rejects.toThrow(/header/);
  });

  it('has no headers but its own, whatever it is given', async () => {
    const hostile = fc
      .array(
        fc.constantFrom(
          '\r\n',
          '\n',
          '\r',
          '\u0000',
          'Bcc: x@y.example',
          '\r\nBcc: x@y.example',
          '\r\n\r\nx',
          '=?utf-8?q?=0D=0ABcc:x?=',
          '"',
          '<',
          '>',
          ';',
          ' ',
          'ü',
          'a',
        ),
        { minLength: 1 },
      )
      .map((pieces) => pieces.join(''));
    const hostileMail = fc.record({
      text: hostile,
      name: hostile,
      address: hostile,
      filename: hostile,
      contentType: hostile,
      contentId: hostile,
    });
    const allowed = [
      'subject',
      'x-a',
      'from',
      'to',
      'cc',
      'reply-to',
      'message-id',
      'date',
      'mime-version',
      'content-type',
      'content-transfer-encoding',
    ];
    await fc.assert(
      fc.asyncProperty(hostileMail, async ({ text, name, address, filename, contentType, contentId }) => {
        const boxes = [
          { address, name },
          { address: 'a@b.example', name },
        ];
        const attachments = [{ filename, contentType, contentId, content: Buffer.from('x') }];
        const raw = await source(mailInput({ to: boxes, cc: boxes, replyTo: boxes, subject: text, headers: { 'X-A': text }, attachments }));
        const [head = '', ...parts] = raw.split('\r\n\r\n');
        for (const line of head.split('\r\n').filter((given) => !/^[ \t]/.test(given)))
          expect(allowed).toContain(line.split(':')[0]?.toLowerCase());
        for (const part of parts) expect(part).not.toMatch(/^bcc:/im);
      }),
      { numRuns: 1000 },
    );
  });
});

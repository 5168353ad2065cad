import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { anyMail, bodyText, lineOf, mailInput } from '../../../../tests/support/mail/mail-input.ts';
import { composeByNodemailer, type MailInput, toOptions } from './compose-mail.ts';
import { composeSimpleMail } from './compose-simple-mail.ts';

const RUNS = Number(process.env.WRITTEN_MAILS ?? 1500);

const sentence = fc.array(
  fc.oneof(
    { weight: 8, arbitrary: fc.stringMatching(/^[a-z,.!?;<>="'-]{1,14}$/) },
    { weight: 2, arbitrary: fc.constantFrom('é', 'Grüße', '漢字', 'Привет', '=', '=3D', '😀', '\t', '  ', '\u0301', '\ud800') },
  ),
  { maxLength: 60 },
);
/** Lines of all lengths around those at which nodemailer breaks them. */
const prose = fc
  .array(
    fc.tuple(
      sentence.chain((words) => fc.constantFrom(' ', '', '. ', '=', 'é').map((gap) => words.join(gap))),
      fc.constantFrom('\n', '\r\n', '\n\n', '\r', ' \n', ''),
    ),
    { minLength: 1, maxLength: 20 },
  )
  .map((lines) => lines.flat().join(''));
const around = fc
  .tuple(fc.integer({ min: 40, max: 160 }), fc.constantFrom('x', '=', 'é', '漢', '😀', ' ', 'a ', 'ab.c', '\t'), prose)
  .map(([length, unit, rest]) => `${unit.repeat(length).slice(0, length)}\r\n${rest}`);
const text = fc.oneof(bodyText, prose, around, fc.constant(''), fc.stringMatching(/^[\u0400-\u0420 \n]{1,200}$/));
const box = fc.record({
  address: fc.constantFrom(
    ...['ann@rcpt.example', 'a.b+c@mail.rcpt.example', "o'hara@x-y.example", 'Ann@Rcpt.Example', 'a@xn--bcher-kva.example'],
    ...['"a, b"@rcpt.example', 'a@1.2.3.4', 'a@[127.0.0.1]', 'a@b.0x10', 'a@bücher.example', 'ü@rcpt.example', 'a..b@c.example'],
    ...['a b@c.example', 'a@b', 'a', '', '<x>', 'a@b.example, c@d.example', 'a@a--b.example', `a@${'y'.repeat(80)}.example`],
  ),
  name: fc.option(fc.oneof(lineOf(120), fc.constantFrom('', ' ', 'Ann Lee', 'Lee, Ann', '=?utf-8?q?x?=', '"', '\\'))),
});
const header = fc.tuple(
  fc.oneof(
    fc.stringMatching(/^[A-Za-z0-9-]{1,30}$/),
    fc.constantFrom(
      'References',
      'in-reply-to',
      'X-SMTPAPI',
      'otp-token',
      'arc-x',
      'BIMI-Selector',
      'x-spf',
      'List-ID',
      'content-features',
    ),
  ),
  fc.oneof(
    lineOf(300),
    fc.constantFrom('', ' ', '<a@b.example>', '<a@b.example> <c@d.example>', 'x'.repeat(998), 'Grüße', '=?utf-8?q?x?='),
  ),
);
const OWN = /^(?:from|sender|to|cc|bcc|reply-to|subject|date|message-id|mime-version|dkim-signature|content-.*)$/i;
const headers = fc.array(header, { maxLength: 4 }).map((fields) => Object.fromEntries(fields.filter(([name]) => !OWN.test(name))));
const encoded: fc.Arbitrary<MailInput> = fc.record({
  from: box,
  to: fc.array(box, { maxLength: 6 }),
  cc: fc.array(box, { maxLength: 2 }),
  replyTo: fc.array(box, { maxLength: 2 }),
  subject: fc.oneof(lineOf(200), fc.constant('')),
  date: fc.integer({ min: 0, max: 4_000_000_000 }).map((seconds) => seconds * 1000),
  messageId: fc.stringMatching(/^[a-z\d]{26}$/).map((id) => `<msg_${id}@send.example>`),
  headers,
  html: fc.option(text),
  text: fc.option(text),
  attachments: fc.constant([]),
});

const own = (input: MailInput) => composeSimpleMail(toOptions(input))?.toString('latin1');
const nodemailers = async (input: MailInput) => (await composeByNodemailer(toOptions(input))).toString('latin1');

describe('composeSimpleMail', () => {
  it('writes what nodemailer composes, byte for byte', async () => {
    let left = 0;
    await fc.assert(
      fc.asyncProperty(fc.oneof(encoded, anyMail), async (input) => {
        const mail = own(input);
        if (mail === undefined) left += 1;
        else expect(mail).toBe(await nodemailers(input));
      }),
      { numRuns: RUNS },
    );
    expect(left).toBeLessThan(RUNS * 0.75);
  });

  it.each([
    ['text', mailInput({ html: null })],
    ['HTML', mailInput({ text: null })],
    ['both', mailInput()],
    ['neither', mailInput({ html: null, text: null })],
    ['a name in quotes', mailInput({ from: '"Lee, Zoë" <z@send.example>' })],
    ['64 KiB', mailInput({ html: `<p>${'é x. '.repeat(10_000)}</p>` })],
    ['a line without a gap', mailInput({ html: 'x'.repeat(65_000) })],
  ])('writes mail of %s itself', async (_, input) => {
    expect(own(input)).toBe(await nodemailers(input));
  });

  it.each([
    ['attachments', mailInput({ attachments: [{ filename: 'a', contentType: 'text/plain', content: Buffer.from('a') }] })],
    ['more than nodemailer encodes at once', mailInput({ html: 'é'.repeat(33_000) })],
    ['an end in space', mailInput({ html: `${'é'} ${'x'.repeat(80)} ` })],
  ])('leaves mail with %s to nodemailer', (_, input) => {
    expect(own(input)).toBeUndefined();
  });
});

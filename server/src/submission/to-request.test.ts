import { describe, expect, it } from 'vitest';
import { ApiError } from '../core/errors/api-error.ts';
import type { SubmittedMail } from '../mime/read-submitted.ts';
import { toRequest } from './to-request.ts';

const box = (address: string, name = '') => ({ address, name });

const MAIL: SubmittedMail = {
  from: [box('a@b.example', 'Ann, of B')],
  to: [],
  cc: [],
  replyTo: [],
  subject: 'Hello',
  messageId: '<1@b.example>',
  headers: [],
  text: 'Hi.',
  html: null,
  attachments: [],
  isSealed: false,
};

function request(change: Partial<SubmittedMail>, envelope = ['x@r.example']) {
  const made = toRequest({ ...MAIL, ...change }, envelope);
  if (made instanceof ApiError) throw made;
  // Safe because the body of a send is an object.
  return { ...made, body: made.input.body as Record<string, unknown>, headers: made.input.headers as Record<string, string> };
}
const header = (name: string, value: string) => ({ headers: [{ name, value }] });

describe('toRequest', () => {
  it.each([
    [
      'those in To and Cc, and the others as bcc',
      ['x@r.example'],
      ['y@r.example'],
      { to: ['x@r.example'], cc: ['y@r.example'], bcc: ['z@r.example'] },
      false,
    ],
    [
      'nobody to the others, where To has none of them',
      ['q@r.example'],
      ['y@r.example'],
      { to: ['x@r.example', 'z@r.example'], cc: ['y@r.example'], bcc: [] },
      true,
    ],
    [
      'those in Cc as to, where there is nobody else',
      [],
      ['x@r.example', 'y@r.example', 'z@r.example'],
      { to: ['x@r.example', 'y@r.example', 'z@r.example'], cc: [], bcc: [] },
      false,
    ],
  ])('shows %s', (_name, to, cc, recipients, hidesTo) => {
    const made = request({ to: to.map((one) => box(one)), cc: cc.map((one) => box(one)) }, ['x@r.example', 'y@r.example', 'z@r.example']);
    expect(made.body).toMatchObject(recipients);
    expect(made.submission.hidesTo).toBe(hidesTo);
  });

  it('shows a single recipient to himself, whatever the headers say', () => {
    const made = request({ to: [box('list@r.example')] });
    expect([made.body.to, made.submission.hidesTo]).toEqual([['x@r.example'], false]);
  });

  it('finds the recipients of the envelope without their case', () => {
    expect(request({ to: [box('X@R.example', 'Xe')] }).body).toMatchObject({ to: ['Xe <X@R.example>'], bcc: [] });
  });

  it('makes the key of Message-ID and recipients, in whatever order and case', () => {
    const keyOf = (change: Partial<SubmittedMail>, envelope: string[]) => request(change, envelope).headers['idempotency-key'];
    const key = keyOf({}, ['x@r.example', 'y@r.example']);
    expect(keyOf({}, ['Y@r.example', 'x@r.example'])).toBe(key);
    expect(keyOf({}, ['x@r.example'])).not.toBe(key);
    expect(keyOf({ messageId: '<2@b.example>' }, ['x@r.example', 'y@r.example'])).not.toBe(key);
    expect(keyOf({ messageId: null }, ['x@r.example'])).toBeUndefined();
    expect(request(header('Idempotency-Key', 'mine'))).toMatchObject({ headers: { 'idempotency-key': 'mine' }, hasMadeKey: false });
  });

  it('drops the headers that the service writes, and keeps the others', () => {
    const names = ['Received', 'DKIM-Signature', 'Content-Type', 'ARC-Seal', 'Bcc', 'X-Posthorn-Tag-A', 'X-Mailer', 'List-Unsubscribe'];
    const { body } = request({ headers: names.map((name) => ({ name, value: `${name}\tvalue` })) });
    expect(body.headers).toEqual({ 'X-Mailer': 'X-Mailer value', 'List-Unsubscribe': 'List-Unsubscribe value' });
    expect(body.tags).toEqual({ a: 'X-Posthorn-Tag-A\tvalue' });
  });

  it.each([
    ['X-Posthorn-Scheduled-At', '2030-01-31T08:00:00+01:00', { scheduled_at: Date.UTC(2030, 0, 31, 7) }],
    ['X-Posthorn-Scheduled-At', '1900000000000', { scheduled_at: 1_900_000_000_000 }],
    ['x-posthorn-stream', 'Marketing', { stream: 'marketing' }],
    ['X-POSTHORN-TEST-MODE', 'False', { test_mode: false }],
  ])('reads %s: %s', (name, value, fields) => {
    expect(request(header(name, value)).body).toMatchObject(fields);
  });

  it.each([
    ['X-Posthorn-Scheduled-At', 'tomorrow'],
    ['X-Posthorn-Test-Mode', '1'],
    ['X-Posthorn-Track', 'true'],
  ])('refuses %s: %s', (name, value) => {
    expect(toRequest({ ...MAIL, ...header(name, value) }, ['x@r.example'])).toMatchObject({
      code: 'validation_failed',
      fields: { field: name },
    });
  });

  it('drops what servers on the way of a mail wrote, however often', () => {
    const names = ['Received', 'Received', 'Return-Path', 'Delivered-To', 'delivered-to', 'X-Original-To', 'Envelope-To', 'X-Received'];
    expect(request({ headers: names.map((name) => ({ name, value: 'x@r.example' })) }).body.headers).toEqual({});
  });

  const twice = (name: string, ...values: string[]) => ({
    headers: values.map((value, place) => ({ name: place === 0 ? name : name.toLowerCase(), value })),
  });

  it.each([
    ['Keywords', ['a, b', '', 'c', 'd'], 'a, b, c, d'],
    ['Comments', ['One.', 'Two.'], 'One., Two.'],
    ['Comments', ['x'.repeat(990), 'y'.repeat(10), 'z'], `${'x'.repeat(990)}, z`],
    ['X-Mailer', ['first', 'second'], 'first'],
  ])('passes %s on once, whatever its case', (name, values, kept) => {
    expect(request(twice(name, ...values)).body.headers).toEqual({ [name]: kept });
  });

  it.each(['References', 'In-Reply-To'])('passes %s on that is there twice and says the same', (name) => {
    expect(request(twice(name, '<1@b.example>', ' <1@b.example>')).body.headers).toEqual({ [name]: '<1@b.example>' });
  });

  it.each([
    ['References', '<1@b.example>', '<2@b.example>'],
    ['In-Reply-To', '<1@b.example>', '<2@b.example>'],
    ['X-Posthorn-Stream', 'marketing', 'marketing'],
  ])('refuses %s that is there twice', (name, ...values) => {
    expect(toRequest({ ...MAIL, ...twice(name, ...values) }, ['x@r.example'])).toMatchObject({
      code: 'validation_failed',
      fields: { field: expect.stringContaining(name.toLowerCase()) },
    });
  });

  it('reads tags in encoded words, as over HTTP they would be given', () => {
    const { body } = request(header('X-Posthorn-Tag-Greeting', '=?UTF-8?Q?Gr=C3=BC=C3=9Fe=0D=0ABcc:?= =?utf-8?b?IOKCrA==?='));
    expect(body.tags).toEqual({ greeting: 'Grüße Bcc: €' });
  });

  it('leaves no tag out without a word', () => {
    const tags = ['X-Posthorn-Tag-A', 'x-posthorn-tag-a'].map((name) => ({ name, value: '1' }));
    expect(toRequest({ ...MAIL, headers: tags }, ['x@r.example'])).toMatchObject({ fields: { field: 'x-posthorn-tag-a' } });
    // What a body over HTTP is refused for.
    expect(JSON.stringify(request(header('X-Posthorn-Tag-__proto__', '1')).body.tags)).toBe('{"__proto__":"1"}');
  });

  it('refuses a mail of nobody', () => {
    expect(toRequest({ ...MAIL, from: [] }, ['x@r.example'])).toMatchObject({ fields: { field: 'From' } });
  });
});

import { describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

const MEGABYTE = 1024 * 1024;
const HOUR = 60 * 60 * 1000;
const RESERVED = [
  ...['From', 'TO', 'cc', 'Bcc', 'Sender', 'Reply-To', 'Subject', 'Date', 'Message-ID', 'Return-Path', 'Received', 'MIME-Version'],
  ...['Content-Type', 'Content-Transfer-Encoding', 'Content-X', 'DKIM-Signature', 'ARC-Seal', 'Authentication-Results', 'X-Service-Test'],
];

const STEERING = [
  ...['X-SES-Configuration-Set', 'X-Mailgun-Variables', 'X-SMTPAPI', 'X-MC-Tags', 'X-PM-Tag', 'X-MJ-CustomID', 'X-Sib-Sandbox'],
  ...['Resent-To', 'Errors-To', 'Return-Receipt-To', 'Disposition-Notification-To', 'Apparently-To'],
];

describe.each(engines)('the bounds of a send on $name', (engine) => {
  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });

  const send = (change: object) =>
    tenant.call('POST', '/v1/email', {
      body: { from: tenant.from, to: ['a@example.net'], subject: 'x', text_body: 'x', stream: 'transactional', ...change },
    });
  const addresses = (count: number, name = 'r') => Array.from({ length: count }, (_, n) => `${name}${n}@example.net`);
  const entries = (count: number, name: (n: number) => string, value = 'v') =>
    Object.fromEntries(Array.from({ length: count }, (_, n) => [name(n), value]));
  const file = (change: object = {}) => ({ filename: 'a.txt', content: 'aGVsbG8=', ...change });
  const long = (length: number) => 'x'.repeat(length);
  const emoji = (length: number) => '😀'.repeat(length);

  describe('202', () => {
    it.each([
      ['50 recipients', { to: addresses(50) }],
      ['50 over to, cc and bcc', { to: addresses(20, 't'), cc: addresses(20, 'c'), bcc: addresses(10, 'b') }],
      ['50 once each, with others named twice', { to: addresses(50), cc: addresses(30), bcc: addresses(20) }],
      ['100 copies for 50 of them', { to: addresses(1), cc: [...addresses(50), ...addresses(49, 'R')], bcc: addresses(50) }],
      ['10 reply_to', { reply_to: addresses(10) }],
      ['one reply_to', { reply_to: 'Answers <a@example.net>' }],
      ['a subject of 998 characters', { subject: long(998) }],
      ['bodies of 1 MiB', { html_body: long(MEGABYTE), text_body: long(MEGABYTE) }],
      ['a subject of 998 emoji', { subject: emoji(998) }],
      ['50 headers', { headers: entries(50, (n) => `X-${n}`) }],
      ['a header name of 76 characters and a value of 998', { headers: { [`X-${long(74)}`]: long(998) } }],
      ['List-Unsubscribe-Post in transactional mail', { headers: { 'List-Unsubscribe-Post': 'List-Unsubscribe=One-Click' } }],
      ['50 tags', { tags: entries(50, (n) => `k${n}`) }],
      ['a tag key of 64 characters and a value of 256', { tags: { [`Az09_-${long(58)}`]: long(256), empty: '' } }],
      ['a tag value of 256 emoji, and a header value of 998', { tags: { a: emoji(256) }, headers: { 'X-A': emoji(998) } }],
      ['20 attachments', { attachments: Array.from({ length: 20 }, () => file()) }],
      [
        'an attachment with everything',
        { attachments: [file({ content_type: 'image/png; x=y', content_id: 'logo@x', filename: long(255) })] },
      ],
      ['an attachment of 10 MiB', { attachments: [file({ content: Buffer.alloc(10 * MEGABYTE).toString('base64') })] }],
      ['an empty attachment', { attachments: [file({ content: '' })] }],
      ['marketing mail to one', { stream: 'marketing' }],
      ['both tracking flags', { track_opens: true, track_clicks: false }],
      ['a name with a comma, quoted', { to: ['"Reader, Ann" <ann@example.net>'] }],
      ['a domain in another script', { to: ['ann@bücher.example'] }],
    ])('is the answer to %s', async (_case, change) => {
      const { status, body } = await send(change);
      expect(body).toMatchObject({ status: 'queued' });
      expect(status).toBe(202);
    });
  });

  it('takes application/octet-stream for an attachment that says nothing of itself', async () => {
    const { body } = await send({ attachments: [file()] });
    const { body: message } = await tenant.call('GET', `/v1/messages/${body.message_id}`);
    expect(message.attachments).toEqual([{ filename: 'a.txt', content_type: 'application/octet-stream', size: 5 }]);
  });

  describe('422', () => {
    it('says which name of a header is none', async () => {
      const { status, body } = await send({ headers: { 'X-Good': '1', X_Bad: '2' } });
      expect([status, body.detail]).toEqual([422, 'headers: Names have 1 to 76 letters, digits and -, unlike "X_Bad".']);
    });

    it.each([...RESERVED, ...STEERING])('refuses the header %s', async (name) => {
      const { status, body } = await send({ headers: { [name]: 'x' } });
      expect(status).toBe(422);
      expect(body).toMatchObject({ error: 'validation_failed', field: `headers.${name}`, detail: expect.any(String) });
    });

    it.each([
      [
        'List-Unsubscribe-Post in marketing mail',
        { stream: 'marketing', headers: { 'List-Unsubscribe-Post': 'x' } },
        'headers.List-Unsubscribe-Post',
      ],
      ['a header named twice', { headers: { 'X-A': '1', 'x-a': '2' } }, 'headers.x-a'],
      ['an empty header name', { headers: { '': 'x' } }, 'headers'],
      ['a header name of 77 characters', { headers: { [long(77)]: 'x' } }, 'headers'],
      ['a header value of 999 characters', { headers: { 'X-A': long(999) } }, 'headers.X-A'],
      ['headers that are a list', { headers: [] }, 'headers'],
      ['51 over to, cc and bcc', { to: addresses(20, 't'), cc: addresses(20, 'c'), bcc: addresses(11, 'b') }, 'to'],
      ['51 in one list, although one is named twice', { to: [...addresses(50), 'r0@example.net'] }, 'to'],
      ['51 in one list of copies', { cc: addresses(51) }, 'cc'],
      ['a cc that is a plain string', { cc: 'a@example.net' }, 'cc'],
      ['more than 50 tags', { tags: entries(51, (n) => `k${n}`) }, 'tags'],
      ['a tag key of 65 characters', { tags: { [long(65)]: 'x' } }, 'tags'],
      ['an empty tag key', { tags: { '': 'x' } }, 'tags'],
      ['a tag value that is no string', { tags: { a: 1 } }, 'tags.a'],
      ['tags that are a list', { tags: ['a'] }, 'tags'],
      ['a file name of 256 characters', { attachments: [file({ filename: long(256) })] }, 'attachments[0].filename'],
      ['an empty file name', { attachments: [file({ filename: '' })] }, 'attachments[0].filename'],
      ['a file name with a backslash', { attachments: [file({ filename: 'a\\b' })] }, 'attachments[0].filename'],
      ['a file name with a line break', { attachments: [file({ filename: 'a\nb' })] }, 'attachments[0].filename'],
      ['a file name with a control character beyond ASCII', { attachments: [file({ filename: 'a\u0085b' })] }, 'attachments[0].filename'],
      ['a content type with a line break', { attachments: [file({ content_type: 'a/b\r\nX: y' })] }, 'attachments[0].content_type'],
      ['attachments that are no list', { attachments: {} }, 'attachments'],
      ['a text body that is no string', { text_body: 1 }, 'text_body'],
      ['a model over 256 KiB', { template_model: { a: long(256 * 1024) } }, 'template_model'],
      ['a time below zero that is no integer', { scheduled_at: -0.5 }, 'scheduled_at'],
      ['a time in seconds', { scheduled_at: 1_800_000_000 }, 'scheduled_at'],
      ['the first time that is taken for seconds', { scheduled_at: 1e9 }, 'scheduled_at'],
      ['the last', { scheduled_at: 1e11 - 1 }, 'scheduled_at'],
      ['a time as text', { scheduled_at: '1800000000000' }, 'scheduled_at'],
    ])('refuses %s', async (_case, change, field) => {
      const { status, body } = await send(change);
      expect(body).toMatchObject({ error: 'validation_failed', field, detail: expect.any(String) });
      expect(status).toBe(422);
    });

    it.each([
      ['reply_to', { reply_to: addresses(11) }, 10],
      ['to', { to: addresses(51) }, 50],
      ['to', { to: addresses(40), cc: addresses(11, 'c') }, 50],
      ['cc', { cc: addresses(51) }, 50],
      ['bcc', { bcc: Array(501).fill('a@example.net') }, 500],
      ['headers', { headers: entries(51, (n) => `X-${n}`) }, 50],
      ['tags', { tags: entries(51, (n) => `k${n}`) }, 50],
      ['tags.a', { tags: { a: long(257) } }, 256],
      ['tags.a', { tags: { a: emoji(257) } }, 256],
      ['headers.X-A', { headers: { 'X-A': emoji(999) } }, 998],
      ['attachments', { attachments: Array.from({ length: 21 }, () => file()) }, 20],
      ['subject', { subject: long(999) }, 998],
    ])('names the limit of %s', async (field, change, max) => {
      expect((await send(change)).body).toMatchObject({ error: 'validation_failed', field, max });
    });
  });

  it('answers a scheduled and a simulated send by the same fields', async () => {
    const { body: clock } = await server.admin('GET', '/admin/clock');
    const result = { message_id: expect.stringMatching(/^msg_/), suppressed_recipients: [] };
    const scheduled = await send({ scheduled_at: clock.now + HOUR });
    expect(scheduled.status).toBe(200);
    expect(scheduled.body).toEqual({ ...result, status: 'scheduled', test_mode: false, scheduled_at: clock.now + HOUR });
    const simulated = await send({ test_mode: true });
    expect(simulated.status).toBe(200);
    expect(simulated.body).toEqual({ ...result, status: 'sent', test_mode: true, scheduled_at: null });
  });
});

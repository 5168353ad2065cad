import { readFileSync } from 'node:fs';
import { type Attachment, type CreateBatchRequestOptions, type CreateEmailOptions, type CreateEmailRequestOptions, Resend } from 'resend';
import { beforeAll, describe, expect, it } from 'vitest';
import { engines } from '../../support/engines.ts';
import { BY_HAND, useServer, useTenant } from '../../support/posthorn.ts';

type KeysOf<T> = T extends unknown ? keyof T : never;

/** What is given for an option, and what `/v1/messages/{id}` then has; or the name and the sentence by which it is refused. */
type Sample =
  | { readonly wire: string; readonly given: object; readonly kept: object }
  | { readonly wire: string; readonly given: object; readonly refused: readonly [name: string, sentence: RegExp] };

// The compiler names each option of the client's types that is not here.
const emailOptions: Readonly<Record<Exclude<KeysOf<CreateEmailOptions>, 'from' | 'react'>, Sample>> = {
  to: { wire: 'to', given: { to: ['a@example.net', 'B <b@example.net>'] }, kept: { to: ['a@example.net', 'B <b@example.net>'] } },
  cc: { wire: 'cc', given: { cc: 'c@example.net' }, kept: { cc: ['c@example.net'] } },
  bcc: { wire: 'bcc', given: { bcc: ['d@example.net'] }, kept: { bcc: ['d@example.net'] } },
  replyTo: { wire: 'reply_to', given: { replyTo: 'r@example.net' }, kept: { reply_to: ['r@example.net'] } },
  subject: { wire: 'subject', given: { subject: 'Grüße' }, kept: { subject: 'Grüße' } },
  html: { wire: 'html', given: { html: '<b>Hi</b>' }, kept: { html_body: '<b>Hi</b>' } },
  text: { wire: 'text', given: { text: 'Hi' }, kept: { text_body: 'Hi' } },
  headers: { wire: 'headers', given: { headers: { 'X-A': '1' } }, kept: { headers: { 'X-A': '1' } } },
  tags: { wire: 'tags', given: { tags: [{ name: 'k', value: 'v' }] }, kept: { tags: { k: 'v' } } },
  attachments: {
    wire: 'attachments',
    given: { attachments: [{ filename: 'a.pdf', content: 'b25l' }] },
    kept: { attachments: [{ filename: 'a.pdf', content_type: 'application/pdf', size: 3 }] },
  },
  scheduledAt: { wire: 'scheduled_at', given: { scheduledAt: '2099-01-01T00:00:00Z' }, kept: { scheduled_at: 4_070_908_800_000 } },
  template: {
    wire: 'template',
    given: { template: { id: 'welcome', variables: { name: 'Ada', age: 36 } }, html: undefined, subject: undefined },
    kept: { subject: 'Hi Ada, 36', template_alias: 'welcome' },
  },
  topicId: { wire: 'topic_id', given: { topicId: 'top_1' }, refused: ['validation_error', /^topic_id: /] },
};

const file = { filename: 'a.bin', content: Buffer.from('one') };
const attachmentOptions: Readonly<Record<keyof Attachment, Sample>> = {
  filename: { wire: 'attachments[].filename', given: file, kept: { filename: 'a.bin' } },
  content: { wire: 'attachments[].content', given: { ...file, content: new Uint8Array([1, 2]) }, kept: { size: 2 } },
  contentType: { wire: 'attachments[].content_type', given: { ...file, contentType: 'text/csv' }, kept: { content_type: 'text/csv' } },
  contentId: { wire: 'attachments[].content_id', given: { ...file, contentId: 'logo' }, kept: { size: 3 } },
  path: {
    wire: 'attachments[].path',
    given: { filename: 'a', path: 'https://example.com/a.pdf' },
    refused: ['invalid_attachment', /^attachments\[0\]\.path: /],
  },
};

/** Read elsewhere in these tests, or by the client alone. */
const requestOptions: Readonly<Record<KeysOf<CreateEmailRequestOptions | CreateBatchRequestOptions>, string>> = {
  idempotencyKey: 'Idempotency-Key',
  batchValidation: 'x-batch-validation',
  headers: 'the client sends them',
  query: 'the client sends it; nothing reads it',
  signal: 'ends the call of the client',
};

const guide = readFileSync(new URL('../../../docs/migrating-from-resend.md', import.meta.url), 'utf8');

/** What the guide says of a field; undefined where no row of its table names it. */
const saidOf = (wire: string): string | undefined =>
  guide
    .split('\n')
    .map((line) => line.split('|').map((cell) => cell.trim()))
    .find(([, named = '']) => new RegExp(`\`${wire.replaceAll(/[[\]]/g, String.raw`\$&`)}[:\`]`).test(named))?.[2];

const samples = [...Object.values(emailOptions), ...Object.values(attachmentOptions)];

describe('the guide for those who come from Resend', () => {
  it.each(samples.filter(({ wire }) => wire !== 'attachments'))('says what becomes of $wire', (sample) => {
    const said = saidOf(sample.wire);
    expect(said).toBeDefined();
    expect(/^refused/.test(said ?? '')).toBe('refused' in sample);
  });

  it.each(['from', 'react', requestOptions.idempotencyKey, requestOptions.batchValidation])('says what becomes of %s', (wire) => {
    expect(saidOf(wire)).toBeDefined();
  });
});

describe.each(engines)('the options of the official client on $name', (engine) => {
  let resend: Resend;

  const server = useServer(engine, BY_HAND);
  const tenant = useTenant(server, { rate_limit: -1 });
  beforeAll(async () => {
    resend = new Resend(tenant.key, { baseUrl: `${server.url}/resend` });
    await tenant.call('POST', '/v1/templates', { body: { alias: 'welcome' } });
    const version = { subject: 'Hi {{ name }}, {{ age }}', text_body: 'x' };
    await tenant.call('POST', '/v1/templates/welcome/versions', { body: version });
  });

  const mail = (change: object = {}) => ({ from: tenant.from, to: 'a@example.net', subject: 'Hello', html: '<p>Hi</p>', ...change });

  async function keptOf(sent: Awaited<ReturnType<Resend['emails']['send']>>) {
    expect(sent.error).toBeNull();
    return (await tenant.call('GET', `/v1/messages/${sent.data?.id}`)).body;
  }

  it.each(Object.entries(emailOptions))('%s is kept or refused', async (_, sample) => {
    const sent = await resend.emails.create(mail(sample.given));
    if ('kept' in sample) expect(await keptOf(sent)).toMatchObject(sample.kept);
    else expect(sent.error).toEqual({ statusCode: 422, name: sample.refused[0], message: expect.stringMatching(sample.refused[1]) });
  });

  it.each(Object.entries(attachmentOptions))('%s of an attachment is kept or refused', async (_, sample) => {
    const sent = await resend.emails.send(mail({ attachments: [sample.given] }));
    if ('kept' in sample) expect((await keptOf(sent)).attachments).toMatchObject([sample.kept]);
    else expect(sent.error).toEqual({ statusCode: 422, name: sample.refused[0], message: expect.stringMatching(sample.refused[1]) });
  });

  it('simulates what is sent with the header for it, alone and in a batch', async () => {
    const simulated = { headers: { 'X-Service-Test': 'true' } };
    const bounced = await resend.emails.send(mail({ to: 'bounced@posthorn.test' }), simulated);
    expect(await keptOf(bounced)).toMatchObject({ test_mode: true, status: 'failed', recipients: [{ status: 'bounced' }] });
    const { data } = await resend.batch.send([mail({ to: 'delivered@posthorn.test' })], simulated);
    expect((await resend.emails.get(data?.data[0]?.id ?? '')).data?.last_event).toBe('delivered');
  });

  it('takes times in words that need no calendar, in a send, a batch and an update', async () => {
    const { now } = (await server.admin('GET', '/admin/clock')).body;
    expect(await keptOf(await resend.emails.send(mail({ scheduledAt: 'in 1 min' })))).toMatchObject({ scheduled_at: now + 60_000 });
    const { data } = await resend.batch.send([mail({ scheduledAt: 'in an hour' })]);
    const id = data?.data[0]?.id ?? '';
    expect((await resend.emails.get(id)).data?.scheduled_at).toBe(new Date(now + 3_600_000).toISOString());
    expect((await resend.emails.update({ id, scheduledAt: 'in 2 days' })).error).toBeNull();
    expect((await resend.emails.get(id)).data?.scheduled_at).toBe(new Date(now + 172_800_000).toISOString());
  });

  it('answers an earlier key again, though the time is given in words, and another now', async () => {
    const later = () => server.admin('POST', '/admin/clock', { body: { advance_ms: 5000 } });
    const send = (scheduledAt: string) => resend.emails.send(mail({ scheduledAt }), { idempotencyKey: 'in-words' });
    const sendBatch = (scheduledAt: string) => resend.batch.send([mail(), mail({ scheduledAt })], { idempotencyKey: 'in-words' });
    const [first, batch] = [await send('in 1 min'), await sendBatch('in an hour')];
    expect([first.error, batch.error]).toEqual([null, null]);
    await later();
    expect((await send('in 1 min')).data).toEqual(first.data);
    expect((await sendBatch('in an hour')).data).toEqual(batch.data);
    const others = [await send('in 2 min'), await sendBatch('in 2 hours'), await send('2099-01-01T00:00:00Z')];
    expect(others.map(({ error }) => error?.name)).toEqual(Array.from({ length: 3 }, () => 'invalid_idempotent_request'));
  });

  it.each([
    [{ replyTo: 'r@example.net' }, 'validation_error', 'replyTo: There is no such field.'],
    [{ region: 'eu' }, 'validation_error', 'region: There is no such field.'],
    [
      { attachments: [{ filename: 'a', content: 'b25l', inline_content_id: 'x' }] },
      'invalid_attachment',
      'attachments[0].inline_content_id: There is no such field.',
    ],
  ])('refuses what it does not know: %j', async (change, name, message) => {
    const answer = await tenant.call('POST', '/resend/emails', { body: mail(change) });
    expect(answer).toMatchObject({ status: 422, body: { statusCode: 422, name, message } });
    expect((await tenant.call('POST', '/resend/emails', { body: mail({ region: null }) })).status).toBe(200);
  });
});

import { z } from 'zod';
import { id, idOf, idParam, timestamp } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';
import { logPage, logQuery } from './core/pagination.ts';
import { templateModel } from './templates.ts';

/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
export const stream = z.enum(['transactional', 'marketing']);

const byteLength = (text: string) => new TextEncoder().encode(text).length;

const body = (max: number) =>
  z.string().refine((text) => text.length <= max && (text.length * 3 <= max || byteLength(text) <= max), {
    error: `At most ${max} bytes of UTF-8.`,
    params: { max_bytes: max },
  });

const address = z.string().max(1000).describe('`a@example.com` or `Name <a@example.com>`.');

const attachment = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(limits.fileNameLength)
      .regex(/^[^/\\\u0000-\u001f\u007f]+$/, 'No slash, backslash or control character.')
      .describe('File name shown to the reader, 1 to 255 characters.'),
    content_type: z
      .string()
      .max(255)
      .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/, 'A media type such as image/png.')
      .optional()
      .describe('Media type; unless given that of the upload, or `application/octet-stream`.'),
    content: z.string().optional().describe('The file in base64, at most 10485760 bytes decoded; this or `storage_key`.'),
    storage_key: z.string().optional().describe('Names an uploaded file; this or `content`.'),
    content_id: z
      .string()
      .max(255)
      .regex(/^[\w.@+-]+$/, 'Letters, digits and . _ @ + - only.')
      .optional()
      .describe('Makes it an inline image: `<img src="cid:…">`.'),
  })
  .meta({ id: 'Attachment' });

/** Body of `POST /v1/email`. */
export const sendRequest = z
  .object({
    from: address.describe('Sender; its domain must be a verified domain of the tenant, and the one the key is scoped to, if it is.'),
    to: z
      .array(address)
      .min(1, 'At least one recipient is required.')
      .max(limits.recipients)
      .describe('Recipients, 1 to 50 over `to`, `cc` and `bcc`.'),
    cc: z.array(address).max(limits.recipients).optional().describe('Recipients whom all others see.'),
    bcc: z.array(address).max(limits.recipients).optional().describe('Recipients whom the others do not see.'),
    reply_to: z
      .union([address, z.array(address).max(limits.replyTo)])
      .optional()
      .describe('Where answers go, at most 10 addresses.'),
    subject: z
      .string()
      .min(1)
      .max(limits.subjectLength)
      .regex(/^[^\r\n]*$/, 'No line break.')
      .optional()
      .describe('1 to 998 characters; required unless the template has one.'),
    html_body: body(limits.htmlBytes).optional().describe('HTML, at most 1 MiB. One of `html_body` and `text_body` is required.'),
    text_body: body(limits.textBytes).optional().describe('Plain text, at most 1 MiB; made from `html_body` where it is absent.'),
    template_alias: z
      .string()
      .optional()
      .describe("Renders the active version of this template. A subject or body given beside it wins over the template's."),
    template_model: templateModel.optional(),
    strict: z
      .boolean()
      .optional()
      .describe('True: refused where the template asks for what the model lacks, which otherwise is rendered as nothing and warned of.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe('Further headers, at most 50. Those the service sets itself are refused.'),
    tags: z
      .record(z.string(), z.string())
      .optional()
      .describe('Labels to find the message by, at most 50; keys of letters, digits, _ and -, values up to 256 characters.'),
    attachments: z.array(attachment).max(limits.attachments).optional().describe('At most 20, 10 MiB each, 25 MiB together.'),
    track_opens: z.boolean().optional().describe("Whether opens are counted. The domain's setting unless given."),
    track_clicks: z
      .boolean()
      .optional()
      .describe("Whether clicks are counted, on the first 1,000 links of the HTML alone. The domain's setting unless given."),
    stream: stream
      .optional()
      .describe(
        '`transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one.',
      ),
    test_mode: z
      .boolean()
      .optional()
      .describe('True: delivery is simulated; the local part of recipients at the test domain chooses the outcome.'),
    scheduled_at: timestamp
      .optional()
      .describe('When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time that has passed sends at once.'),
  })
  .meta({ id: 'SendRequest' });

const warning = z
  .object({
    code: z.literal('missing_variable').describe('The template asks for what the model lacks or has as null, and nothing stands there.'),
    path: z.string().describe('Place within `template_model`, such as `user.name`; at most 200 characters.'),
  })
  .meta({ id: 'SendWarning' });

/** What became of a send. */
export const sendResult = z
  .object({
    message_id: idOf('the message'),
    status: z
      .enum(['queued', 'scheduled', 'suppressed', 'sent', 'failed'])
      .describe('`suppressed`: every recipient in `to` is on a list, and nothing is sent. `sent` and `failed` come of test mode alone.'),
    test_mode: z.boolean().describe('Whether delivery is simulated.'),
    scheduled_at: timestamp.nullable().describe('Null unless the message is scheduled.'),
    suppressed_recipients: z.array(z.string()).describe('Recipients left out because they are suppressed.'),
    warnings: z
      .array(warning)
      .optional()
      .describe('Present where something seems to be amiss with what was accepted, at most 20. With `strict` it is refused instead.'),
    idempotent_replay: z.literal(true).optional().describe('Present when an earlier request with this key was answered again.'),
  })
  .meta({ id: 'SendResult' });

const place = z.int().describe('Place of the item in the request, from 0.');

const batchResult = sendResult
  .omit({ idempotent_replay: true })
  .extend({ index: place, error: z.null().describe('Always null: the item was accepted.') })
  .meta({ id: 'BatchSendResult' });

const batchRefusal = z
  .object({
    index: place,
    message_id: z.null().describe('Always null: there is no message.'),
    status: z.literal('rejected').describe('Always `rejected`: the item was not accepted.'),
    error: z.string().describe('Why the item was not accepted, an error code; its further fields stand beside it.'),
    detail: z.string().describe('The same for people; the wording may change.'),
  })
  .catchall(z.unknown())
  .meta({ id: 'BatchSendRefusal' });

const testEvent = z
  .object({
    id,
    message_id: idOf('the message'),
    type: z.enum(['delivery', 'bounce', 'complaint']).describe('What was simulated, as the local part of the recipient says.'),
    recipients: z.array(z.string()).describe('Addresses that it concerns.'),
    provider_message_id: z.string().describe('What a provider would have called the message.'),
    detail: z.string().nullable().describe('What a receiving server would have said; null where nothing.'),
    timestamp,
    created_at: timestamp,
  })
  .meta({ id: 'TestEvent' });

export type SendRequest = z.infer<typeof sendRequest>;
export type SendResult = z.infer<typeof sendResult>;
export type BatchItem = z.infer<typeof batchResult> | z.infer<typeof batchRefusal>;
export type TestEvent = z.infer<typeof testEvent>;

const absentWhenEmpty = (value: unknown) => (value === '' ? undefined : value);

const sendHeaders = z.object({
  'idempotency-key': z
    .preprocess(
      absentWhenEmpty,
      z
        .string()
        .max(limits.idempotencyKeyLength, 'invalid_idempotency_key')
        .regex(/^[\x21-\x7e]+$/, 'invalid_idempotency_key')
        .optional(),
    )
    .meta({
      description:
        'A request that repeats an earlier key gets the answer of the earlier one, and nothing is sent. 1 to 256 visible ASCII characters.',
      override: { type: 'string' },
    }),
  'x-service-test': z
    .preprocess(
      (value) => (typeof value === 'string' ? absentWhenEmpty(value.toLowerCase()) : value),
      z
        .enum(['true', 'false'], 'X-Service-Test takes true or false.')
        .transform((value) => value === 'true')
        .optional(),
    )
    .meta({ description: '`true`: delivery is simulated, as by `test_mode`.', override: { type: 'string', enum: ['false', 'true'] } }),
});

const batchHeaders = sendHeaders.extend({
  'x-batch-validation': z
    .preprocess(
      (value) => (typeof value === 'string' ? absentWhenEmpty(value.toLowerCase()) : value),
      z.enum(['permissive', 'strict'], 'X-Batch-Validation takes strict or permissive.').optional(),
    )
    .meta({
      description: '`strict`: one item that is wrong refuses the whole batch, and nothing is sent. `permissive` unless given.',
      override: { type: 'string', enum: ['permissive', 'strict'] },
    }),
});

/** Anything, since an item that is wrong fails by itself; the type says what it should be. */
const batchItem = z.unknown() as unknown as z.ZodType<SendRequest, z.input<typeof sendRequest>>;

/** What both send operations refuse beyond what follows from their form. */
const SEND_ERRORS = [
  'invalid_idempotency_key',
  'idempotency_in_progress',
  'rate_limit_exceeded',
  'quota_exceeded',
  'credits_exhausted',
  'storage_limit_reached',
] as const;

export const email = {
  send: op({
    method: 'POST',
    path: '/v1/email',
    summary: 'Send an email',
    description: 'Accepts one email. It is stored durably before the answer; delivery follows in the background.',
    tags: ['Email'],
    scope: 'sending',
    headers: sendHeaders,
    body: sendRequest,
    maxBody: limits.sendBodyBytes,
    missing: 'validation_failed',
    bodyFaults: 'handler',
    answerHeaders: ['rate', 'replay'],
    responses: { 200: sendResult, 202: sendResult },
    answers: {
      200: 'Test mode, an email that is scheduled or goes to nobody, or the answer to an earlier request with this key: `status` says which.',
      202: 'Accepted: the email is stored durably, and its delivery has begun.',
    },
    errors: [...SEND_ERRORS, 'template_not_found', 'template_render_failed', 'from_domain_not_verified'],
  }),
  resend: op({
    method: 'POST',
    path: '/v1/messages/{id}/resend',
    summary: 'Send a message once more',
    description:
      'As a new message with the same sender, recipients, contents, files, tags and settings, by the rules for every other: domain, ' +
      'suppressions, rate and quota. What has not gone out yet, mail of broadcasts and automations, and mail whose body is no longer ' +
      'kept or whose recipient was erased is refused, with the reason in `detail`.',
    tags: ['Email'],
    scope: 'full',
    params: idParam,
    headers: sendHeaders,
    answerHeaders: ['rate', 'replay'],
    responses: { 200: sendResult, 202: sendResult },
    answers: {
      200: 'Test mode, an email that goes to nobody, or the answer to an earlier request with this key: `status` says which.',
      202: 'Accepted: the new message is stored durably, and its delivery has begun.',
    },
    errors: [...SEND_ERRORS, 'not_found', 'not_resendable', 'from_domain_not_verified'],
  }),
  sendBatch: op({
    method: 'POST',
    path: '/v1/email/batch',
    summary: 'Send up to 100 emails',
    description: 'Each item succeeds or fails by itself; the answer has one result for each, in order.',
    tags: ['Email'],
    scope: 'sending',
    headers: batchHeaders,
    body: z.object({
      emails: z
        .array(batchItem, { error: (issue) => (issue.input === undefined ? 'empty_batch' : undefined) })
        .min(1, 'empty_batch')
        .max(limits.batch, 'batch_too_large')
        .meta({ description: 'Send requests, 1 to 100.', override: { items: { $ref: '#/components/schemas/SendRequest' } } }),
    }),
    bareArray: 'emails',
    eachApart: 'emails',
    item: sendRequest,
    maxBody: limits.sendBodyBytes,
    missing: 'validation_failed',
    bodyFaults: 'handler',
    answerHeaders: ['rate', 'replay'],
    responses: { 200: z.object({ data: z.array(z.union([batchResult, batchRefusal])).describe('A result for each item, in order.') }) },
    answers: { 200: 'A result for each item, in order: accepted, or `rejected` with its error.' },
    errors: [...SEND_ERRORS, 'empty_batch', 'batch_too_large'],
  }),
  reschedule: op({
    method: 'PATCH',
    path: '/v1/email/{id}',
    summary: 'Send an email at another time',
    description: 'Takes messages that are queued or scheduled.',
    tags: ['Email'],
    scope: 'full',
    params: idParam,
    body: z.object({ scheduled_at: timestamp.describe('When to send, ms since 1970-01-01T00:00:00Z; in the future.') }),
    responses: {
      200: z.object({
        message_id: idOf('the message'),
        status: z.literal('scheduled').describe('Always `scheduled`, at the new time.'),
        scheduled_at: timestamp,
      }),
    },
    answers: { 200: 'The email has its new time.' },
    errors: ['not_found', 'scheduled_at_must_be_in_the_future', 'message_not_reschedulable'],
  }),
  cancel: op({
    method: 'DELETE',
    path: '/v1/email/{id}',
    summary: 'Cancel an email',
    description: 'Takes messages that are queued or scheduled; nothing is sent.',
    tags: ['Email'],
    scope: 'full',
    params: idParam,
    responses: {
      200: z.object({ message_id: idOf('the message'), status: z.literal('cancelled').describe('Always `cancelled`: nothing is sent.') }),
    },
    answers: { 200: 'The email is cancelled, and nobody gets it.' },
    errors: ['not_found', 'message_not_cancellable'],
  }),
  listTestEvents: op({
    method: 'GET',
    path: '/v1/email/test-events',
    summary: 'List simulated events',
    description: 'What test-mode messages simulated, newest first.',
    tags: ['Email'],
    scope: 'full',
    query: logQuery,
    responses: { 200: logPage(testEvent) },
    answers: { 200: 'A page of simulated events, newest first.' },
    errors: ['invalid_cursor'],
  }),
};

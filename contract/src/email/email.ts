import { z } from 'zod';
import { id, idOf, idParam, timestamp } from '../core/fields.ts';
import { absentWhenEmpty, lowerCased } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { logPage, logQuery } from '../core/pagination.ts';
import { type SendRequest, sendRequest } from './send-request.ts';
import { batchRefusal, batchResult, sendResult } from './send-result.ts';

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

export type TestEvent = z.infer<typeof testEvent>;

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
      description: `A request that repeats an earlier key gets the answer of the earlier one, and nothing is sent. 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
      override: { type: 'string' },
    }),
  'x-service-test': z
    .preprocess(
      lowerCased,
      z
        .enum(['true', 'false'], 'X-Service-Test takes true or false.')
        .transform((value) => value === 'true')
        .optional(),
    )
    .meta({ description: '`true`: delivery is simulated, as by `test_mode`.', override: { type: 'string', enum: ['false', 'true'] } }),
});

const batchHeaders = sendHeaders.extend({
  'x-batch-validation': z
    .preprocess(lowerCased, z.enum(['permissive', 'strict'], 'X-Batch-Validation takes strict or permissive.').optional())
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
        .meta({ description: `Send requests, 1 to ${limits.batch}.`, override: { items: { $ref: '#/components/schemas/SendRequest' } } }),
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

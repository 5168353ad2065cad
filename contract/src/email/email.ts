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
    type: z.enum(['delivery', 'bounce', 'complaint']).describe('The simulated outcome, chosen by the local part of the recipient.'),
    recipients: z.array(z.string()).describe('Addresses that the event concerns.'),
    provider_message_id: z.string().describe('Simulated id of the message at the provider.'),
    detail: z.string().nullable().describe('Simulated reply of the receiving server; null if there is none.'),
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
      description: `A request that repeats an earlier key gets the response of the earlier request, and nothing is sent. 1 to ${limits.idempotencyKeyLength} visible ASCII characters.`,
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
      description: '`strict`: one invalid item rejects the whole batch, and nothing is sent. The default is `permissive`.',
      override: { type: 'string', enum: ['permissive', 'strict'] },
    }),
});

/** Accepts anything, since an invalid item fails by itself; the type declares the valid form. */
const batchItem = z.unknown() as unknown as z.ZodType<SendRequest, z.input<typeof sendRequest>>;

/** Errors of both send operations beyond those that follow from their form. */
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
    description: 'Accepts one email. It is stored durably before the response; delivery follows in the background.',
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
      200: 'A test-mode or scheduled email, one without a recipient left, or the response to an earlier request with this key: see `status`.',
      202: 'Accepted: the email is stored durably, and its delivery has begun.',
    },
    errors: [...SEND_ERRORS, 'template_not_found', 'template_render_failed', 'from_domain_not_verified'],
  }),
  resend: op({
    method: 'POST',
    path: '/v1/messages/{id}/resend',
    summary: 'Resend a message',
    description:
      'Sends a new message with the same sender, recipients, content, files, tags and settings, subject to the usual rules: domain, ' +
      'suppressions, rate limit and quota. Messages that have not been sent yet, mail of broadcasts and automations, and mail whose ' +
      'body is no longer kept or whose recipient was erased are refused, with the reason in `detail`.',
    tags: ['Email'],
    scope: 'full',
    params: idParam,
    headers: sendHeaders,
    answerHeaders: ['rate', 'replay'],
    responses: { 200: sendResult, 202: sendResult },
    answers: {
      200: 'A test-mode email, one without a recipient left, or the response to an earlier request with this key: see `status`.',
      202: 'Accepted: the new message is stored durably, and its delivery has begun.',
    },
    errors: [...SEND_ERRORS, 'not_found', 'not_resendable', 'from_domain_not_verified'],
  }),
  sendBatch: op({
    method: 'POST',
    path: '/v1/email/batch',
    summary: 'Send up to 100 emails',
    description: 'Each item succeeds or fails independently; the response has one result per item, in order.',
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
    eachApart: ['emails'],
    item: sendRequest,
    maxBody: limits.sendBodyBytes,
    missing: 'validation_failed',
    bodyFaults: 'handler',
    answerHeaders: ['rate', 'replay'],
    responses: { 200: z.object({ data: z.array(z.union([batchResult, batchRefusal])).describe('One result per item, in order.') }) },
    answers: { 200: 'One result per item, in order: accepted, or `rejected` with its error.' },
    errors: [...SEND_ERRORS, 'empty_batch', 'batch_too_large'],
  }),
  reschedule: op({
    method: 'PATCH',
    path: '/v1/email/{id}',
    summary: 'Reschedule an email',
    description: 'Works for messages that are `queued` or `scheduled`.',
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
    description: 'Works for messages that are `queued` or `scheduled`; nothing is sent.',
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
    description: 'Events simulated by test-mode messages, newest first.',
    tags: ['Email'],
    scope: 'full',
    query: logQuery,
    responses: { 200: logPage(testEvent) },
    answers: { 200: 'A page of simulated events, newest first.' },
    errors: ['invalid_cursor'],
  }),
};

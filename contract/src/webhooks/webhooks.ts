import { z } from 'zod';
import { deleted, id, idOf, idParam, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { accountEventTypes, messageEventTypes } from '../events.ts';
import { webhookEvent } from './webhook-events.ts';

const types = [...messageEventTypes, ...accountEventTypes] as const;
const subscribable = ['*', ...types] as const;

/** A type of event that an endpoint can get. */
const eventType = z.enum(types);

const ifGiven = (code: string) => (issue: { readonly input?: unknown }) => (issue.input === undefined ? undefined : code);

const endpoint = z
  .object({
    id,
    url: z.string().describe('Where events are posted to.'),
    events: z.array(z.enum(subscribable)).describe('Types of events, or `*` alone for all of them, those to come included.'),
    description: z.string().nullable().describe('What it is for, in words of your own; null where there are none.'),
    active: z.boolean().describe('An endpoint that is not active gets no events; what waits for it is held until it is again.'),
    secret: z.string().describe('Key of the signatures; begins with `whsec_`. Shown once, when it is made; empty everywhere else.'),
    created_at: timestamp,
  })
  .meta({ id: 'Webhook' });

export type Webhook = z.infer<typeof endpoint>;

const url = z
  .string({ error: ({ code, input }) => (code === 'invalid_type' && input !== undefined ? 'url_must_be_https' : undefined) })
  .max(limits.urlLength)
  .describe('An https URL without credentials, whose host has public addresses only.');

const events = z
  .array(z.enum(subscribable, { error: ifGiven('invalid_event_type') }))
  .min(1, 'invalid_event_type')
  .describe('Types of events to get; `*` for all.');

const description = z.string().max(limits.descriptionLength).describe('What it is for, in words of your own; at most 1000 characters.');

const attempt = z.object({
  attempt: z.int().describe('Number of the attempt, 1 for the first.'),
  at: timestamp,
  response_status: z.int().nullable().describe('HTTP status; null where no answer came.'),
  duration_ms: z.int().describe('Milliseconds until the answer, or until it was given up.'),
  error: z.string().nullable().describe('Why no answer came: `timeout`, `url_not_allowed` or a code such as `ECONNREFUSED`.'),
});

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
const deliveryStatus = z.enum(deliveryStatuses);

const delivery = z
  .object({
    id,
    webhook_id: idOf('the endpoint'),
    event_id: z.string().describe('The same over attempts and replays, and for every endpoint that gets the event.'),
    type: eventType.describe('Type of the event.'),
    message_id: z.string().nullable().describe('The message that it happened to; null for other types.'),
    status: deliveryStatus.describe('`failed` after the eighth attempt.'),
    attempts: z.array(attempt).describe('Every attempt so far, first to last.'),
    attempt_count: z.int().describe('Number of attempts so far, at most 8.'),
    next_attempt_at: timestamp.nullable().describe('Null once it is delivered or failed.'),
    replay_of: z.string().nullable().describe('The delivery that this one repeats.'),
    payload: webhookEvent.describe('What is posted, as JSON.'),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });

export type WebhookDelivery = z.infer<typeof delivery>;
export type WebhookAttempt = z.infer<typeof attempt>;

const known = (values: readonly string[]) => (value: unknown) => (values.some((one) => one === value) ? value : undefined);

const deliveriesQuery = keysetQuery.extend({
  status: z.preprocess(known(deliveryStatuses), deliveryStatus.optional()).meta({
    description: 'Only deliveries in this state; an unknown one is ignored.',
    override: { type: 'string', enum: [...deliveryStatuses] },
  }),
  type: z
    .preprocess(known(types), eventType.optional())
    .meta({ description: 'Only this type of event; an unknown one is ignored.', override: { type: 'string', enum: [...types] } }),
  message_id: z
    .preprocess((value) => (value === '' ? undefined : value), z.string().optional())
    .meta({ description: 'Only events of this message.', override: { type: 'string' } }),
});

const instant = z.int().min(0).max(limits.latestTime);

const replayRequest = z.object({
  delivery_ids: z.array(z.string()).max(limits.replay).optional().describe('Only these deliveries.'),
  message_id: z.string().optional().describe('Only events of this message.'),
  types: z
    .array(z.enum(types, { error: ifGiven('invalid_event_type') }))
    .optional()
    .describe('Only these types of events; an empty list is all of them.'),
  status: deliveryStatus.optional().describe('Only deliveries in this state.'),
  since: instant.optional().describe('Only deliveries made at or after this time.'),
  until: instant.optional().describe('Only deliveries made at or before this time.'),
  limit: z.int().min(1).max(limits.replay).optional().describe('Most deliveries to repeat, 1 to 50; 50 unless given.'),
});

export const webhooks = {
  create: op({
    method: 'POST',
    path: '/v1/webhooks',
    summary: 'Add a webhook endpoint',
    description:
      'Events are posted to the URL as JSON, at least once each and in no particular order. `X-Webhook-Signature` is ' +
      '`sha256=` and the HMAC-SHA256 (hex) of the raw body under the secret, which is answered here once; `webhook-id`, ' +
      '`webhook-timestamp` and `webhook-signature` are those of Standard Webhooks. Any 2xx is success; anything else is tried ' +
      'again after 1 minute, 5 minutes, 30 minutes, 2 hours and then every 8 hours, 8 times in all.',
    tags: ['Webhooks'],
    scope: 'full',
    body: z.object({ url, events, description: description.optional() }),
    responses: { 201: endpoint },
    answers: { 201: 'The endpoint with its secret, shown this once.' },
    errors: ['url_must_be_https', 'url_not_allowed', 'invalid_event_type', 'webhook_limit_reached'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/webhooks',
    summary: 'List webhook endpoints',
    description: 'All of them, newest first.',
    tags: ['Webhooks'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(endpoint).describe('All endpoints, newest first.'),
        next_cursor: z.null().describe('Always null: the list has one page.'),
      }),
    },
    answers: { 200: 'All endpoints, newest first.' },
    errors: [],
  }),
  get: op({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    summary: 'Get a webhook endpoint',
    description: 'Answers one webhook endpoint without its secret.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    responses: { 200: endpoint },
    answers: { 200: 'The endpoint without its secret.' },
    errors: ['not_found'],
  }),
  update: op({
    method: 'PATCH',
    path: '/v1/webhooks/{id}',
    summary: 'Change a webhook endpoint',
    description: 'What is left out stays; a null clears the description. Deliveries that wait go to the URL as it is then.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: z.object({
      url: url.optional(),
      events: events.optional(),
      active: z.boolean().optional().describe('False: it gets no events, and what waits for it is held until it is active again.'),
      description: description.nullable().optional().describe('At most 1000 characters; null clears it.'),
    }),
    nulls: 'keep',
    responses: { 200: endpoint },
    answers: { 200: 'The endpoint as it is now.' },
    errors: ['not_found', 'url_must_be_https', 'url_not_allowed', 'invalid_event_type'],
  }),
  delete: op({
    method: 'DELETE',
    path: '/v1/webhooks/{id}',
    summary: 'Delete a webhook endpoint',
    description: 'With its deliveries, those that wait included. Answers the same whether or not there was one.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    responses: { 200: deleted },
    answers: { 200: 'The endpoint and its deliveries are gone.' },
    errors: [],
  }),
  rotateSecret: op({
    method: 'POST',
    path: '/v1/webhooks/{id}/rotate-secret',
    summary: 'Replace the secret of a webhook endpoint',
    description:
      'Answers the endpoint with its new secret, once. For 24 hours the one before signs along: ' +
      '`X-Webhook-Signature-Previous`, and a second entry of `webhook-signature`.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    responses: { 200: endpoint },
    answers: { 200: 'The endpoint with its new secret, shown this once.' },
    errors: ['not_found'],
  }),
  test: op({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    summary: 'Send a made-up event to a webhook endpoint',
    description: 'Its payload has `sample: true`. It is sent, and tried again, like any other, even while the endpoint is not active.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: z.object({
      type: z
        .enum(types, { error: ifGiven('invalid_event_type') })
        .optional()
        .describe('The first type that the endpoint gets unless given.'),
    }),
    responses: { 202: delivery },
    answers: { 202: 'The delivery of the made-up event, which is under way.' },
    errors: ['not_found', 'invalid_event_type'],
  }),
  listDeliveries: op({
    method: 'GET',
    path: '/v1/webhooks/{id}/deliveries',
    showsBodies: true,
    summary: 'List deliveries of a webhook endpoint',
    description: 'One for each event, with its attempts; newest first.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    query: deliveriesQuery,
    responses: { 200: keysetPage(delivery) },
    answers: { 200: 'A page of deliveries, newest first.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  replay: op({
    method: 'POST',
    path: '/v1/webhooks/{id}/replay',
    summary: 'Deliver events again',
    description:
      'Repeats the newest deliveries that match all that is given, up to 50, as new ones with 8 attempts of their own; ' +
      'those that are repeats themselves are left out. They go out even while the endpoint is not active.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: replayRequest,
    responses: {
      202: z.object({
        replayed: z.int().describe('Number of new deliveries, at most 50.'),
        data: z.array(delivery).describe('The new deliveries, in the order of those that they repeat.'),
      }),
    },
    answers: { 202: 'The new deliveries, which are under way.' },
    errors: ['not_found', 'invalid_event_type'],
  }),
};

import { z } from 'zod';
import { id, idOf, idParam, timestamp } from '../core/fields.ts';
import { filter, knownFilter } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { givenTime } from '../core/times.ts';
import { accountEventTypes, messageEventTypes } from '../events.ts';
import { webhookEvent } from './webhook-events.ts';

/** Types of events that an endpoint can get. */
export const types = [...messageEventTypes, ...accountEventTypes] as const;

const eventType = z.enum(types);

/** Returns the error for a present value; a missing one gets the usual error. */
export const ifGiven = (code: string) => (issue: { readonly input?: unknown }) => (issue.input === undefined ? undefined : code);

const attempt = z.object({
  attempt: z.int().describe('Number of the attempt, 1 for the first.'),
  at: timestamp,
  response_status: z.int().nullable().describe('HTTP status of the response; null if there was none.'),
  duration_ms: z.int().describe('Milliseconds until the response, or until the attempt was given up.'),
  error: z
    .string()
    .nullable()
    .describe(
      'Why there was no response: `timeout`, `answer_too_large`, `invalid_response` (not HTTP, or status 100 or 101), `url_not_allowed` or a ' +
        'code such as `ECONNREFUSED`. `event_removed`: the event is no longer kept, so nothing was posted, and there is no retry.',
    ),
});

const deliveryStatuses = ['pending', 'delivered', 'failed'] as const;
const deliveryStatus = z.enum(deliveryStatuses);

const delivery = z
  .object({
    id,
    webhook_id: idOf('the endpoint'),
    event_id: z.string().describe('Id of the event: the same for all attempts, replays and endpoints.'),
    type: eventType.describe('Type of the event.'),
    message_id: z.string().nullable().describe('Message that the event concerns; null for other types.'),
    status: deliveryStatus.describe('`failed` after the eighth attempt, or if the event is no longer kept.'),
    attempts: z.array(attempt).describe('All attempts so far, oldest first.'),
    attempt_count: z.int().describe('Number of attempts so far, at most 8.'),
    next_attempt_at: timestamp.nullable().describe('When the next attempt is due; null once the delivery succeeded or failed.'),
    replay_of: z.string().nullable().describe('Delivery that this one repeats; null if it is no replay.'),
    payload: webhookEvent.nullable().describe('Body of the POST request, as JSON; null once the event is no longer kept.'),
    created_at: timestamp,
  })
  .meta({ id: 'WebhookDelivery' });

export type WebhookDelivery = z.infer<typeof delivery>;
export type WebhookAttempt = z.infer<typeof attempt>;

const deliveriesQuery = keysetQuery('whd').extend({
  status: knownFilter(deliveryStatuses, 'Only deliveries in this state'),
  type: knownFilter(types, 'Only this type of event'),
  message_id: filter(z.string()).describe('Only events of this message.'),
});

const replayRequest = z.object({
  delivery_ids: z.array(z.string()).max(limits.replay).optional().describe('Only these deliveries; an empty list matches none.'),
  message_id: z.string().optional().describe('Only events of this message.'),
  types: z
    .array(z.enum(types, { error: ifGiven('invalid_event_type') }))
    .optional()
    .describe('Only events of these types; an empty list matches none.'),
  status: deliveryStatus.optional().describe('Only deliveries in this state.'),
  since: givenTime().optional().describe('Only deliveries created at or after this time.'),
  until: givenTime().optional().describe('Only deliveries created at or before this time.'),
  limit: z.int().min(1).max(limits.replay).optional().describe('Maximum number of deliveries to repeat, 1 to 50; 50 by default.'),
});

/** Deliveries to an endpoint and their results. */
export const webhookDeliveries = {
  test: op({
    method: 'POST',
    path: '/v1/webhooks/{id}/test',
    summary: 'Send a sample event to a webhook endpoint',
    description: 'Its payload has `sample: true`. It is delivered and retried like any other, even while the endpoint is inactive.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: z.object({
      type: z
        .enum(types, { error: ifGiven('invalid_event_type') })
        .optional()
        .describe('Type of the event; by default the first one that the endpoint subscribes to.'),
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
    description: 'One per event, with its attempts; newest first.',
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
    summary: 'Replay deliveries',
    description:
      'Repeats the newest deliveries that match all criteria, up to 50, as new deliveries with 8 attempts of their own; ' +
      'those that are repeats themselves are left out, and so are those whose event is no longer kept. They go out even while the ' +
      'endpoint is inactive.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: replayRequest,
    responses: {
      202: z.object({
        replayed: z.int().describe(`Number of new deliveries, at most ${limits.replay}.`),
        data: z.array(delivery).describe('The new deliveries, in the order of the ones they repeat.'),
      }),
    },
    answers: { 202: 'The new deliveries, which are under way.' },
    errors: ['not_found', 'event_removed', 'invalid_event_type'],
  }),
};

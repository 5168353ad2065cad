import { z } from 'zod';
import { deleted, id, idParam, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { ifGiven, types, webhookDeliveries } from './webhook-deliveries.ts';

const subscribable = ['*', ...types] as const;

const failing = z
  .object({
    since: timestamp.describe('Time of the first failed attempt, ms since 1970-01-01T00:00:00Z.'),
    attempts: z.int().describe('Number of attempts that have failed since, over all deliveries.'),
    last_attempt_at: timestamp.describe('Time of the last failed attempt, ms since 1970-01-01T00:00:00Z.'),
    response_status: z.int().nullable().describe('HTTP status of the last one; null if there was no response.'),
    error: z.string().nullable().describe('Why the last one got no response, with the codes of delivery attempts; null if it got one.'),
  })
  .nullable()
  .describe('Attempts that have failed since the last success; null if the last attempt succeeded, or none was made to this URL.');

const endpoint = z
  .object({
    id,
    url: z.string().describe('URL that events are posted to.'),
    events: z.array(z.enum(subscribable)).describe('Types of events, or only `*` for all of them, including types added later.'),
    description: z.string().nullable().describe('Your description of it; null if there is none.'),
    active: z.boolean().describe('An inactive endpoint gets no events; its waiting deliveries are held until it is active again.'),
    failing,
    secret: z.string().describe('Signing secret; begins with `whsec_`. Shown only once, when it is created; empty everywhere else.'),
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
  .describe('Types of events to receive; `*` for all.');

const description = z
  .string()
  .max(limits.descriptionLength)
  .describe(`Your description of it; at most ${limits.descriptionLength} characters.`);

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
    description: 'All webhook endpoints, newest first.',
    tags: ['Webhooks'],
    scope: 'full',
    responses: {
      200: z.object({
        data: z.array(endpoint).describe('All endpoints, newest first.'),
        next_cursor: z.null().describe('Always null: the list has a single page.'),
      }),
    },
    answers: { 200: 'All endpoints, newest first.' },
    errors: [],
  }),
  get: op({
    method: 'GET',
    path: '/v1/webhooks/{id}',
    summary: 'Get a webhook endpoint',
    description: 'Returns one webhook endpoint without its secret.',
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
    description: 'Omitted fields stay as they are; null clears the description. Waiting deliveries go to the new URL.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    body: z.object({
      url: url.optional(),
      events: events.optional(),
      active: z.boolean().optional().describe('False: it gets no events, and its waiting deliveries are held until it is active again.'),
      description: description.nullable().optional().describe(`At most ${limits.descriptionLength} characters; null clears it.`),
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
    description: 'Also deletes its deliveries, including those that wait. The response is the same whether or not it existed.',
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
      'Returns the endpoint with its new secret, once. For 24 hours the previous secret signs as well: ' +
      '`X-Webhook-Signature-Previous`, and a second entry of `webhook-signature`. Where it is replaced again in that time, ' +
      '`webhook-signature` has an entry for each, up to ten secrets before the new one.',
    tags: ['Webhooks'],
    scope: 'full',
    params: idParam,
    responses: { 200: endpoint },
    answers: { 200: 'The endpoint with its new secret, shown this once.' },
    errors: ['not_found'],
  }),
  ...webhookDeliveries,
};

import { z } from 'zod';
import { deleted, id, idParam, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { ifGiven, types, webhookDeliveries } from './webhook-deliveries.ts';

const subscribable = ['*', ...types] as const;

const failing = z
  .object({
    since: timestamp.describe('When the first of them was made, ms since 1970-01-01T00:00:00Z.'),
    attempts: z.int().describe('How many attempts have failed since, of whichever deliveries.'),
    last_attempt_at: timestamp.describe('When the last of them was made, ms since 1970-01-01T00:00:00Z.'),
    response_status: z.int().nullable().describe('HTTP status of the last one; null where no answer came.'),
    error: z.string().nullable().describe('Why no answer came to the last one, as attempts of deliveries say it; null where one came.'),
  })
  .nullable()
  .describe('Attempts that have failed without a success since; null where the last attempt has succeeded, or none was made at this URL.');

const endpoint = z
  .object({
    id,
    url: z.string().describe('Where events are posted to.'),
    events: z.array(z.enum(subscribable)).describe('Types of events, or `*` alone for all of them, those to come included.'),
    description: z.string().nullable().describe('What it is for, in words of your own; null where there are none.'),
    active: z.boolean().describe('An endpoint that is not active gets no events; what waits for it is held until it is again.'),
    failing,
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

const description = z
  .string()
  .max(limits.descriptionLength)
  .describe(`What it is for, in words of your own; at most ${limits.descriptionLength} characters.`);

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

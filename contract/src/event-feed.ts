import { z } from 'zod';
import { knownFilters } from './core/filters.ts';
import { limits } from './core/limits.ts';
import { op } from './core/operation.ts';
import { pageLimit } from './core/pagination.ts';
import { accountEventTypes, messageEventTypes } from './events.ts';
import { webhookEvent } from './webhooks/webhook-events.ts';

function clampWait(value: unknown): number {
  const text = typeof value === 'number' ? String(value) : value;
  return typeof text === 'string' && /^\d{1,9}$/.test(text) ? Math.min(Number(text), limits.feedWaitSeconds) : 0;
}

const query = z.object({
  after: z
    .preprocess(
      (value) => (value === '' ? undefined : value),
      z
        .string()
        .refine((text) => /^(?:now|evt_[0-9a-z]{26})$/.test(text), 'invalid_cursor')
        .optional(),
    )
    .meta({
      description:
        '`next_cursor` of the answer before, or the `event_id` of the last event that was handled: those after it follow; where the ' +
        'operator has events removed after some time and it is gone, all that are still kept. `now`: those from now on. The oldest ' +
        'unless given.',
      override: { type: 'string' },
    }),
  types: knownFilters(
    [...messageEventTypes, ...accountEventTypes],
    'Only these types of events, between commas, such as `delivery,bounce`',
  ),
  message_id: z
    .preprocess((value) => (value === '' ? undefined : value), z.string().optional())
    .meta({ description: 'Only events of this message.', override: { type: 'string' } }),
  limit: pageLimit,
  wait: z
    .unknown()
    .optional()
    .transform(clampWait)
    .meta({
      description: `Seconds to wait for an event where there is none, at most ${limits.feedWaitSeconds}; anything else counts as 0, which answers at once.`,
      override: { type: 'integer', minimum: 0, maximum: limits.feedWaitSeconds, default: 0 },
    }),
});

export const events = {
  list: op({
    method: 'GET',
    path: '/v1/events',
    showsBodies: true,
    summary: 'Follow events',
    description:
      'Everything that webhooks tell of, as their payloads, in the order in which it was recorded: for those who cannot be posted to. ' +
      'Hand `next_cursor` back as `after`, with `wait`, and each event comes at least once and none is left out, however many ' +
      'requests break off in between. An event appears once all that was recorded before it is there. Events from before this ' +
      'was introduced are not in it.',
    tags: ['Events'],
    scope: 'full',
    query,
    responses: {
      200: z.object({
        data: z.array(webhookEvent).describe('The next events, first to last; empty where none came in time.'),
        next_cursor: z
          .string()
          .nullable()
          .describe('Where to go on, as `after`; null where the tenant has no event yet, and `after` is left out once more.'),
        has_more: z.boolean().describe('Whether to ask again at once: there is more, or more to look through.'),
      }),
    },
    answers: { 200: 'The next events, first to last.' },
    errors: ['invalid_cursor'],
  }),
};

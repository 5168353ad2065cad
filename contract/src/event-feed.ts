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
        '`next_cursor` of the previous response, or the `event_id` of the last event that was handled: returns the events after it, or, if the ' +
        'retention period of events has passed for it, all that are still kept. `now`: only events from now on. By default the feed starts ' +
        'with the oldest event.',
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
      description: `Seconds to wait for an event if there is none yet, at most ${limits.feedWaitSeconds}; anything else counts as 0, which returns at once.`,
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
      'All events that webhooks deliver, with the same payloads, in the order in which they were recorded, for systems that cannot receive webhooks. ' +
      'Pass `next_cursor` back as `after`, with `wait`: each event is returned at least once and none is skipped, however many ' +
      'requests fail in between. An event appears once all events recorded before it are visible. Events from before this ' +
      'feed was introduced are not in it.',
    tags: ['Events'],
    scope: 'full',
    query,
    responses: {
      200: z.object({
        data: z.array(webhookEvent).describe('The next events, oldest first; empty if none occurred in time.'),
        next_cursor: z
          .string()
          .nullable()
          .describe('Where to continue, as `after`; null while the tenant has no event: omit `after` again.'),
        has_more: z.boolean().describe('True: ask again at once, as there are more events, or more to search through.'),
      }),
    },
    answers: { 200: 'The next events, first to last.' },
    errors: ['invalid_cursor'],
  }),
};

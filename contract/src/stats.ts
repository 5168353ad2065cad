import { z } from 'zod';
import { filter, timeFilter } from './core/filters.ts';
import { op } from './core/operation.ts';
import { stream } from './email/send-request.ts';

/** The counted measures. */
export const measures = [
  'accepted',
  'sent',
  'delivered',
  'delayed',
  'bounced_hard',
  'bounced_soft',
  'bounced_policy',
  'complained',
  'opened',
  'clicked',
  'failed',
  'suppressed',
] as const;

export type Measure = (typeof measures)[number];

export const statIntervals = ['hour', 'day'] as const;

const counts = {
  accepted: z.int().describe('Emails accepted, by time of acceptance; those of broadcasts by when they were created.'),
  sent: z.int().describe('Recipients whose mail the provider accepted.'),
  delivered: z.int().describe('Recipients whose server was reported to have accepted the mail.'),
  delayed: z.int().describe('Recipients whose delivery was delayed, here or at the provider; counted once per mail.'),
  bounced_hard: z.int().describe('Recipients whose address permanently failed.'),
  bounced_soft: z.int().describe('Recipients that failed temporarily, for example because of a full mailbox.'),
  bounced_policy: z.int().describe('Recipients whose server rejected the mail or its sender by policy.'),
  complained: z.int().describe('Recipients who reported the mail as spam.'),
  opened: z.int().describe('Opens, counted each time; opens by programs are left out.'),
  clicked: z.int().describe('Clicks, counted each time; clicks by programs are left out.'),
  failed: z.int().describe('Recipients whose mail could not be sent.'),
  suppressed: z.int().describe('Recipients left out because they are suppressed.'),
} satisfies Record<Measure, z.ZodType>;

const figures = z
  .object({
    interval: z.enum(statIntervals).describe('Length of an entry of `data`.'),
    timezone: z.string().describe('Time zone of the days.'),
    complete: z.boolean().describe('False while some mail has yet to be counted, such as mail from before an upgrade.'),
    data: z
      .array(z.object({ at: z.int().describe('Start of the hour or day, in milliseconds since 1970-01-01T00:00:00Z.'), ...counts }))
      .describe('One entry per hour or day of the range, oldest first, including those in which nothing happened.'),
    totals: z.object(counts).describe('Sums over all entries.'),
  })
  .meta({ id: 'Stats' });

export type Stats = z.infer<typeof figures>;

const statsQuery = z.object({
  from: timeFilter(
    'Start of the range, in milliseconds since 1970-01-01T00:00:00Z; the hour or day that it lies in is included as a whole. By default ' +
      '30 days before `to`, or 24 hours for `interval=hour`.',
  ),
  to: timeFilter(
    'End of the range; the hour or day that it lies in is included as a whole, unless it starts exactly then. Now by default.',
  ),
  interval: filter(z.enum(statIntervals)).describe('`day` by default. The range is at most 400 days, or 31 days by hour.'),
  timezone: filter(z.string().max(64)).describe(
    'Name of the IANA time zone whose days are told, such as `Europe/Berlin`; `UTC` unless given. Hours are those of UTC.',
  ),
  domain_id: filter(z.string()).describe('Only mail from this domain.'),
  stream: filter(stream).describe('Only mail of this stream.'),
  broadcast_id: filter(z.string()).describe('Only mail of this broadcast.'),
  test_mode: filter(z.enum(['false', 'true'])).describe('`true`: only mail in test mode; otherwise only real mail.'),
});

export const stats = {
  get: op({
    method: 'GET',
    path: '/v1/stats',
    summary: 'Show statistics',
    description:
      'Outcomes of mail over time. Everything counts in the hour in which it happened, not in that of its mail; `accepted` counts emails, ' +
      'the rest recipients.',
    tags: ['Statistics'],
    scope: 'full',
    query: statsQuery,
    responses: { 200: figures },
    answers: { 200: 'The figures by hour or day, and their sums.' },
    errors: ['validation_failed'],
  }),
};

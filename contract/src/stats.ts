import { z } from 'zod';
import { filter, timeFilter } from './core/filters.ts';
import { op } from './core/operation.ts';
import { stream } from './email/send-request.ts';

/** What is counted. */
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
  accepted: z.int().describe('Emails that were accepted, by when they were; those of broadcasts when they were made.'),
  sent: z.int().describe('Recipients for whom the provider accepted a mail.'),
  delivered: z.int().describe('Recipients whose server is said to have the mail.'),
  delayed: z.int().describe('Recipients whose mail was put off, here or there; told once of a mail.'),
  bounced_hard: z.int().describe('Recipients whose address does not work.'),
  bounced_soft: z.int().describe('Recipients whose server said no for now, such as for a full mailbox.'),
  bounced_policy: z.int().describe('Recipients whose server did not want the mail or its sender.'),
  complained: z.int().describe('Recipients who called the mail spam.'),
  opened: z.int().describe('Opens, each time; without those by programs.'),
  clicked: z.int().describe('Clicks, each time; without those by programs.'),
  failed: z.int().describe('Recipients whom the mail could not be sent to.'),
  suppressed: z.int().describe('Recipients who were left out because they are suppressed.'),
} satisfies Record<Measure, z.ZodType>;

const figures = z
  .object({
    interval: z.enum(statIntervals).describe('What an entry of `data` is about.'),
    timezone: z.string().describe('The time zone whose days are told.'),
    complete: z.boolean().describe('False while some of the mail is still to be counted, such as that from before an upgrade.'),
    data: z
      .array(z.object({ at: z.int().describe('When it begins, in milliseconds since 1970-01-01T00:00:00Z.'), ...counts }))
      .describe('An entry for each hour or day of the range, oldest first; those in which nothing happened too.'),
    totals: z.object(counts).describe('All entries together.'),
  })
  .meta({ id: 'Stats' });

export type Stats = z.infer<typeof figures>;

const statsQuery = z.object({
  from: timeFilter(
    'Begin of the range, in milliseconds since 1970-01-01T00:00:00Z; the hour or day that it lies in is told whole. Unless given, ' +
      '30 days before `to`, or 24 hours where hours are told.',
  ),
  to: timeFilter('End of the range; the hour or day that it lies in is told whole, unless it begins there. Now, unless given.'),
  interval: filter(z.enum(statIntervals)).describe('`day` unless given. Days: a range of at most 400; hours: one of at most 31 days.'),
  timezone: filter(z.string().max(64)).describe(
    'Name of the IANA time zone whose days are told, such as `Europe/Berlin`; `UTC` unless given. Hours are those of UTC.',
  ),
  domain_id: filter(z.string()).describe('Only mail from this domain.'),
  stream: filter(stream).describe('Only mail of this stream.'),
  broadcast_id: filter(z.string()).describe('Only mail of this broadcast.'),
  test_mode: filter(z.enum(['false', 'true'])).describe('`true`: mail in test mode, which is told apart; otherwise real mail alone.'),
});

export const stats = {
  get: op({
    method: 'GET',
    path: '/v1/stats',
    summary: 'Show statistics',
    description:
      'What became of mail over time. Each thing counts in the hour in which it happened, not in that of its mail; `accepted` counts emails, ' +
      'the rest recipients.',
    tags: ['Statistics'],
    scope: 'full',
    query: statsQuery,
    responses: { 200: figures },
    answers: { 200: 'The figures by hour or day, and their sums.' },
    errors: ['validation_failed'],
  }),
};

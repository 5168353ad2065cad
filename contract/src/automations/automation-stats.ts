import { z } from 'zod';
import { idOf } from '../core/fields.ts';
import { messageEventTypes } from '../events.ts';

const countOf = (what: string) => z.int().describe(what);

/** Counts of events by type. */
const eventCounts = z.object(
  // Safe because each of the names has an entry.
  Object.fromEntries(messageEventTypes.map((type) => [type, countOf(`Events of type \`${type}\`, those that repeat included.`)])) as Record<
    (typeof messageEventTypes)[number],
    z.ZodInt
  >,
);

const mailStats = z
  .object({
    total: countOf('Mails that were made.'),
    queued: countOf('Mails that wait, are under way or are tried again.'),
    sent: countOf('Mails that the provider accepted, also if they bounced later.'),
    failed: countOf('Mails that could not be sent.'),
    suppressed: countOf('Mails whose recipient was found on a list.'),
    cancelled: countOf('Mails that were cancelled before they left.'),
    events: eventCounts.describe('Events of these mails, by type.'),
    unique_opens: countOf('Contacts that opened theirs.'),
    unique_clicks: countOf('Contacts that clicked in theirs.'),
  })
  .meta({ id: 'AutomationMailStats' });

export const automationStats = z
  .object({
    automation_id: idOf('the automation'),
    enrollments: z
      .object({
        active: countOf('Contacts that are in it.'),
        completed: countOf('Contacts that came to its end.'),
        cancelled: countOf('Contacts that were taken out.'),
        failed: countOf('Contacts at which a step failed for good.'),
      })
      .describe('Number of enrollments by state.'),
    steps: z
      .array(
        z.object({
          step: z.string().describe('Id of the step.'),
          type: z.string().describe('Type of the step.'),
          path: z.string().describe('Path of the step, such as `steps[1].then[0]`.'),
          active: countOf('Contacts that are at this step now.'),
          cancelled: countOf('Contacts that were taken out here.'),
          failed: countOf('Contacts at which this step failed for good.'),
          mail: mailStats.nullable().describe('Outcomes of the mails of this step; null if it sends none.'),
        }),
      )
      .describe('All steps, in the order of the program.'),
  })
  .meta({ id: 'AutomationStats' });

export type AutomationStats = z.infer<typeof automationStats>;

import { z } from 'zod';
import { idOf, timestamp } from '../core/fields.ts';
import { flag } from '../core/filters.ts';
import { messageEventTypes } from '../events.ts';

const ledgerStatus = z.enum(['queued', 'sent', 'failed', 'suppressed', 'skipped']);

export type LedgerStatus = z.infer<typeof ledgerStatus>;

const countOf = (what: string) => z.int().describe(what);

const ledger = z
  .object({
    total: countOf('The sum of the others; 0 for a cancelled broadcast, whose target is not processed.'),
    pending: countOf('Contacts of the target that were not processed yet.'),
    queued: countOf('Mail that is waiting, being sent or being retried.'),
    sent: countOf('Mail that the provider accepted, even if it bounced later.'),
    failed: countOf('Mail that could not be sent.'),
    suppressed: countOf('Contacts found on a suppression list.'),
    skipped: countOf('Contacts skipped for another reason.'),
  })
  .meta({ id: 'BroadcastLedger' });

export const recipient = z
  .object({
    contact_id: idOf('the contact'),
    email: z.string().describe('Address of the contact when it was processed.'),
    status: ledgerStatus.describe('Outcome, by the names of the ledger.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, the rendering error (`empty_subject: …`, `template_render_failed: …`), or the reply to the last attempt.',
      ),
    message_id: z.string().nullable().describe('The mail that was created; null if there is none.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BroadcastRecipient' });

export type BroadcastRecipient = z.infer<typeof recipient>;

const eventCounts = z.object(
  // Safe because each of the names has an entry.
  Object.fromEntries(messageEventTypes.map((type) => [type, countOf(`Events of type \`${type}\`, including repeated ones.`)])) as Record<
    (typeof messageEventTypes)[number],
    z.ZodInt
  >,
);

export const preview = z
  .object({
    counts: z
      .object({
        total: countOf('All contacts of the target.'),
        deliverable: z.int().describe('Subscribed and on no suppression list.'),
        unsubscribed: countOf('Contacts that are unsubscribed.'),
        cleaned: countOf('Contacts that are cleaned.'),
        suppressed: z.int().describe('Subscribed, but on a suppression list.'),
      })
      .nullable()
      .describe('Current contacts of the target; null without a target.'),
    sample: z
      .object({
        contact_id: z.string().nullable().describe('The contact; null if nobody would get it, and it was rendered without one.'),
        from: z.string().nullable().describe('The sender; null if there is none that it can be sent from.'),
        subject: z.string().describe('The subject as rendered.'),
        html_body: z.string().nullable().describe('The HTML as rendered; null if there is none.'),
        text_body: z.string().nullable().describe('The plain text as rendered; null if there is none.'),
        size: z.int().describe('Size of subject and bodies in bytes.'),
      })
      .describe('The mail as one contact would get it.'),
    missing: z.array(z.string()).describe('Paths such as `attributes.city` that the contact lacks; they were rendered as nothing.'),
    warnings: z
      .array(
        z.object({
          code: z
            .enum(['empty_subject', 'merge_tag', 'insecure_link', 'no_unsubscribe_link', 'large_message'])
            .describe('Code of the warning, for programs.'),
          detail: z.string().describe('Human-readable explanation; the wording may change.'),
        }),
      )
      .describe('Possible mistakes; they do not prevent sending.'),
  })
  .meta({ id: 'BroadcastPreview' });

export type BroadcastPreview = z.infer<typeof preview>;

/** Optional breakdowns of a broadcast's statistics. */
export const statsQuery = z.object({
  interval: z
    .preprocess((value) => (value === 'hour' || value === 'day' ? value : undefined), z.enum(['hour', 'day']).optional())
    .meta({
      description: '`hour` or `day`: also counts events over time, by UTC hour or day.',
      override: { type: 'string', enum: ['hour', 'day'] },
    }),
  links: flag('`true`: also counts clicks by link; false by default.'),
});

const timeline = z
  .array(
    z.object({
      at: timestamp.describe('When the hour or the day began, ms since 1970-01-01T00:00:00Z.'),
      events: eventCounts.describe('Events in this interval, by type.'),
    }),
  )
  .nullable()
  .describe('Oldest first, without intervals that had no events, the newest 1,000; null without `interval`.');

const links = z
  .array(
    z.object({
      url: z.string().describe('Target of the link.'),
      clicks: countOf('Clicks, including repeated ones.'),
      unique_clicks: countOf('Contacts that clicked it.'),
    }),
  )
  .nullable()
  .describe('Clicked links, most clicks first, at most 100; null without `links`.');

export const stats = z.object({
  broadcast_id: idOf('the broadcast'),
  ledger: ledger.describe('Every contact of the target, counted once by its outcome.'),
  events: eventCounts.describe('Events of its mail, by type.'),
  unique_opens: z.int().describe('Contacts that opened it.'),
  unique_clicks: z.int().describe('Contacts that clicked a link in it.'),
  timeline,
  links,
});

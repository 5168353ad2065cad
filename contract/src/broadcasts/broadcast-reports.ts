import { z } from 'zod';
import { idOf, timestamp } from '../core/fields.ts';
import { flag } from '../core/filters.ts';
import { messageEventTypes } from '../events.ts';

const ledgerStatus = z.enum(['queued', 'sent', 'failed', 'suppressed', 'skipped']);

export type LedgerStatus = z.infer<typeof ledgerStatus>;

const countOf = (what: string) => z.int().describe(what);

const ledger = z
  .object({
    total: countOf('The sum of the others; 0 for a broadcast that was cancelled, of whose target nobody is looked at.'),
    pending: countOf('Contacts of the target that were not looked at yet.'),
    queued: countOf('Mail that waits, is under way or is tried again.'),
    sent: countOf('Mail that the provider accepted, also if it bounced later.'),
    failed: countOf('Mail that could not be sent.'),
    suppressed: countOf('Contacts found on a list.'),
    skipped: countOf('Contacts left out for another reason.'),
  })
  .meta({ id: 'BroadcastLedger' });

export const recipient = z
  .object({
    contact_id: idOf('the contact'),
    email: z.string().describe('Address of the contact when it was looked at.'),
    status: ledgerStatus.describe('What became of it, by the names of the ledger.'),
    reason: z
      .string()
      .nullable()
      .describe(
        'Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, what could not be filled in (`empty_subject: …`, `template_render_failed: …`), or what the last attempt was answered.',
      ),
    message_id: z.string().nullable().describe('The mail that was made; null where there is none.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BroadcastRecipient' });

export type BroadcastRecipient = z.infer<typeof recipient>;

const eventCounts = z.object(
  // Safe because there is an entry for each of the names.
  Object.fromEntries(messageEventTypes.map((type) => [type, countOf(`Events of type \`${type}\`, those that repeat included.`)])) as Record<
    (typeof messageEventTypes)[number],
    z.ZodInt
  >,
);

export const preview = z
  .object({
    counts: z
      .object({
        total: countOf('All contacts of the target.'),
        deliverable: z.int().describe('Subscribed and on no list.'),
        unsubscribed: countOf('Contacts that are unsubscribed.'),
        cleaned: countOf('Contacts that are cleaned.'),
        suppressed: z.int().describe('Subscribed, but on a list.'),
      })
      .nullable()
      .describe('Contacts of the target now; null without a target.'),
    sample: z
      .object({
        contact_id: z.string().nullable().describe('The contact; null where nobody would get it, and it was rendered for none.'),
        from: z.string().nullable().describe('The sender; null while there is none that it could be sent from.'),
        subject: z.string().describe('The subject as rendered.'),
        html_body: z.string().nullable().describe('The HTML as rendered; null where there is none.'),
        text_body: z.string().nullable().describe('The plain text as rendered; null where there is none.'),
        size: z.int().describe('Bytes of subject and bodies.'),
      })
      .describe('The mail as one contact would get it.'),
    missing: z.array(z.string()).describe('Paths such as `attributes.city` that the contact lacks; they were rendered as nothing.'),
    warnings: z
      .array(
        z.object({
          code: z
            .enum(['empty_subject', 'insecure_link', 'no_unsubscribe_link', 'large_message'])
            .describe('What it is about, for programs.'),
          detail: z.string().describe('What it is about, for people; the wording may change.'),
        }),
      )
      .describe('What to look at before sending; it can be sent all the same.'),
  })
  .meta({ id: 'BroadcastPreview' });

export type BroadcastPreview = z.infer<typeof preview>;

/** How the counts of a broadcast are to be told apart. */
export const statsQuery = z.object({
  interval: z
    .preprocess((value) => (value === 'hour' || value === 'day' ? value : undefined), z.enum(['hour', 'day']).optional())
    .meta({
      description: '`hour` or `day`: also counts events over time, by hours or days of UTC.',
      override: { type: 'string', enum: ['hour', 'day'] },
    }),
  links: flag('`true`: also counts clicks by link; false unless given.'),
});

const timeline = z
  .array(
    z.object({
      at: timestamp.describe('When the hour or the day began, ms since 1970-01-01T00:00:00Z.'),
      events: eventCounts.describe('Events in it, by type.'),
    }),
  )
  .nullable()
  .describe('First to last, those in which nothing happened left out, the newest 1,000; null without `interval`.');

const links = z
  .array(
    z.object({
      url: z.string().describe('Where the link leads.'),
      clicks: countOf('Clicks, those that repeat included.'),
      unique_clicks: countOf('Contacts that clicked it.'),
    }),
  )
  .nullable()
  .describe('Links that were clicked, most clicks first, at most 100; null without `links`.');

export const stats = z.object({
  broadcast_id: idOf('the broadcast'),
  ledger: ledger.describe('Every contact of the target, counted once by what became of it.'),
  events: eventCounts.describe('Events of its mail, by type.'),
  unique_opens: z.int().describe('Contacts that opened it.'),
  unique_clicks: z.int().describe('Contacts that clicked in it.'),
  timeline,
  links,
});

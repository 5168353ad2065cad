import { z } from 'zod';
import { messageEventTypes } from './events.ts';
import { id, timestamp } from './fields.ts';

const ledgerStatus = z.enum(['queued', 'sent', 'failed', 'suppressed', 'skipped']);

export type LedgerStatus = z.infer<typeof ledgerStatus>;

const countOf = (what: string) => z.int().describe(what);

const ledger = z
  .object({
    total: countOf('The sum of the others.'),
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
    contact_id: id,
    email: z.string(),
    status: ledgerStatus,
    reason: z
      .string()
      .nullable()
      .describe(
        'Why there was no mail: `unsubscribed`, `cleaned`, `deleted`, `cancelled`, `suppressed`, or what the last attempt was answered.',
      ),
    message_id: id.nullable().describe('Null where no mail was made.'),
    created_at: timestamp,
    updated_at: timestamp,
  })
  .meta({ id: 'BroadcastRecipient' });

export type BroadcastRecipient = z.infer<typeof recipient>;

const eventCounts = z.object(
  // Safe because there is an entry for each of the names.
  Object.fromEntries(messageEventTypes.map((type) => [type, z.int()])) as Record<(typeof messageEventTypes)[number], z.ZodInt>,
);

export const preview = z
  .object({
    counts: z
      .object({
        total: z.int(),
        deliverable: z.int().describe('Subscribed and on no list.'),
        unsubscribed: z.int(),
        cleaned: z.int(),
        suppressed: z.int().describe('Subscribed, but on a list.'),
      })
      .nullable()
      .describe('Contacts of the target now; null without a target.'),
    sample: z
      .object({
        contact_id: id.nullable(),
        from: z.string().nullable(),
        subject: z.string(),
        html_body: z.string().nullable(),
        text_body: z.string().nullable(),
        size: z.int().describe('Bytes of subject and bodies.'),
      })
      .describe('The mail as one contact would get it.'),
    missing: z.array(z.string()).describe('Paths such as `attributes.city` that the contact lacks; they were rendered as nothing.'),
    warnings: z.array(z.object({ code: z.enum(['insecure_link', 'no_unsubscribe_link', 'large_message']), detail: z.string() })),
  })
  .meta({ id: 'BroadcastPreview' });

export type BroadcastPreview = z.infer<typeof preview>;

export const stats = z.object({
  broadcast_id: id,
  ledger,
  events: eventCounts.describe('Events of its mail, by type.'),
  unique_opens: z.int().describe('Contacts that opened it.'),
  unique_clicks: z.int().describe('Contacts that clicked in it.'),
});

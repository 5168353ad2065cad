import { z } from 'zod';
import { id, idOf, mailAddress, mailLine, name, storedName, timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { source } from '../templates/template-fields.ts';

export const broadcastStatuses = ['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled'] as const;
const broadcastStatus = z.enum(broadcastStatuses);
const targetKind = z.enum(['audience', 'segment']);

export const broadcast = z
  .object({
    id,
    name: storedName,
    subject: z.string().describe('Liquid, like the bodies; empty in a draft without one.'),
    from_domain_id: idOf('the domain')
      .nullable()
      .describe("The domain that it is sent from; null for the domain of `from`, or else the tenant's oldest."),
    from: z.string().nullable().describe("The sender; null for the domain's default."),
    reply_to: z.string().nullable().describe('Address for replies; null for the sender.'),
    preview_text: z.string().nullable().describe('Text that mailboxes show beside the subject.'),
    body_html: z.string().nullable().describe('HTML as written; null if there is none.'),
    body_text: z.string().nullable().describe('Plain text as written; null if it is generated from `body_html`.'),
    target_kind: targetKind.nullable().describe('Type of the target; null if there is none.'),
    target_id: z.string().nullable().describe('The audience or segment that it is sent to; null if there is none.'),
    status: broadcastStatus.describe('State of the broadcast; `sent` once every recipient was tried. `sent` and `cancelled` are final.'),
    scheduled_at: timestamp.nullable().describe('When it will be sent, ms since 1970-01-01T00:00:00Z; null unless it was scheduled.'),
    total_recipients: z.int().describe('Contacts of the target when it was sent, whatever their status.'),
    sent_count: z.int().describe('Contacts whose mail was queued.'),
    skipped_count: z.int().describe('Contacts skipped while mail was queued, including suppressed ones.'),
    last_error: z.string().nullable().describe('Why the service paused or cancelled it.'),
    created_at: timestamp,
    updated_at: timestamp,
    sent_at: timestamp.nullable().describe('When every recipient had been tried.'),
  })
  .meta({ id: 'Broadcast' });

export type Broadcast = z.infer<typeof broadcast>;

/** Fields of a draft. */
export const draft = {
  subject: mailLine
    .optional()
    .describe(
      `Liquid, at most ${limits.subjectLength} characters. Required to send; if it renders to nothing visible for a contact, that mail fails with \`empty_subject\`.`,
    ),
  from_domain_id: z.string().optional().describe("A verified domain. By default that of `from`, or else the tenant's oldest."),
  from: mailAddress
    .optional()
    .describe("`a@example.com` or `Name <a@example.com>`, at the domain. By default the domain's default sender."),
  reply_to: mailAddress.optional().describe('Address for replies.'),
  preview_text: mailLine
    .optional()
    .describe(`Text that mailboxes show beside the subject. Liquid, at most ${limits.subjectLength} characters.`),
  body_html: source
    .optional()
    .describe(`Liquid, at most ${limits.templateSourceBytes} bytes. One of \`body_html\` and \`body_text\` is required to send.`),
  body_text: source.optional().describe(`Liquid, at most ${limits.templateSourceBytes} bytes; generated from \`body_html\` if absent.`),
  target_kind: targetKind.optional().describe('Required together with `target_id`.'),
  target_id: z.string().optional().describe('An audience or a segment.'),
};

/** Returns a field of a draft that may also be null. */
const clearable = <T extends z.ZodType>(field: T) => field.nullable().describe(field.description ?? '');

/** Null clears a field, so each accepts it. */
export const changes = {
  name: name.optional(),
  subject: clearable(draft.subject),
  from_domain_id: clearable(draft.from_domain_id),
  from: clearable(draft.from),
  reply_to: clearable(draft.reply_to),
  preview_text: clearable(draft.preview_text),
  body_html: clearable(draft.body_html),
  body_text: clearable(draft.body_text),
  target_kind: clearable(draft.target_kind),
  target_id: clearable(draft.target_id),
};

import { z } from 'zod';
import { sendResult } from './email.ts';
import { messageEventTypes } from './events.ts';
import { deleted, id, idParam, name, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { op } from './operation.ts';
import { keysetPage, keysetQuery } from './pagination.ts';

const byteLength = (text: string) => new TextEncoder().encode(text).length;

const source = z.string().refine((text) => byteLength(text) <= limits.templateSourceBytes, {
  error: `At most ${limits.templateSourceBytes} bytes of UTF-8.`,
  params: { max_bytes: limits.templateSourceBytes },
});

const line = z
  .string()
  .max(limits.subjectLength)
  .regex(/^[^\r\n]*$/, 'No line break.');

const address = z.string().max(limits.addressLength);

export const broadcastStatus = z.enum(['draft', 'scheduled', 'sending', 'paused', 'sent', 'cancelled']);
export const targetKind = z.enum(['audience', 'segment']);
export const ledgerStatus = z.enum(['queued', 'sent', 'failed', 'suppressed', 'skipped']);

const broadcast = z
  .object({
    id,
    name: z.string(),
    subject: z.string().describe('Liquid, as are the bodies.'),
    from_domain_id: id.nullable(),
    from: z.string().nullable().describe("The sender; null for the domain's default."),
    reply_to: z.string().nullable(),
    preview_text: z.string().nullable().describe('What a mailbox shows beside the subject.'),
    body_html: z.string().nullable(),
    body_text: z.string().nullable(),
    target_kind: targetKind.nullable(),
    target_id: id.nullable(),
    status: broadcastStatus,
    scheduled_at: timestamp.nullable(),
    total_recipients: z.int().describe('Contacts of the target when it was sent, whatever their status.'),
    sent_count: z.int().describe('Contacts whose mail was queued.'),
    skipped_count: z.int().describe('Contacts left out while mail was queued, suppressed ones included.'),
    last_error: z.string().nullable().describe('Why the service paused or cancelled it.'),
    created_at: timestamp,
    updated_at: timestamp,
    sent_at: timestamp.nullable().describe('When every recipient had been tried.'),
  })
  .meta({ id: 'Broadcast' });

export type Broadcast = z.infer<typeof broadcast>;
export type LedgerStatus = z.infer<typeof ledgerStatus>;

const draft = {
  subject: line.optional().describe('Liquid, at most 998 characters. Required to send.'),
  from_domain_id: id.optional().describe("A verified domain. Unless given, that of `from`, or else the tenant's oldest."),
  from: address.optional().describe("`a@example.com` or `Name <a@example.com>`, at the domain. Unless given, the domain's default sender."),
  reply_to: address.optional().describe('Where answers go.'),
  preview_text: line.optional().describe('What a mailbox shows beside the subject. Liquid, at most 998 characters.'),
  body_html: source.optional().describe('Liquid, at most 524288 bytes. One of `body_html` and `body_text` is required to send.'),
  body_text: source.optional().describe('Liquid, at most 524288 bytes; made from `body_html` where it is absent.'),
  target_kind: targetKind.optional().describe('Goes together with `target_id`.'),
  target_id: z.string().optional().describe('An audience or a segment.'),
};

/** Null clears, so each field takes one. */
const changes = {
  name: name.optional(),
  subject: draft.subject.nullable(),
  from_domain_id: draft.from_domain_id.nullable(),
  from: draft.from.nullable(),
  reply_to: draft.reply_to.nullable(),
  preview_text: draft.preview_text.nullable(),
  body_html: draft.body_html.nullable(),
  body_text: draft.body_text.nullable(),
  target_kind: draft.target_kind.nullable(),
  target_id: draft.target_id.nullable(),
};

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

const recipient = z
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

const preview = z
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

const INVALID_DRAFT = ['target_not_found', 'from_domain_not_verified'] as const;

/** What all operations on one broadcast have in common. */
const one = { tags: ['Broadcasts'], scope: 'full', params: idParam } as const;

export const broadcasts = {
  create: op({
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Write a broadcast',
    description: 'A draft: nothing is sent before it is told to be.',
    tags: ['Broadcasts'],
    scope: 'full',
    body: z.object({ name, ...draft }),
    responses: { 201: broadcast },
    errors: INVALID_DRAFT,
  }),
  list: op({
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List broadcasts',
    description: 'Newest first.',
    tags: ['Broadcasts'],
    scope: 'full',
    query: keysetQuery,
    responses: { 200: keysetPage(broadcast) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Get a broadcast',
    description: 'Its content, its state and how many contacts it has been queued for.',
    responses: { 200: broadcast },
    errors: ['not_found'],
  }),
  update: op({
    ...one,
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary: 'Edit a draft',
    description: 'What is left out stays, a null clears. Both halves of the target go together.',
    body: z.object(changes),
    nulls: 'keep',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_editable', ...INVALID_DRAFT],
  }),
  delete: op({
    ...one,
    method: 'DELETE',
    path: '/v1/broadcasts/{id}',
    summary: 'Delete a broadcast',
    description: 'In any state. Mail of it that still waits is cancelled, mail that was sent stays in the log.',
    responses: { 200: deleted },
    errors: ['not_found'],
  }),
  send: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/send',
    summary: 'Send a draft',
    description: 'Now, or at `scheduled_at`. The content, the target and the sender are checked first.',
    body: z.object({
      scheduled_at: timestamp.optional().describe('When to send, ms since 1970-01-01T00:00:00Z; in the future, at most 100 years ahead.'),
    }),
    responses: { 200: broadcast, 202: broadcast },
    errors: ['not_found', 'not_draft', ...INVALID_DRAFT, 'scheduled_at_must_be_in_the_future', 'invalid_template', 'invalid_filter'],
  }),
  cancel: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/cancel',
    summary: 'Cancel a broadcast',
    description: 'Takes drafts and scheduled ones; there is no way back.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_cancelable'],
  }),
  pause: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/pause',
    summary: 'Pause a broadcast',
    description: 'Holds what is not with the provider yet, until it is resumed or deleted.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_pausable'],
  }),
  resume: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/resume',
    summary: 'Resume a paused broadcast',
    description: 'Goes on where it was paused.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_resumable'],
  }),
  retry: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/retry',
    summary: 'Try again what failed',
    description: 'Queues the mail of failed recipients again, but of none that bounced.',
    responses: { 202: z.object({ retried: z.int().describe('Recipients whose mail was queued again.') }) },
    errors: ['not_found', 'not_retryable'],
  }),
  test: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/test',
    summary: 'Send yourself a broadcast',
    description: 'To 1 to 5 addresses, in any state, with `[test]` before the subject. At most 50 an hour.',
    body: z.object({ to: z.array(address).min(1).max(limits.broadcastTestRecipients).describe('1 to 5 addresses.') }),
    responses: { 202: z.object({ data: z.array(sendResult).describe('A result for each address, in order.') }) },
    errors: ['not_found', 'invalid_email', 'from_domain_not_verified', 'invalid_template', 'template_render_failed', 'rate_limit_exceeded'],
  }),
  preview: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/preview',
    summary: 'Preview a broadcast',
    description: 'Counts who would get it and shows the mail of one contact. Nothing is stored or sent.',
    body: z.object({ contact_id: z.string().optional().describe('The contact to show; the first who would get it unless given.') }),
    responses: { 200: preview },
    errors: ['not_found', 'contact_not_found', 'target_not_found', 'invalid_filter', 'invalid_template', 'template_render_failed'],
  }),
  listRecipients: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the recipients of a broadcast',
    description: 'Every contact that was looked at, oldest first, with what became of it.',
    query: keysetQuery.extend({ status: z.string().optional().describe('`queued`, `sent`, `failed`, `suppressed` or `skipped`.') }),
    responses: { 200: keysetPage(recipient) },
    errors: ['not_found', 'invalid_cursor'],
  }),
  stats: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/stats',
    summary: 'Count what became of a broadcast',
    description: 'The ledger adds up at every instant.',
    responses: {
      200: z.object({
        broadcast_id: id,
        ledger,
        events: eventCounts.describe('Events of its mail, by type.'),
        unique_opens: z.int().describe('Contacts that opened it.'),
        unique_clicks: z.int().describe('Contacts that clicked in it.'),
      }),
    },
    errors: ['not_found'],
  }),
};

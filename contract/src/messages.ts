import { z } from 'zod';
import { stream } from './email.ts';
import { messageEventTypes } from './events.ts';
import { id, idParam, timestamp } from './fields.ts';
import { op } from './operation.ts';
import { logPage, logQuery } from './pagination.ts';

/** States of a message. `failed`, `cancelled` and `suppressed` are final. */
export const messageStatus = z.enum(['queued', 'scheduled', 'sending', 'sent', 'failed', 'cancelled', 'suppressed']);

/** States of one recipient. */
export const recipientStatus = z.enum(['pending', 'sent', 'delivered', 'delayed', 'bounced', 'complained', 'failed', 'suppressed']);

export const recipientKind = z.enum(['to', 'cc', 'bcc']);

const addresses = z.array(z.string()).describe('`a@example.com` or `Name <a@example.com>`.');

/** An entry of the activity log. */
export const messageSummary = z
  .object({
    id,
    from: z.string(),
    to: addresses,
    cc: addresses,
    bcc: addresses,
    subject: z.string(),
    status: messageStatus,
    stream,
    tags: z.record(z.string(), z.string()),
    template_alias: z.string().nullable(),
    test_mode: z.boolean(),
    scheduled_at: timestamp.nullable(),
    created_at: timestamp,
    updated_at: timestamp,
    sent_at: timestamp.nullable(),
    provider_message_id: z.string().nullable().describe("The delivery provider's id, once it accepted the message."),
    broadcast_id: id.nullable(),
    automation_id: id.nullable(),
    contact_id: id.nullable(),
    suppressed_recipients: z.array(z.string()),
  })
  .meta({ id: 'Message' });

export const messageDetail = messageSummary
  .extend({
    html_body: z.string().nullable().describe('Null once the retention time of bodies has passed.'),
    text_body: z.string().nullable(),
    headers: z.record(z.string(), z.string()),
    reply_to: addresses,
    attachments: z.array(z.object({ filename: z.string(), content_type: z.string(), size: z.int().describe('Bytes.') })),
    template_version: z.int().nullable(),
    recipients: z.array(
      z.object({ email: z.string(), kind: recipientKind, status: recipientStatus, detail: z.string().nullable(), updated_at: timestamp }),
    ),
    events: z
      .array(
        z.object({
          id,
          type: z.enum(messageEventTypes),
          recipients: z.array(z.string()),
          timestamp,
          data: z
            .record(z.string(), z.unknown())
            .describe(
              'By type: an open has `ip` and `user_agent`, a click `url` too; `prefetch: true` where a program and no reader asked.',
            ),
        }),
      )
      .describe('What happened, oldest first.'),
  })
  .meta({ id: 'MessageDetail' });

export type MessageStatus = z.infer<typeof messageStatus>;
export type RecipientStatus = z.infer<typeof recipientStatus>;
export type RecipientKind = z.infer<typeof recipientKind>;
export type MessageSummary = z.infer<typeof messageSummary>;
export type MessageDetail = z.infer<typeof messageDetail>;

const listQuery = logQuery.extend({
  tag_key: z.string().optional().describe('Only messages that have this tag.'),
  tag_value: z.string().optional().describe('Only messages whose tag `tag_key` has this value; nothing without `tag_key`.'),
});

export const messages = {
  list: op({
    method: 'GET',
    path: '/v1/messages',
    summary: 'List messages',
    description: 'The activity log, newest first.',
    tags: ['Messages'],
    scope: 'full',
    query: listQuery,
    responses: { 200: logPage(messageSummary) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/messages/{id}',
    summary: 'Get a message',
    description: 'One message with its recipients and everything that happened to it.',
    tags: ['Messages'],
    scope: 'full',
    params: idParam,
    responses: { 200: messageDetail },
    errors: ['not_found'],
  }),
};

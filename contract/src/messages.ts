import { z } from 'zod';
import { id, idParam, timestamp } from './core/fields.ts';
import { filter, timeFilter } from './core/filters.ts';
import { op } from './core/operation.ts';
import { logPage, logQuery } from './core/pagination.ts';
import { stream } from './email/send-request.ts';
import { messageEventTypes } from './events.ts';

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
    from: z.string().describe('Sender, `a@example.com` or `Name <a@example.com>`.'),
    to: addresses,
    cc: addresses,
    bcc: addresses,
    subject: z.string().describe('The subject; of a broadcast as it is written, not as it was filled in for the reader.'),
    status: messageStatus.describe('State of the message; `failed`, `cancelled` and `suppressed` are final.'),
    stream: stream.describe('`transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from.'),
    tags: z.record(z.string(), z.string()).describe('Tags by key, as they were sent.'),
    template_alias: z.string().nullable().describe('The template that it was rendered from; null where from none.'),
    test_mode: z.boolean().describe('Whether delivery was simulated.'),
    scheduled_at: timestamp.nullable().describe('When it is or was to be sent, ms since 1970-01-01T00:00:00Z; null for at once.'),
    created_at: timestamp,
    updated_at: timestamp,
    sent_at: timestamp.nullable().describe('When the provider accepted it, ms since 1970-01-01T00:00:00Z; null before.'),
    provider_message_id: z.string().nullable().describe("The delivery provider's id, once it accepted the message."),
    broadcast_id: z.string().nullable().describe('The broadcast that it is of; null where of none.'),
    automation_id: z.string().nullable().describe('The automation that sent it; null where none did.'),
    contact_id: z.string().nullable().describe('The contact that it went to, of a broadcast or an automation; null otherwise.'),
    suppressed_recipients: z.array(z.string()).describe('Recipients left out because they are suppressed.'),
  })
  .meta({ id: 'Message' });

export const messageDetail = messageSummary
  .extend({
    html_body: z
      .string()
      .nullable()
      .describe('HTML, of a broadcast as it is written like the subject; null once the retention time of bodies has passed.'),
    text_body: z
      .string()
      .nullable()
      .describe('Plain text, of a broadcast as it is written; null once the retention time of bodies has passed.'),
    headers: z.record(z.string(), z.string()).describe('Further headers, as they were sent.'),
    reply_to: addresses,
    attachments: z
      .array(
        z.object({
          filename: z.string().describe('File name shown to the reader.'),
          content_type: z.string().describe('Media type of the file.'),
          size: z.int().describe('Size in bytes, decoded.'),
        }),
      )
      .describe('Attachments without their bytes.'),
    template_version: z.int().nullable().describe('The version that it was rendered from; null without a template.'),
    recipients: z
      .array(
        z.object({
          email: z.string().describe('Bare address in lower case.'),
          kind: recipientKind.describe('The field that named the recipient.'),
          status: recipientStatus.describe('What became of the mail to this recipient.'),
          detail: z.string().nullable().describe('What the receiving server or the provider said; null where nothing.'),
          updated_at: timestamp,
        }),
      )
      .describe('Every recipient, with what became of the mail to it.'),
    events: z
      .array(
        z.object({
          id,
          type: z.enum(messageEventTypes).describe('What happened to the message.'),
          recipients: z.array(z.string()).describe('Affected addresses; empty where an open or click cannot name one.'),
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

const part = z.string().max(200);

const searchQuery = logQuery.extend({
  recipient: filter(z.string().max(320)).describe('Only messages to this address, in any of `to`, `cc` and `bcc`; a whole address.'),
  status: filter(messageStatus).describe('Only messages in this state.'),
  from: filter(part).describe('Only messages whose sender, as shown, has this in it; in any case of its letters.'),
  subject: filter(part).describe('Only messages whose subject has this in it; in any case of its letters.'),
  domain_id: filter(z.string()).describe('Only messages from this domain.'),
  stream: filter(stream).describe('Only messages of this stream.'),
  template_alias: filter(z.string()).describe('Only messages that were rendered from this template.'),
  broadcast_id: filter(z.string()).describe('Only messages of this broadcast.'),
  tag_key: filter(z.string()).describe('Only messages that have this tag.'),
  tag_value: filter(z.string()).describe('Only messages whose tag `tag_key` has this value.'),
  since: timeFilter('Only messages that were accepted then or later, in milliseconds since 1970-01-01T00:00:00Z.'),
  until: timeFilter('Only messages that were accepted before, in milliseconds since 1970-01-01T00:00:00Z.'),
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
    answers: { 200: 'A page of the activity log, newest first.' },
    errors: ['invalid_cursor'],
  }),
  search: op({
    method: 'GET',
    path: '/v1/messages/search',
    summary: 'Search messages',
    description:
      'Newest first; all that is given has to fit. A request looks at 20,000 messages at most. So a page may have few rows or none and ' +
      'still a `next_cursor`: `searched_until` says how far back it has looked.',
    tags: ['Messages'],
    scope: 'full',
    query: searchQuery,
    responses: {
      200: z.object({
        data: z.array(messageSummary).describe('The messages that were found, newest first; empty where there are none.'),
        next_cursor: z.int().nullable().describe('Position from which the search goes on; null once all has been looked at.'),
        searched_until: z
          .int()
          .nullable()
          .describe('Whatever was accepted later has been looked at, in milliseconds since 1970-01-01T00:00:00Z; null once all has been.'),
      }),
    },
    answers: { 200: 'What was found, and how far back it was looked for.' },
    errors: ['validation_failed', 'invalid_cursor'],
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
    answers: { 200: 'The message with its recipients, its body and what happened to it.' },
    errors: ['not_found'],
  }),
};

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
    subject: z.string().describe('The subject; for mail of a broadcast as written, not as rendered for the recipient.'),
    status: messageStatus.describe('State of the message; `failed`, `cancelled` and `suppressed` are final.'),
    stream: stream.describe('`transactional`, or `marketing`, which the recipient can unsubscribe from.'),
    tags: z.record(z.string(), z.string()).describe('Tags by key, as given when it was sent.'),
    template_alias: z.string().nullable().describe('Template that it was rendered from; null if none.'),
    test_mode: z.boolean().describe('Whether delivery was simulated.'),
    scheduled_at: timestamp
      .nullable()
      .describe('Time it is or was scheduled for, ms since 1970-01-01T00:00:00Z; null if it was sent at once.'),
    created_at: timestamp,
    updated_at: timestamp,
    sent_at: timestamp.nullable().describe('When the provider accepted it, ms since 1970-01-01T00:00:00Z; null until then.'),
    provider_message_id: z.string().nullable().describe('Id of the message at the provider, once it was accepted there.'),
    broadcast_id: z.string().nullable().describe('Broadcast that it belongs to; null if none.'),
    automation_id: z.string().nullable().describe('Automation that sent it; null if none.'),
    contact_id: z.string().nullable().describe('Contact that a broadcast or automation sent it to; null otherwise.'),
    suppressed_recipients: z.array(z.string()).describe('Recipients left out because they are suppressed.'),
  })
  .meta({ id: 'Message' });

export const messageDetail = messageSummary
  .extend({
    html_body: z
      .string()
      .nullable()
      .describe('HTML, for mail of a broadcast as written; null once the retention time of bodies has passed.'),
    text_body: z
      .string()
      .nullable()
      .describe('Plain text, for mail of a broadcast as written; null once the retention time of bodies has passed.'),
    headers: z.record(z.string(), z.string()).describe('Custom headers, as given when it was sent.'),
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
    template_version: z.int().nullable().describe('Version of the template; null without a template.'),
    recipients: z
      .array(
        z.object({
          email: z.string().describe('Bare address in lower case.'),
          kind: recipientKind.describe('The field that named the recipient.'),
          status: recipientStatus.describe('State of the delivery to this recipient.'),
          detail: z.string().nullable().describe('Reply of the receiving server or the provider; null if there is none.'),
          updated_at: timestamp,
        }),
      )
      .describe('Every recipient, with the state of its delivery.'),
    events: z
      .array(
        z.object({
          id,
          type: z.enum(messageEventTypes).describe('What happened to the message.'),
          recipients: z.array(z.string()).describe('Affected addresses; empty if an open or click cannot be attributed to one.'),
          timestamp,
          data: z
            .record(z.string(), z.unknown())
            .describe(
              'By type: an open has `ip` and `user_agent`, a click `url` too; `prefetch: true` where a program and no reader asked.',
            ),
        }),
      )
      .describe('Events of the message, oldest first.'),
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
  recipient: filter(z.string().max(320)).describe('Only messages to exactly this address, in `to`, `cc` or `bcc`.'),
  status: filter(messageStatus).describe('Only messages in this state.'),
  from: filter(part).describe('Only messages whose sender, as shown, contains this; case-insensitive.'),
  subject: filter(part).describe('Only messages whose subject contains this; case-insensitive.'),
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
      'Newest first; a message has to match all filters. A request examines at most 20,000 messages, so a page may have few rows or none and ' +
      'still a `next_cursor`: `searched_until` is how far back the search has got.',
    tags: ['Messages'],
    scope: 'full',
    query: searchQuery,
    responses: {
      200: z.object({
        data: z.array(messageSummary).describe('Matching messages, newest first; empty if there are none.'),
        next_cursor: z.int().nullable().describe('Cursor to continue the search; null once all messages were examined.'),
        searched_until: z
          .int()
          .nullable()
          .describe('All messages accepted after this time were examined, in milliseconds since 1970-01-01T00:00:00Z; null once all were.'),
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

import { z } from 'zod';
import { id, idParam, timestamp } from './core/fields.ts';
import { flag } from './core/filters.ts';
import { anyMedia, op } from './core/operation.ts';
import { logPage, logQuery } from './core/pagination.ts';

const verdict = z.enum(['pass', 'fail', 'none']);

const attachment = z.object({
  index: z.int().describe('Index of the attachment, from 0, for its download.'),
  filename: z.string().nullable().describe('File name; null if the mail gives none.'),
  content_type: z.string().describe('Media type, as declared by the mail.'),
  size: z.int().describe('Size in bytes, decoded.'),
  content_id: z
    .string()
    .optional()
    .describe(
      'Content id by which the HTML may refer to it, as `cid:` (RFC 2392), without `<` and `>`; absent if the mail gives none or one of more than 255 characters, and for mail logged by a release that did not keep it.',
    ),
});

/** An entry of the log of received mail. */
export const inboundMail = z
  .object({
    id,
    from_addr: z.string().describe('Address of the From header, or else the envelope sender.'),
    from_name: z.string().nullable().describe('Display name of the From header; null if it has none.'),
    envelope_from: z.string().describe('MAIL FROM; empty for the null sender of reports.'),
    to_addrs: z.array(z.string()).describe('Addresses of the To header.'),
    rcpt_addr: z.string().describe('The first envelope recipient at one of your domains.'),
    rcpt_addrs: z.array(z.string()).describe('All envelope recipients at your domains.'),
    subject: z.string().describe('The subject, decoded; empty where there is none.'),
    message_id_header: z.string().nullable().describe('The Message-ID header; null where there is none.'),
    in_reply_to: z.string().nullable().describe('The In-Reply-To header; null where there is none.'),
    size: z.int().describe('Size of the whole mail in bytes.'),
    spam_score: z.null().describe('Always null: spam is not measured.'),
    spf: verdict.describe('SPF of the envelope sender (RFC 7208).'),
    dkim: verdict.describe('Whether a DKIM signature of the whole mail is valid (RFC 6376).'),
    dmarc: verdict.describe('DMARC of the From header (RFC 7489).'),
    attachments: z.array(attachment).describe('Attachments without their bytes, in the order of the mail.'),
    unreadable: z
      .string()
      .nullable()
      .describe(
        'Why the mail could not be read; null where it was. Such a mail is kept with its source, and only the envelope says who sent it: it has more than 1,000 parts, 256 KiB of headers or 20 levels, or takes too long. Where even the source was lost it says so, and `raw` is null.',
      ),
    created_at: timestamp,
  })
  .meta({ id: 'InboundMail' });

const inboundDetail = inboundMail
  .extend({
    cc: z.array(z.string()).describe('Cc recipients by the header, with their names, decoded; at most 1,000.'),
    bcc: z.array(z.string()).describe('Bcc recipients in the same form; mail rarely names them.'),
    reply_to: z.array(z.string()).describe('Addresses of the Reply-To header in the same form; empty if replies go to the sender.'),
    headers: z
      .array(
        z.object({
          name: z.string().describe('Name as the mail has it.'),
          value: z.string().describe('Value, unfolded; encoded words (RFC 2047) as they are.'),
        }),
      )
      .describe('Headers in the order of the mail, unfolded.'),
    text_body: z
      .string()
      .nullable()
      .describe(
        'Plain text of the mail; null where there is none. All texts of a mail together are truncated after 5 MiB; `raw` is complete.',
      ),
    html_body: z.string().nullable().describe('HTML of the mail as received, not sanitised; null if there is none.'),
    raw: z
      .string()
      .nullable()
      .describe(
        'The source of the mail; null once it was erased or if it was lost, as are bodies; `headers`, `cc`, `bcc` and `reply_to` are then empty, as they are where `unreadable` says why.',
      ),
    raw_encoding: z.enum(['utf8', 'base64']).nullable().describe('Encoding of `raw`: base64 if the source is not valid UTF-8.'),
  })
  .meta({ id: 'InboundMailDetail' });

export type InboundMail = z.infer<typeof inboundMail>;
export type InboundMailDetail = z.infer<typeof inboundDetail>;

export const inbound = {
  list: op({
    method: 'GET',
    path: '/v1/inbound',
    summary: 'List received mail',
    description: 'Mail received for domains with `inbound` on, newest first.',
    tags: ['Inbound'],
    scope: 'full',
    query: logQuery,
    responses: { 200: logPage(inboundMail) },
    answers: { 200: 'A page of received mail, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/inbound/{id}',
    showsBodies: true,
    summary: 'Get a received mail',
    description: 'One mail with its headers, its bodies and its source.',
    tags: ['Inbound'],
    scope: 'full',
    params: idParam,
    query: z.object({
      content: flag(
        '`false`: without `cc`, `bcc`, `reply_to`, headers, bodies and source, as if they were erased, and much faster; true by default.',
      ),
    }),
    responses: { 200: inboundDetail },
    answers: { 200: 'The mail with its headers, its bodies and its source.' },
    errors: ['not_found', 'validation_failed'],
  }),
  getAttachment: op({
    method: 'GET',
    path: '/v1/inbound/{id}/attachments/{n}',
    showsBodies: true,
    summary: 'Download an attachment of a received mail',
    description: "The attachment's bytes with its media type.",
    tags: ['Inbound'],
    scope: 'full',
    params: idParam.extend({ n: z.string().describe('`index` of the attachment.') }),
    responses: { 200: anyMedia },
    answers: { 200: 'The bytes of the attachment, with its own media type.' },
    errors: ['not_found'],
  }),
};

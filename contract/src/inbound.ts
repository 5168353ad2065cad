import { z } from 'zod';
import { id, idParam, timestamp } from './fields.ts';
import { anyMedia, op } from './operation.ts';
import { logPage, logQuery } from './pagination.ts';

const verdict = z.enum(['pass', 'fail', 'none']);

const attachment = z.object({
  index: z.int().describe('From 0, for its download.'),
  filename: z.string().nullable().describe('Null where the mail gives none.'),
  content_type: z.string(),
  size: z.int().describe('Bytes.'),
});

/** An entry of the log of received mail. */
export const inboundMail = z
  .object({
    id,
    from_addr: z.string().describe("The header's From address, else the envelope's."),
    from_name: z.string().nullable(),
    envelope_from: z.string().describe('MAIL FROM; empty for the null sender of reports.'),
    to_addrs: z.array(z.string()).describe('Addresses of the To header.'),
    rcpt_addr: z.string().describe('The first recipient of the envelope at a domain of yours.'),
    rcpt_addrs: z.array(z.string()).describe('All recipients of the envelope at domains of yours.'),
    subject: z.string(),
    message_id_header: z.string().nullable(),
    in_reply_to: z.string().nullable(),
    size: z.int().describe('Bytes of the whole mail.'),
    spam_score: z.null().describe('Not measured.'),
    spf: verdict.describe('SPF of the envelope sender (RFC 7208).'),
    dkim: verdict.describe('Whether a DKIM signature holds (RFC 6376).'),
    dmarc: verdict.describe('DMARC of the From header (RFC 7489).'),
    attachments: z.array(attachment),
    created_at: timestamp,
  })
  .meta({ id: 'InboundMail' });

const inboundDetail = inboundMail
  .extend({
    headers: z.array(z.object({ name: z.string(), value: z.string() })).describe('In the order of the mail, unfolded.'),
    text_body: z.string().nullable(),
    html_body: z.string().nullable(),
    raw: z.string().nullable().describe('The mail as it came; null once it was erased, as are headers and bodies.'),
    raw_encoding: z.enum(['utf8', 'base64']).nullable().describe('How `raw` carries the bytes: base64 where they are not valid UTF-8.'),
  })
  .meta({ id: 'InboundMailDetail' });

export type InboundMail = z.infer<typeof inboundMail>;
export type InboundMailDetail = z.infer<typeof inboundDetail>;

export const inbound = {
  list: op({
    method: 'GET',
    path: '/v1/inbound',
    summary: 'List received mail',
    description: 'Mail that came for domains with `inbound` on, newest first.',
    tags: ['Inbound'],
    scope: 'full',
    query: logQuery,
    responses: { 200: logPage(inboundMail) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/v1/inbound/{id}',
    summary: 'Get a received mail',
    description: 'One mail with its headers, its bodies and its source.',
    tags: ['Inbound'],
    scope: 'full',
    params: idParam,
    responses: { 200: inboundDetail },
    errors: ['not_found'],
  }),
  getAttachment: op({
    method: 'GET',
    path: '/v1/inbound/{id}/attachments/{n}',
    summary: 'Download an attachment of a received mail',
    description: "The attachment's bytes with its media type.",
    tags: ['Inbound'],
    scope: 'full',
    params: idParam.extend({ n: z.string().describe('`index` of the attachment.') }),
    responses: { 200: anyMedia },
    errors: ['not_found'],
  }),
};

import { z } from 'zod';
import { mailAddress, mailLine, timestamp } from '../core/fields.ts';
import { inMebibytes, limits } from '../core/limits.ts';
import { byteLength } from '../core/most-bytes.ts';
import { mostFields } from '../core/most-fields.ts';
import { givenModel } from '../templates/template-fields.ts';

/** `transactional` mail is owed to its reader; `marketing` mail can be unsubscribed from. */
export const stream = z.enum(['transactional', 'marketing']);

const body = (max: number) =>
  z.string().refine((text) => text.length <= max && (text.length * 3 <= max || byteLength(text) <= max), {
    error: `At most ${max} bytes of UTF-8.`,
    params: { max_bytes: max },
  });

const address = mailAddress.describe('`a@example.com` or `Name <a@example.com>`.');

const copies = z.array(address).max(limits.copies, `At most ${limits.copies} entries, repeated ones included.`);

const attachment = z
  .object({
    filename: z
      .string()
      .min(1)
      .max(limits.fileNameLength)
      .regex(/^[^/\\\u0000-\u001f\u007f-\u009f]+$/, 'No slash, backslash or control character.')
      .describe(`File name shown to the reader, 1 to ${limits.fileNameLength} characters.`),
    content_type: z
      .string()
      .max(255)
      .regex(/^[\w!#$&^.+-]+\/[\w!#$&^.+-]+(?:\s*;[\x20-\x7e]*)?$/, 'A media type such as image/png.')
      .optional()
      .describe('Media type; unless given that of the upload, or `application/octet-stream`.'),
    content: z
      .string()
      .optional()
      .describe(`The file in base64, at most ${limits.attachmentBytes} bytes decoded; this or \`storage_key\`.`),
    storage_key: z.string().optional().describe('Names an uploaded file; this or `content`.'),
    content_id: z
      .string()
      .max(255)
      .regex(/^[\w.@+-]+$/, 'Letters, digits and . _ @ + - only.')
      .optional()
      .describe('Makes it an inline image: `<img src="cid:…">`.'),
  })
  .meta({ id: 'Attachment' });

/** Body of `POST /v1/email`. */
export const sendRequest = z
  .object({
    from: address.describe('Sender; its domain must be a verified domain of the tenant, and the one the key is scoped to, if it is.'),
    to: z
      .array(address)
      .min(1, 'At least one recipient is required.')
      .max(limits.recipients)
      .describe(`Recipients, 1 to ${limits.recipients} over \`to\`, \`cc\` and \`bcc\`.`),
    cc: copies.optional().describe('Recipients whom all others see. An address that is named twice counts once, where it comes first.'),
    bcc: copies.optional().describe('Recipients whom the others do not see.'),
    reply_to: z
      .union([address, z.array(address).max(limits.replyTo)])
      .optional()
      .describe(`Where answers go, at most ${limits.replyTo} addresses.`),
    subject: mailLine
      .min(1)
      .optional()
      .describe(
        `1 to ${limits.subjectLength} characters, of which something is to be seen, also where the template has it; required unless the template has one.`,
      ),
    html_body: body(limits.htmlBytes)
      .optional()
      .describe(
        `HTML, at most ${inMebibytes(limits.htmlBytes)}. One of \`html_body\` and \`text_body\` is required, and without \`attachments\` one of them that is not blank: white space and characters that nobody sees, such as U+200B, count as nothing.`,
      ),
    text_body: body(limits.textBytes)
      .optional()
      .describe(`Plain text, at most ${inMebibytes(limits.textBytes)}; made from \`html_body\` where it is absent.`),
    template_alias: z
      .string()
      .optional()
      .describe("Renders the active version of this template. A subject or body given beside it wins over the template's."),
    template_model: givenModel.optional(),
    strict: z
      .boolean()
      .optional()
      .describe('True: refused where the template asks for what the model lacks, which otherwise is rendered as nothing and warned of.'),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe(`Further headers, at most ${limits.headers}. Those the service sets itself are refused.`)
      .register(mostFields, { max: limits.headers, code: 'validation_failed' }),
    tags: z
      .record(z.string(), z.string())
      .optional()
      .describe(
        `Labels to find the message by, at most ${limits.tags}; keys of letters, digits, _ and -, values up to ${limits.tagLength} characters.`,
      )
      .register(mostFields, { max: limits.tags, code: 'validation_failed' }),
    attachments: z
      .array(attachment)
      .max(limits.attachments)
      .optional()
      .describe(
        `At most ${limits.attachments}, ${inMebibytes(limits.attachmentBytes)} each, ${inMebibytes(limits.attachmentsBytes)} together.`,
      ),
    track_opens: z.boolean().optional().describe("Whether opens are counted. The domain's setting unless given."),
    track_clicks: z
      .boolean()
      .optional()
      .describe("Whether clicks are counted, on the first 1,000 links of the HTML alone. The domain's setting unless given."),
    stream: stream
      .optional()
      .describe(
        '`transactional` unless given; `marketing` takes exactly one recipient, carries List-Unsubscribe with one-click (RFC 8058), and gives templates `unsubscribe_url` unless the model has one; in bodies given beside or without a template, `{{ unsubscribe_url }}` alone is replaced.',
      ),
    test_mode: z
      .boolean()
      .optional()
      .describe('True: delivery is simulated; the local part of recipients at the test domain chooses the outcome.'),
    scheduled_at: timestamp
      .optional()
      .describe('When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time that has passed sends at once.'),
  })
  .meta({ id: 'SendRequest' });

export type SendRequest = z.infer<typeof sendRequest>;

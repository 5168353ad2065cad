import { z } from 'zod';
import { mailAddress, mailLine, timestamp } from '../core/fields.ts';
import { inMebibytes, limits } from '../core/limits.ts';
import { byteLength } from '../core/most-bytes.ts';
import { mostFields } from '../core/most-fields.ts';
import { givenModel } from '../templates/template-fields.ts';

/** `transactional` mail is mail that its recipient needs; `marketing` mail can be unsubscribed from. */
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
      .describe('Media type; defaults to that of the upload, or `application/octet-stream`.'),
    content: z
      .string()
      .optional()
      .describe(`The file in base64, at most ${limits.attachmentBytes} bytes decoded; give either this or \`storage_key\`.`),
    storage_key: z.string().optional().describe('Storage key of an uploaded file; give either this or `content`.'),
    content_id: z
      .string()
      .max(255)
      .regex(/^[\w.@+-]+$/, 'Letters, digits and . _ @ + - only.')
      .optional()
      .describe('Makes the file an inline image, referenced as `<img src="cid:…">`.'),
  })
  .meta({ id: 'Attachment' });

/** Body of `POST /v1/email`. */
export const sendRequest = z
  .object({
    from: address.describe('Sender; its domain must be a verified domain of the tenant and, if the key is scoped to a domain, that one.'),
    to: z
      .array(address)
      .min(1, 'At least one recipient is required.')
      .max(limits.recipients)
      .describe(`Recipients, 1 to ${limits.recipients} over \`to\`, \`cc\` and \`bcc\`.`),
    cc: copies.optional().describe('Recipients visible to all others. An address given more than once counts once, where it comes first.'),
    bcc: copies.optional().describe('Recipients hidden from the others.'),
    reply_to: z
      .union([address, z.array(address).max(limits.replyTo)])
      .optional()
      .describe(`Addresses for replies, at most ${limits.replyTo}.`),
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
      .describe(`Plain text, at most ${inMebibytes(limits.textBytes)}; generated from \`html_body\` if absent.`),
    template_alias: z
      .string()
      .optional()
      .describe("Renders the active version of this template. A subject or body given as well overrides the template's."),
    template_model: givenModel.optional(),
    strict: z
      .boolean()
      .optional()
      .describe(
        'True: the email is refused if the template uses a variable that the model lacks. Otherwise such a variable is rendered as nothing, with a warning.',
      ),
    headers: z
      .record(z.string(), z.string())
      .optional()
      .describe(`Custom headers, at most ${limits.headers}. Headers that the service sets itself are refused.`)
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
    track_opens: z.boolean().optional().describe("Whether opens are tracked; defaults to the domain's setting."),
    track_clicks: z
      .boolean()
      .optional()
      .describe("Whether clicks are tracked, for the first 1,000 links of the HTML only; defaults to the domain's setting."),
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
      .describe('When to send, ms since 1970-01-01T00:00:00Z, at most 100 years ahead. A time in the past sends at once.'),
  })
  .meta({ id: 'SendRequest' });

export type SendRequest = z.infer<typeof sendRequest>;

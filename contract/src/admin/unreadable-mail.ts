import { z } from 'zod';
import { id, idParam, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';

const unreadableMail = z.object({
  id,
  envelope_from: z.string().describe('MAIL FROM; empty for the null sender of reports.'),
  rcpt_addrs: z.array(z.string()).describe('Recipients of the envelope; without addresses for unsubscribing.'),
  message_ids: z.array(z.string()).describe('Messages that it reports on, or whose address for unsubscribing received it.'),
  client_ip: z.string().nullable().describe('Address of the server that handed it in; null where it came by `POST /admin/inbound`.'),
  size: z.int().describe('Bytes of the whole mail.'),
  unreadable: z.string().describe('Why it could not be read.'),
  created_at: timestamp,
});

export type UnreadableMail = z.infer<typeof unreadableMail>;

export const unreadableMails = {
  list: op({
    method: 'GET',
    path: '/admin/unreadable-mail',
    summary: 'List mail that could not be read and is in no log',
    description:
      "Reports, and what is left of mail whose source is damaged, newest first, of the last 30 days. Mail to a tenant is in the tenant's log, with `unreadable`.",
    tags: ['Inbound'],
    scope: 'operator',
    query: keysetQuery('inb'),
    responses: { 200: keysetPage(unreadableMail) },
    answers: { 200: 'A page of mail that could not be read, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/unreadable-mail/{id}',
    summary: 'Get a mail that could not be read with its source',
    tags: ['Inbound'],
    scope: 'operator',
    params: idParam,
    responses: {
      200: unreadableMail.extend({
        raw: z
          .string()
          .nullable()
          .describe(
            'The first 256 KiB of its source, up to 3 bytes less where a character would be cut in two; null where the source was lost.',
          ),
        raw_encoding: z.enum(['utf8', 'base64']).nullable().describe('How `raw` carries the bytes: base64 where they are not valid UTF-8.'),
        truncated: z.boolean().describe('Whether the mail is longer than `raw`.'),
      }),
    },
    answers: { 200: 'The mail with the beginning of its source.' },
    errors: ['not_found'],
  }),
};

import { z } from 'zod';
import { id, idParam, timestamp } from '../core/fields.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';

const postmasterMail = z.object({
  id,
  rcpt_addr: z.string().describe('The recipient of the envelope that is the postmaster.'),
  envelope_from: z.string().describe('MAIL FROM; empty for the null sender of reports.'),
  from_addr: z.string().nullable().describe("The header's From address; null where it has none or cannot be read."),
  subject: z.string().describe('The subject, decoded; empty where there is none.'),
  client_ip: z.string().nullable().describe('Address of the server that handed it in; null where it came by `POST /admin/inbound`.'),
  size: z.int().describe('Bytes of the whole mail.'),
  truncated: z.boolean().describe('Whether only its first 256 KiB are kept.'),
  created_at: timestamp,
});

export const postmaster = {
  list: op({
    method: 'GET',
    path: '/admin/postmaster',
    summary: 'List mail to the postmaster',
    description: 'Mail to `postmaster` at names of the service, newest first: the newest 1,000 of the last 30 days.',
    tags: ['Inbound'],
    scope: 'operator',
    query: keysetQuery('inb'),
    responses: { 200: keysetPage(postmasterMail) },
    answers: { 200: 'A page of mail to the postmaster, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/postmaster/{id}',
    summary: 'Get a mail to the postmaster with its source',
    tags: ['Inbound'],
    scope: 'operator',
    params: idParam,
    responses: {
      200: postmasterMail.extend({
        raw: z
          .string()
          .describe(
            'The source of the mail; of one longer than 256 KiB, the first 256 KiB, up to 3 bytes less where a character would be cut in two.',
          ),
        raw_encoding: z.enum(['utf8', 'base64']).describe('How `raw` carries the bytes: base64 where they are not valid UTF-8.'),
      }),
    },
    answers: { 200: 'The mail with its source.' },
    errors: ['not_found'],
  }),
};

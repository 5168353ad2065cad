import { z } from 'zod';
import { id, idOf, idParam, timestamp } from '../core/fields.ts';
import { filter } from '../core/filters.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';

const capturedSummary = z.object({
  id,
  tenant_id: idOf('the tenant'),
  message_id: idOf('the message'),
  mail_from: z.string().describe('Sender of the envelope, the return path.'),
  rcpt_to: z.array(z.string()).describe('Recipients of the envelope.'),
  from: z.string().describe('From of the mail, name and address as its reader sees them.'),
  subject: z.string().describe('The subject, decoded.'),
  size: z.int().describe('Size of the source in bytes.'),
  created_at: timestamp,
});

export const captured = {
  list: op({
    method: 'GET',
    path: '/admin/captured',
    summary: 'List captured mail',
    description: 'Mail that the capture provider took instead of delivering it, newest first.',
    tags: ['Captured mail'],
    scope: 'operator',
    query: keysetQuery('cap').extend({ tenant_id: filter(z.string()).describe('Only mail of this tenant.') }),
    responses: { 200: keysetPage(capturedSummary) },
    answers: { 200: 'A page of captured mail, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/captured/{id}',
    summary: 'Get captured mail with its source',
    tags: ['Captured mail'],
    scope: 'operator',
    params: idParam,
    responses: {
      200: capturedSummary.extend({
        raw: z.string().describe('The source of the mail, as it would have gone out.'),
        raw_encoding: z.enum(['utf8', 'base64']).describe('How `raw` carries the bytes: base64 where they are not valid UTF-8.'),
      }),
    },
    answers: { 200: 'The captured mail with its source.' },
    errors: ['not_found'],
  }),
};

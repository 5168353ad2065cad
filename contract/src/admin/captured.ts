import { z } from 'zod';
import { id, idParam, timestamp } from '../fields.ts';
import { op } from '../operation.ts';
import { keysetPage, keysetQuery } from '../pagination.ts';

const capturedSummary = z.object({
  id,
  tenant_id: id,
  message_id: id,
  mail_from: z.string(),
  rcpt_to: z.array(z.string()),
  subject: z.string(),
  size: z.int().describe('Bytes.'),
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
    query: keysetQuery,
    responses: { 200: keysetPage(capturedSummary) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    method: 'GET',
    path: '/admin/captured/{id}',
    summary: 'Get captured mail with its source',
    tags: ['Captured mail'],
    scope: 'operator',
    params: idParam,
    responses: { 200: capturedSummary.extend({ raw: z.string(), raw_encoding: z.enum(['utf8', 'base64']) }) },
    errors: ['not_found'],
  }),
};

import { z } from 'zod';
import { timestamp } from './core/fields.ts';
import { limits } from './core/limits.ts';
import { anyMedia, op } from './core/operation.ts';

/** An uploaded file, for the `attachments` of later sends. */
const upload = z
  .object({
    storage_key: z
      .string()
      .describe('Identifies the file in `attachments[].storage_key` and in its download path, `/attachments/{storage_key}`.'),
    filename: z.string().describe('Name under which it is stored: letters, digits, `.`, `_` and `-`, at most 200 characters.'),
    content_type: z.string().describe('Media type, as given by the form.'),
    size: z.int().describe('Size of the file in bytes.'),
    created_at: timestamp,
  })
  .meta({ id: 'Upload' });

export type Upload = z.infer<typeof upload>;

/** The three parts of a storage key. */
const keyParams = z.object({
  tenant_id: z.string().describe('First part of the storage key: the tenant that owns the file.'),
  message_id: z.string().describe('Second part: the message or upload that it belongs to.'),
  filename: z.string().describe('Third part: the file name, without characters that a path cannot contain.'),
});

export const attachments = {
  upload: op({
    method: 'POST',
    path: '/v1/attachments',
    summary: 'Upload a file',
    description: `Stores a file, at most ${limits.attachmentBytes} bytes, for the attachments of later sends. It is deleted after 7 days unless a message uses it; then it is kept as long as the bodies of those messages.`,
    tags: ['Attachments'],
    scope: 'full',
    bodyType: 'multipart',
    maxBody: limits.attachmentBytes,
    responses: { 201: upload },
    answers: { 201: 'The file is stored, under the key that later sends name.' },
    errors: ['empty_file', 'storage_limit_reached'],
  }),
  download: op({
    method: 'GET',
    path: '/attachments/{tenant_id}/{message_id}/{filename}',
    showsBodies: true,
    summary: 'Download an attachment',
    description:
      'The bytes of an uploaded file, or of an attachment that came with a send, with its media type. The path is `/attachments/` and its storage key.',
    tags: ['Attachments'],
    scope: 'full',
    params: keyParams,
    responses: { 200: anyMedia },
    answers: { 200: 'The bytes of the file, with its own media type.' },
    errors: ['not_found'],
  }),
};

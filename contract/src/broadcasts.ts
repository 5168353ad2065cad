import { z } from 'zod';
import { address, broadcast, changes, draft } from './broadcast-fields.ts';
import { preview, recipient, stats } from './broadcast-reports.ts';
import { sendResult } from './email.ts';
import { deleted, idParam, name, timestamp } from './fields.ts';
import { limits } from './limits.ts';
import { op } from './operation.ts';
import { keysetPage, keysetQuery } from './pagination.ts';

const INVALID_DRAFT = ['target_not_found', 'from_domain_not_verified'] as const;

/** What all operations on one broadcast have in common. */
const one = { tags: ['Broadcasts'], scope: 'full', params: idParam } as const;

export const broadcasts = {
  create: op({
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Write a broadcast',
    description: 'A draft: nothing is sent before it is told to be.',
    tags: ['Broadcasts'],
    scope: 'full',
    body: z.object({ name, ...draft }),
    responses: { 201: broadcast },
    errors: INVALID_DRAFT,
  }),
  list: op({
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List broadcasts',
    description: 'Newest first.',
    tags: ['Broadcasts'],
    scope: 'full',
    query: keysetQuery,
    responses: { 200: keysetPage(broadcast) },
    errors: ['invalid_cursor'],
  }),
  get: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Get a broadcast',
    description: 'Its content, its state and how many contacts it has been queued for.',
    responses: { 200: broadcast },
    errors: ['not_found'],
  }),
  update: op({
    ...one,
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary: 'Edit a draft',
    description: 'What is left out stays, a null clears. Both halves of the target go together.',
    body: z.object(changes),
    nulls: 'keep',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_editable', ...INVALID_DRAFT],
  }),
  delete: op({
    ...one,
    method: 'DELETE',
    path: '/v1/broadcasts/{id}',
    summary: 'Delete a broadcast',
    description: 'In any state. Mail of it that still waits is cancelled, mail that was sent stays in the log.',
    responses: { 200: deleted },
    errors: ['not_found'],
  }),
  send: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/send',
    summary: 'Send a draft',
    description: 'Now, or at `scheduled_at`. The content, the target and the sender are checked first.',
    body: z.object({
      scheduled_at: timestamp.optional().describe('When to send, ms since 1970-01-01T00:00:00Z; in the future, at most 100 years ahead.'),
    }),
    responses: { 200: broadcast, 202: broadcast },
    errors: ['not_found', 'not_draft', ...INVALID_DRAFT, 'scheduled_at_must_be_in_the_future', 'invalid_template', 'invalid_filter'],
  }),
  cancel: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/cancel',
    summary: 'Cancel a broadcast',
    description: 'Takes drafts and scheduled ones; there is no way back.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_cancelable'],
  }),
  pause: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/pause',
    summary: 'Pause a broadcast',
    description: 'Holds what is not with the provider yet, until it is resumed or deleted.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_pausable'],
  }),
  resume: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/resume',
    summary: 'Resume a paused broadcast',
    description: 'Goes on where it was paused.',
    responses: { 200: broadcast },
    errors: ['not_found', 'not_resumable'],
  }),
  retry: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/retry',
    summary: 'Try again what failed',
    description: 'Queues the mail of failed recipients again, but of none that bounced.',
    responses: { 202: z.object({ retried: z.int().describe('Recipients whose mail was queued again.') }) },
    errors: ['not_found', 'not_retryable'],
  }),
  test: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/test',
    summary: 'Send yourself a broadcast',
    description: 'To 1 to 5 addresses, in any state, with `[test]` before the subject. At most 50 an hour.',
    body: z.object({ to: z.array(address).min(1).max(limits.broadcastTestRecipients).describe('1 to 5 addresses.') }),
    responses: { 202: z.object({ data: z.array(sendResult).describe('A result for each address, in order.') }) },
    errors: ['not_found', 'invalid_email', 'from_domain_not_verified', 'invalid_template', 'template_render_failed', 'rate_limit_exceeded'],
  }),
  preview: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/preview',
    summary: 'Preview a broadcast',
    description: 'Counts who would get it and shows the mail of one contact. Nothing is stored or sent.',
    body: z.object({ contact_id: z.string().optional().describe('The contact to show; the first who would get it unless given.') }),
    responses: { 200: preview },
    errors: ['not_found', 'contact_not_found', 'target_not_found', 'invalid_filter', 'invalid_template', 'template_render_failed'],
  }),
  listRecipients: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the recipients of a broadcast',
    description: 'Every contact that was looked at, oldest first, with what became of it.',
    query: keysetQuery.extend({ status: z.string().optional().describe('`queued`, `sent`, `failed`, `suppressed` or `skipped`.') }),
    responses: { 200: keysetPage(recipient) },
    errors: ['not_found', 'invalid_cursor'],
  }),
  stats: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/stats',
    summary: 'Count what became of a broadcast',
    description: 'The ledger adds up at every instant.',
    responses: { 200: stats },
    errors: ['not_found'],
  }),
};

import { z } from 'zod';
import { givenContact } from '../contacts/named-contact.ts';
import { deleted, idParam, mailAddress, name, timestamp } from '../core/fields.ts';
import { knownFilters } from '../core/filters.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';
import { keysetPage, keysetQuery } from '../core/pagination.ts';
import { sendResult } from '../email/send-result.ts';
import { broadcast, broadcastStatuses, changes, draft } from './broadcast-fields.ts';
import { preview, recipient, stats, statsQuery } from './broadcast-reports.ts';

const INVALID_DRAFT = ['target_not_found', 'from_domain_not_verified'] as const;

/** Properties shared by all operations on one broadcast. */
const one = { tags: ['Broadcasts'], scope: 'full', params: idParam } as const;

export const broadcasts = {
  create: op({
    method: 'POST',
    path: '/v1/broadcasts',
    summary: 'Create a broadcast',
    description: 'Creates a draft; nothing is sent until it is sent explicitly.',
    tags: ['Broadcasts'],
    scope: 'full',
    body: z.object({ name, ...draft }),
    responses: { 201: broadcast },
    answers: { 201: 'The broadcast was created as a draft.' },
    errors: [...INVALID_DRAFT, 'storage_limit_reached'],
  }),
  list: op({
    method: 'GET',
    path: '/v1/broadcasts',
    summary: 'List broadcasts',
    description: 'Newest first, all or only those in some states.',
    tags: ['Broadcasts'],
    scope: 'full',
    query: keysetQuery('bc').extend({
      status: knownFilters(broadcastStatuses, 'Only broadcasts in these states, separated by commas, such as `scheduled,sending`'),
    }),
    responses: { 200: keysetPage(broadcast) },
    answers: { 200: 'A page of broadcasts, newest first.' },
    errors: ['invalid_cursor'],
  }),
  get: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}',
    summary: 'Get a broadcast',
    description: 'Returns its content, its state and the number of contacts it was queued for.',
    responses: { 200: broadcast },
    answers: { 200: 'The broadcast with its content and counts.' },
    errors: ['not_found'],
  }),
  update: op({
    ...one,
    method: 'PATCH',
    path: '/v1/broadcasts/{id}',
    summary: 'Edit a draft',
    description: 'Omitted fields stay unchanged; null clears a field. Both fields of the target must be given together.',
    body: z.object(changes),
    nulls: 'keep',
    responses: { 200: broadcast },
    answers: { 200: 'The updated draft.' },
    errors: ['not_found', 'not_editable', ...INVALID_DRAFT, 'storage_limit_reached'],
  }),
  duplicate: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/duplicate',
    summary: 'Duplicate a broadcast',
    description: 'Works in any state: creates a new draft with the same content, sender and target. The original stays unchanged.',
    body: z.object({
      name: name.optional().describe('1 to 255 characters; by default the name of the original followed by ` (copy)`.'),
    }),
    responses: { 201: broadcast },
    answers: { 201: 'The copy was created as a draft.' },
    errors: ['not_found', 'storage_limit_reached'],
  }),
  delete: op({
    ...one,
    method: 'DELETE',
    path: '/v1/broadcasts/{id}',
    summary: 'Delete a broadcast',
    description: 'Works in any state. Its waiting mail is cancelled; mail that was sent stays in the log.',
    responses: { 200: deleted },
    answers: { 200: 'The broadcast was deleted.' },
    errors: ['not_found'],
  }),
  send: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/send',
    summary: 'Send a draft',
    description: 'Sends now, or at `scheduled_at`. The content, the target and the sender are checked first.',
    body: z.object({
      scheduled_at: timestamp.optional().describe('When to send, ms since 1970-01-01T00:00:00Z; in the future, at most 100 years ahead.'),
    }),
    responses: { 200: broadcast, 202: broadcast },
    answers: { 200: 'The broadcast is scheduled.', 202: 'Mail to its target is being created in the background.' },
    errors: [
      'not_found',
      'not_draft',
      ...INVALID_DRAFT,
      'scheduled_at_must_be_in_the_future',
      'invalid_template',
      'invalid_filter',
      'storage_limit_reached',
    ],
  }),
  cancel: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/cancel',
    summary: 'Cancel a broadcast',
    description: 'Works for drafts and scheduled broadcasts, and cannot be undone.',
    responses: { 200: broadcast },
    answers: { 200: 'The broadcast was cancelled, and nobody gets it.' },
    errors: ['not_found', 'not_cancelable'],
  }),
  pause: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/pause',
    summary: 'Pause a broadcast',
    description: 'Holds mail that was not handed to the provider yet, until the broadcast is resumed or deleted.',
    responses: { 200: broadcast },
    answers: { 200: 'The broadcast is paused.' },
    errors: ['not_found', 'not_pausable'],
  }),
  resume: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/resume',
    summary: 'Resume a paused broadcast',
    description: 'Continues where it was paused.',
    responses: { 200: broadcast },
    answers: { 200: 'The broadcast is being sent again.' },
    errors: ['not_found', 'not_resumable'],
  }),
  retry: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/retry',
    summary: 'Retry failed recipients',
    description: 'Queues the mail of failed recipients again, except for those that bounced. Refused once the body is no longer kept.',
    responses: { 202: z.object({ retried: z.int().describe('Recipients whose mail was queued again.') }) },
    answers: { 202: 'The number of recipients whose mail was queued again.' },
    errors: ['not_found', 'not_retryable'],
  }),
  test: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/test',
    summary: 'Send yourself a broadcast',
    description: 'Sends to 1 to 5 addresses, in any state, with `[test]` before the subject; at most 50 an hour.',
    body: z.object({ to: z.array(mailAddress).min(1).max(limits.broadcastTestRecipients).describe('1 to 5 addresses.') }),
    responses: { 202: z.object({ data: z.array(sendResult).describe('A result for each address, in order.') }) },
    answers: { 202: 'A result for each address, in order; the mail is being sent.' },
    errors: [
      'not_found',
      'invalid_email',
      'from_domain_not_verified',
      'invalid_template',
      'template_render_failed',
      'rate_limit_exceeded',
      'storage_limit_reached',
    ],
  }),
  preview: op({
    ...one,
    method: 'POST',
    path: '/v1/broadcasts/{id}/preview',
    reads: true,
    summary: 'Preview a broadcast',
    description: 'Counts the contacts that would get it and renders the mail for one contact. Nothing is stored or sent.',
    body: givenContact.safeExtend({
      contact_id: z
        .string()
        .optional()
        .describe('The contact to render for, unless `email` names it; by default the first that would get it.'),
    }),
    responses: { 200: preview },
    answers: { 200: 'The number of contacts that would get it, and the mail for one contact.' },
    errors: [
      'not_found',
      'contact_not_found',
      'invalid_email',
      'target_not_found',
      'invalid_filter',
      'invalid_template',
      'template_render_failed',
    ],
  }),
  listRecipients: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/recipients',
    summary: 'List the recipients of a broadcast',
    description: 'Every contact that was processed, oldest first, with its outcome.',
    query: keysetQuery('con').extend({ status: z.string().optional().describe('`queued`, `sent`, `failed`, `suppressed` or `skipped`.') }),
    responses: { 200: keysetPage(recipient) },
    answers: { 200: 'A page of recipients, oldest first.' },
    errors: ['not_found', 'invalid_cursor'],
  }),
  stats: op({
    ...one,
    method: 'GET',
    path: '/v1/broadcasts/{id}/stats',
    summary: 'Get the statistics of a broadcast',
    description: 'The counts of the ledger always add up to its total. On request, also returns events over time and clicks by link.',
    query: statsQuery,
    responses: { 200: stats },
    answers: { 200: 'The ledger and the events so far.' },
    errors: ['not_found', 'validation_failed'],
  }),
};

import { z } from 'zod';
import { id, idOf, storedName, timestamp } from '../core/fields.ts';
import { absentWhenEmpty, filter } from '../core/filters.ts';
import { op } from '../core/operation.ts';
import { keysetPage, pageLimit } from '../core/pagination.ts';

const failedJob = z.object({
  id,
  queue: z.string().describe('Name of the queue, such as `deliver` or `webhook`.'),
  tenants: z
    .array(z.object({ id: idOf('the tenant'), name: storedName }))
    .describe('Tenants that the job worked for; empty if its objects no longer exist.'),
  objects: z
    .array(z.string())
    .describe('Ids of the objects it was to process: messages, webhook deliveries, a broadcast, an automation or an import.'),
  attempts: z.int().describe('How often it was started.'),
  error: z.string().nullable().describe('Error of the last attempt, at most 500 characters; null if it is not known.'),
  failed_at: timestamp.describe('When it was given up, by the system clock, ms since 1970-01-01T00:00:00Z.'),
  sweep: z
    .string()
    .describe(
      'The recurring job that brings its work back: what nobody had begun within an hour, and so deliveries to webhooks; all else as it is due.',
    ),
});

export type FailedJob = z.infer<typeof failedJob>;

/** The place after a job in the list of those that were given up; its id is the queue's, which on PostgreSQL is a UUID. */
const failedJobCursor = z
  .preprocess(
    absentWhenEmpty,
    z
      .string('invalid_cursor')
      .refine((text) => /^\d{1,15}:(?:job_[0-9a-z]{1,26}|[0-9a-f-]{36})$/.test(text), 'invalid_cursor')
      .transform((text) => {
        const [failedAt = '', after = ''] = text.split(':');
        return { failedAt: Number(failedAt), id: after };
      })
      .optional(),
  )
  .meta({ description: '`next_cursor` of the previous page, unchanged.', override: { type: 'string' } });

export const jobs = {
  run: op({
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    summary: 'Run a background job once, to completion',
    description: '`stats` counts for ten seconds a call.',
    tags: ['Jobs'],
    scope: 'operator',
    params: z.object({ name: z.string().describe('Name of the job, such as `dispatch`, `scheduler`, `domains` or `cleanup`.') }),
    responses: {
      200: z.object({
        ran: z.int().describe('Number of items that it handled.'),
        more: z
          .literal(true)
          .optional()
          .describe(
            'Present where there was more to do than a request waits for, or another process was still at it: the service goes on with it, and so does another call.',
          ),
      }),
    },
    answers: { 200: 'The job has run, to its end unless there is `more`.' },
    errors: ['not_found'],
  }),
  listFailed: op({
    method: 'GET',
    path: '/admin/failed-jobs',
    summary: 'List background jobs that were given up',
    description:
      'Those of the last 14 days, newest first: a job is given up once its fifth start has failed. None of its work is lost: a recurring job, `sweep`, finds what is due and makes another one of it.',
    tags: ['Jobs'],
    scope: 'operator',
    query: z.object({
      limit: pageLimit,
      cursor: failedJobCursor,
      tenant_id: filter(z.string()).describe('Only jobs with work of this tenant; each page examines 500 jobs.'),
    }),
    responses: {
      200: keysetPage(failedJob).extend({
        searched_until: timestamp
          .nullable()
          .describe('How far back jobs of the tenant were looked for, if there may be older ones; null otherwise.'),
      }),
    },
    answers: { 200: 'A page of jobs that were given up, newest first.' },
    errors: ['invalid_cursor'],
  }),
};

import { z } from 'zod';
import { op } from '../core/operation.ts';

export const jobs = {
  run: op({
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    summary: 'Run a background job once, to its end',
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
};

import { z } from 'zod';
import { op } from './core/operation.ts';

export const health = {
  check: op({
    method: 'GET',
    path: '/health',
    summary: 'Is the service up',
    description: 'Answers 200 while the service can reach its database, 503 otherwise. Needs no key.',
    tags: ['Health'],
    scope: 'public',
    responses: {
      200: z.object({
        status: z.literal('ok').describe('Always `ok` with this status.'),
        version: z.string().describe('Version of this interface.'),
      }),
      503: z.object({
        status: z.literal('unavailable').describe('Always `unavailable` with this status.'),
        checks: z.record(z.string(), z.string()).describe('State of each part that was looked at, by its name.'),
      }),
    },
    answers: {
      200: 'The service reaches its database and takes requests.',
      503: 'The service does not reach its database; nothing can be asked of it now.',
    },
    errors: [],
  }),
};

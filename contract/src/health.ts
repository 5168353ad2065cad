import { z } from 'zod';
import { op } from './core/operation.ts';

export const health = {
  check: op({
    method: 'GET',
    path: '/health',
    summary: 'Check that the service is up',
    description: 'Returns 200 while the service can reach its database, 503 otherwise. Needs no key.',
    tags: ['Health'],
    scope: 'public',
    responses: {
      200: z.object({
        status: z.literal('ok').describe('Always `ok` with this status.'),
        version: z.string().describe('Version of this interface.'),
      }),
      503: z.object({
        status: z.literal('unavailable').describe('Always `unavailable` with this status.'),
        checks: z.record(z.string(), z.string()).describe('State of each component that was checked, by name.'),
      }),
    },
    answers: {
      200: 'The service reaches its database and accepts requests.',
      503: 'The service cannot reach its database and cannot serve requests.',
    },
    errors: [],
  }),
};

import { z } from 'zod';
import { op } from '../operation.ts';

export const stats = {
  get: op({
    method: 'GET',
    path: '/admin/stats',
    summary: 'Depth of the queues and messages by status',
    tags: ['Stats'],
    scope: 'operator',
    responses: {
      200: z.object({
        queues: z.record(
          z.string(),
          z.object({ waiting: z.int(), active: z.int(), oldest_waiting_ms: z.int().nullable().describe('Age of the oldest waiting job.') }),
        ),
        messages: z.record(z.string(), z.int()).describe('Messages by status.'),
        in_doubt: z.int().describe('Attempts whose final reply was lost.'),
      }),
    },
    errors: [],
  }),
};

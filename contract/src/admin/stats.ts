import { z } from 'zod';
import { op } from '../core/operation.ts';

export const stats = {
  get: op({
    method: 'GET',
    path: '/admin/stats',
    summary: 'Depth of the queues and messages by status',
    tags: ['Stats'],
    scope: 'operator',
    responses: {
      200: z.object({
        queues: z
          .record(
            z.string(),
            z.object({
              waiting: z.int().describe('Jobs that wait.'),
              active: z.int().describe('Jobs that are being worked on.'),
              oldest_waiting_ms: z.int().nullable().describe('Milliseconds that the oldest waiting job has waited; null where none does.'),
            }),
          )
          .describe('The queues by their names.'),
        messages: z.record(z.string(), z.int()).describe('Number of messages by status.'),
        in_doubt: z.int().describe('Attempts whose final reply was lost.'),
      }),
    },
    answers: { 200: 'Depths and counts of this instant.' },
    errors: [],
  }),
};

import { z } from 'zod';
import { op } from '../operation.ts';

export const jobs = {
  run: op({
    method: 'POST',
    path: '/admin/jobs/{name}/run',
    summary: 'Run a background job once, to its end',
    tags: ['Jobs'],
    scope: 'operator',
    params: z.object({ name: z.string() }),
    responses: { 200: z.object({ ran: z.int().describe('Items handled.') }) },
    errors: ['not_found'],
  }),
};

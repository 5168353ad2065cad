import { z } from 'zod';
import { op } from '../core/operation.ts';
import { providerFaults } from './provider-faults.ts';

const checks = z
  .object({
    database: z
      .enum(['ok', 'unreachable', 'read_only', 'locked', 'full', 'missing', 'damaged'])
      .describe(
        'Whether the database answers, takes writes, no other program keeps its file locked, its disk has room, and its file is in its place and whole. `read_only` is told of PostgreSQL alone, the last four of SQLite.',
      ),
    migrations: z.string().describe('`ok`, `unknown` while the database does not answer, or which migrations it lacks.'),
    provider: z
      .enum(['ok', 'not_used', 'unknown', ...providerFaults])
      .describe('Whether the provider took mail, or answered, within the last minute; `not_used` by a process that delivers nothing.'),
  })
  .describe('State of each part that was looked at.');

export const readiness = {
  check: op({
    method: 'GET',
    path: '/health/ready',
    summary: 'Can the process do all of its work',
    description:
      'Answers 200 while the database answers, can be written and is up to date, and the provider takes mail; 503 otherwise. Needs no token.',
    tags: ['Health'],
    scope: 'public',
    responses: {
      200: z.object({
        status: z.literal('ready').describe('Always `ready` with this status.'),
        version: z.string().describe('Version of this interface.'),
        checks,
      }),
      503: z.object({
        status: z.literal('unavailable').describe('Always `unavailable` with this status.'),
        detail: z.string().optional().describe('What to do, where the file of the database is at fault.'),
        checks,
      }),
    },
    answers: { 200: 'All that the process needs is there.', 503: 'Something that the process needs is missing; `checks` says what.' },
    errors: [],
  }),
};

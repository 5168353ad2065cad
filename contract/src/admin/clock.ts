import { z } from 'zod';
import { timestamp } from '../core/fields.ts';
import { limits } from '../core/limits.ts';
import { op } from '../core/operation.ts';

const time = z.int().min(0).max(limits.latestTime);

const clockAnswer = z.object({ now: timestamp.describe('The time of the service, ms since 1970-01-01T00:00:00Z.') });

export const clock = {
  get: op({
    method: 'GET',
    path: '/admin/clock',
    summary: 'Read the clock',
    tags: ['Clock'],
    scope: 'operator',
    responses: { 200: clockAnswer },
    answers: { 200: 'The time that the service goes by.' },
    errors: [],
  }),
  move: op({
    method: 'POST',
    path: '/admin/clock',
    summary: 'Move the virtual clock',
    description: 'Takes `now` or `advance_ms`, one of the two. The clock never goes back.',
    tags: ['Clock'],
    scope: 'operator',
    body: z.object({
      now: time.optional().describe('The time to move to, ms since 1970-01-01T00:00:00Z; not before the time that it is.'),
      advance_ms: time.optional().describe('Milliseconds to move on by.'),
    }),
    responses: { 200: clockAnswer },
    answers: { 200: 'The clock is moved; this is its time now.' },
    errors: ['clock_is_real'],
  }),
};

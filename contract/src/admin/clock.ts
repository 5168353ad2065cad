import { z } from 'zod';
import { timestamp } from '../fields.ts';
import { limits } from '../limits.ts';
import { op } from '../operation.ts';

const time = z.int().min(0).max(limits.latestTime);

const clockAnswer = z.object({ now: timestamp });

export const clock = {
  get: op({
    method: 'GET',
    path: '/admin/clock',
    summary: 'Read the clock',
    tags: ['Clock'],
    scope: 'operator',
    responses: { 200: clockAnswer },
    errors: [],
  }),
  move: op({
    method: 'POST',
    path: '/admin/clock',
    summary: 'Move the virtual clock',
    description: 'Takes `now` or `advance_ms`, one of the two. The clock never goes back.',
    tags: ['Clock'],
    scope: 'operator',
    body: z.object({ now: time.optional(), advance_ms: time.optional() }),
    responses: { 200: clockAnswer },
    errors: ['clock_is_real'],
  }),
};

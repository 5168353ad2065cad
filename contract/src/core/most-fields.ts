import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Fields that hold what callers name themselves: how many names, and the code for more. It is counted before any of them is looked at:
 * a request may have tens of thousands.
 */
export const mostFields = z.registry<{ readonly max: number; readonly code: ErrorCode }>();

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Fields whose member names are chosen by the caller: the maximum number of names, and the error code for more. Counted before any of them
 * is validated, as a request may have tens of thousands.
 */
export const mostFields = z.registry<{ readonly max: number; readonly code: ErrorCode }>();

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Fields whose names are the caller's own, and whose faults have codes of their own: the code for a name that no database takes, or that
 * JavaScript takes for something else. Elsewhere it is `validation_failed`.
 */
export const nameFaults = z.registry<{ readonly code: ErrorCode }>();

import { z } from 'zod';
import type { ErrorCode } from './errors.ts';

/**
 * Fields with names chosen by the caller that have their own error codes: the code for a name that no database can store, or that has a
 * special meaning in JavaScript. Elsewhere it is `validation_failed`.
 */
export const nameFaults = z.registry<{ readonly code: ErrorCode }>();

import type { z } from 'zod';

/**
 * Forms by which fields are known within values that a schema takes as they are, since their faults are told elsewhere: what a form does
 * not name is ignored there, too.
 */
export const namedFields = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

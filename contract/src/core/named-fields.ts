import type { z } from 'zod';

/**
 * Schemas that name the fields within a value that another schema accepts unchecked, since its errors are reported elsewhere: fields not
 * named here are ignored there, too.
 */
export const namedFields = new WeakMap<z.core.$ZodType, z.core.$ZodType>();

import { z } from 'zod';
import { limits } from './limits.ts';

/** An instant, in milliseconds since 1970-01-01T00:00:00Z. */
export const timestamp = z.int().describe('Milliseconds since 1970-01-01T00:00:00Z.');

export const id = z.string().describe('Opaque id.');

/** Path parameter of a resource. */
export const idParam = z.object({ id });

/** A name given by people: trimmed, 1 to 255 characters. */
export const name = z.string().trim().min(1).max(limits.nameLength);

export const deleted = z.object({ deleted: z.literal(true), id }).meta({ id: 'Deleted' });

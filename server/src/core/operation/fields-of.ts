import { isRecord } from '@posthorn/contract';
import { z } from 'zod';
import { formOf } from './form-of.ts';

type Core = z.core.$ZodType;

const takesNull = (schema: Core) => z.safeParse(schema, null).success;

/** Returns whether a value is an object or a list. */
export const hasFields = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** What happens to a null in a field whose schema allows it: `keep`, or else it counts as absent. */
export type Nulls = 'keep' | undefined;

/** Returns whether a value is kept as it was sent. */
const isKept = (field: Core | undefined, item: unknown, { isOpen, nulls }: { readonly isOpen: boolean; readonly nulls: Nulls }) =>
  field === undefined ? isOpen && item !== null : item === null && nulls === 'keep' && takesNull(field);

/**
 * Returns a value without the fields that its schema does not name, since they are ignored whatever they hold, and without those that are
 * null, since they count as absent. Free-form values are left as they are.
 */
export function fieldsOf(schema: Core, value: unknown, nulls: Nulls): unknown {
  // Most values are strings.
  if (!hasFields(value)) return value;
  const form = formOf(schema);
  if (form.kind === 'list' && Array.isArray(value)) return value.map((item) => fieldsOf(form.element, item, nulls));
  if (form.kind !== 'object' || !isRecord(value)) return value;
  const { fields, isOpen } = form;
  const kept: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isKept(field, item, { isOpen, nulls })) kept.push([name, item]);
    else if (field !== undefined && item !== null) kept.push([name, fieldsOf(field, item, nulls)]);
  }
  return Object.fromEntries(kept);
}

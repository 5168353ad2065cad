import { isRecord } from '@posthorn/contract';
import { z } from 'zod';
import { formOf } from './form-of.ts';

type Core = z.core.$ZodType;

const takesNull = (schema: Core) => z.safeParse(schema, null).success;

/** Returns whether a value is an object or a list. */
export const hasFields = (value: unknown): value is object => typeof value === 'object' && value !== null;

/** Whether a value is kept as it was sent. */
const isKept = (field: Core | undefined, item: unknown, { isOpen, keep }: { readonly isOpen: boolean; readonly keep: boolean }) =>
  field === undefined ? isOpen && item !== null : item === null && keep && takesNull(field);

/**
 * Takes out of the objects that a schema describes the fields that it does not name, since they are ignored
 * whatever they hold, and those that are null, since they count as absent. `keep`: except where the field's
 * schema takes a null. Free-form values are left as they are.
 */
export function fieldsOf(schema: Core, value: unknown, keep: boolean): unknown {
  // Most values are texts.
  if (!hasFields(value)) return value;
  const form = formOf(schema);
  if (form.kind === 'list' && Array.isArray(value)) return value.map((item) => fieldsOf(form.element, item, keep));
  if (form.kind !== 'object' || !isRecord(value)) return value;
  const { fields, isOpen } = form;
  const kept: [string, unknown][] = [];
  for (const [name, item] of Object.entries(value)) {
    const field = Object.hasOwn(fields, name) ? fields[name] : undefined;
    if (isKept(field, item, { isOpen, keep })) kept.push([name, item]);
    else if (field !== undefined && item !== null) kept.push([name, fieldsOf(field, item, keep)]);
  }
  return Object.fromEntries(kept);
}

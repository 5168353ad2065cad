import { z } from 'zod';

type Core = z.core.$ZodType;

/** The schema that says which fields there are. */
export function unwrap(schema: Core): Core {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

const takesNull = (schema: Core) => z.safeParse(schema, null).success;

/** Whether a value may have fields, or items that do. */
export const hasFields = (value: unknown): value is object => typeof value === 'object' && value !== null;

export const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/**
 * Takes out of the objects that a schema describes the fields that it does not name, since they are ignored
 * whatever they hold, and those that are null, since they count as absent. `keep`: except where the field's
 * schema takes a null. Free-form values are left as they are.
 */
export function fieldsOf(schema: Core, value: unknown, keep: boolean): unknown {
  // Most values are texts.
  if (!hasFields(value)) return value;
  const form = unwrap(schema);
  if (form instanceof z.ZodArray && Array.isArray(value)) return value.map((item) => fieldsOf(form.element, item, keep));
  if (!(form instanceof z.ZodObject) || !isRecord(value)) return value;
  const fields: Readonly<Record<string, Core>> = form.shape;
  const isOpen = form.def.catchall !== undefined;
  const kept = Object.entries(value).flatMap(([key, item]) => {
    const field = Object.hasOwn(fields, key) ? fields[key] : undefined;
    if (field === undefined) return isOpen && item !== null ? [[key, item] as const] : [];
    if (item === null) return keep && takesNull(field) ? [[key, null] as const] : [];
    return [[key, fieldsOf(field, item, keep)] as const];
  });
  return Object.fromEntries(kept);
}

import { mostBytes, mostFields, namedFields } from '@posthorn/contract';
import { z } from 'zod';

type Core = z.core.$ZodType;

/** What a schema says about the fields of a value. */
export type Form =
  | {
      readonly kind: 'object';
      readonly fields: Readonly<Record<string, Core>>;
      readonly isOpen: boolean;
      /** Fields that hold a limited number of names. */
      readonly bounded: readonly BoundedField[];
      /** Fields that hold a limited number of bytes. */
      readonly byteLimited: readonly ByteLimitedField[];
    }
  | { readonly kind: 'list'; readonly element: Core }
  | { readonly kind: 'union'; readonly options: readonly Core[]; readonly discriminator: string | undefined }
  | { readonly kind: 'lazy'; readonly schema: z.ZodLazy }
  /** A string, a number, or a value of any kind; `named` is the form of its fields, if they are known. */
  | { readonly kind: 'value'; readonly named: Core | undefined };

type BoundedField = NonNullable<ReturnType<typeof mostFields.get>> & { readonly name: string };

function boundedOf(fields: Readonly<Record<string, Core>>): BoundedField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const most = mostFields.get(field);
    return most === undefined ? [] : [{ name, ...most }];
  });
}

type ByteLimitedField = NonNullable<ReturnType<typeof mostBytes.get>> & { readonly name: string };

function byteLimitedOf(fields: Readonly<Record<string, Core>>): ByteLimitedField[] {
  return Object.entries(fields).flatMap(([name, field]) => {
    const most = mostBytes.get(unwrap(field));
    return most === undefined ? [] : [{ name, ...most }];
  });
}

function unwrap(schema: Core): Core {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodNullable || schema instanceof z.ZodDefault) return unwrap(schema.unwrap());
  if (schema instanceof z.ZodPipe) return unwrap(schema.in instanceof z.ZodTransform ? schema.out : schema.in);
  return schema;
}

function readForm(schema: Core): Form {
  const inner = unwrap(schema);
  if (inner instanceof z.ZodObject) {
    const { shape: fields, def } = inner;
    return { kind: 'object', fields, isOpen: def.catchall !== undefined, bounded: boundedOf(fields), byteLimited: byteLimitedOf(fields) };
  }
  if (inner instanceof z.ZodArray) return { kind: 'list', element: inner.element };
  if (inner instanceof z.ZodLazy) return { kind: 'lazy', schema: inner };
  if (!(inner instanceof z.ZodUnion)) return { kind: 'value', named: namedFields.get(inner) };
  return {
    kind: 'union',
    options: inner.options,
    discriminator: 'discriminator' in inner.def ? String(inner.def.discriminator) : undefined,
  };
}

const forms = new WeakMap<Core, Form>();

/**
 * Returns what a schema says about the fields of a value. Cached by schema: asking Zod for the kind of each field takes longer than parsing
 * a mail.
 */
export function formOf(schema: Core): Form {
  const known = forms.get(schema);
  if (known !== undefined) return known;
  const form = readForm(schema);
  forms.set(schema, form);
  return form;
}

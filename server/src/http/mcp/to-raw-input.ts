import type { Operation } from '@posthorn/contract';
import type { z } from 'zod';
import type { RawInput } from '../../core/operation/read-input.ts';
import { headerArguments } from './input-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Path, query and headers are strings over HTTP; a model gives what its schema says, or a number for a numeric id. */
function asTaken(schema: z.ZodType, value: unknown): unknown {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && !schema.safeParse(value).success && schema.safeParse(String(value)).success ? String(value) : value;
}

/** Returns the given fields of one part of a request, converted for it. */
const pick = (part: z.ZodObject | undefined, given: Fields) =>
  Object.fromEntries(
    Object.entries<z.ZodType>(part?.shape ?? {}).flatMap(([name, schema]) => (name in given ? [[name, asTaken(schema, given[name])]] : [])),
  );

/** Returns the headers among the arguments, by their names in the operation; null counts as absent. */
function headersIn({ headers }: Operation, given: Fields): Fields {
  const named = Object.entries(headerArguments).map(([argument, header]) => [header.toLowerCase(), given[argument]] as const);
  return pick(headers, Object.fromEntries(named.filter(([, value]) => value !== undefined && value !== null)));
}

/** Sorts the arguments of a tool into the parts of a request. */
export function toRawInput(operation: Operation, given: Fields): RawInput {
  const [params, query, headers] = [pick(operation.params, given), pick(operation.query, given), headersIn(operation, given)];
  const isHeader = (name: string) =>
    Object.hasOwn(headerArguments, name) && Object.hasOwn(operation.headers?.shape ?? {}, headerArguments[name]?.toLowerCase() ?? '');
  const isElsewhere = (name: string) => Object.hasOwn(params, name) || Object.hasOwn(query, name) || isHeader(name);
  // If the operation has no body, the remaining arguments are reported as ignored.
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !isElsewhere(name)));
  return { params, query, headers, body };
}

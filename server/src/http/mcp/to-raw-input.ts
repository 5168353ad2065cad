import type { Operation } from '@posthorn/contract';
import type { z } from 'zod';
import type { RawInput } from '../../core/operation/read-input.ts';
import { headerArguments } from './input-schema.ts';

type Fields = Readonly<Record<string, unknown>>;

/** Path, query and headers are text over HTTP, where a model gives what its schema says, or a number for an id of digits. */
function asTaken(schema: z.ZodType, value: unknown): unknown {
  const isPlain = typeof value === 'number' || typeof value === 'boolean';
  return isPlain && !schema.safeParse(value).success && schema.safeParse(String(value)).success ? String(value) : value;
}

/** Returns the fields of a part of a request that are given, as it takes them. */
const pick = (part: z.ZodObject | undefined, given: Fields) =>
  Object.fromEntries(
    Object.entries<z.ZodType>(part?.shape ?? {}).flatMap(([name, schema]) => (name in given ? [[name, asTaken(schema, given[name])]] : [])),
  );

/** Returns the headers that stand among the arguments, by their names in the operation; null is none. */
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
  // Where the operation takes none, what is left is named as ignored.
  const body = Object.fromEntries(Object.entries(given).filter(([name]) => !isElsewhere(name)));
  return { params, query, headers, body };
}

import { z } from 'zod';
import type { ZodOpenApiResponseObject } from 'zod-openapi';
import { hasOwnHeaders, headersOf } from '../core/answer-headers.ts';
import { type ErrorCode, errorCode, errors } from '../core/errors.ts';
import { implied, type Operation } from '../core/operation.ts';
import { errorExample } from '../examples/errors.ts';

/** Descriptions of codes whose envelope has no `detail`. */
const SILENT: Partial<Record<ErrorCode, string>> = {
  unauthorized: 'The key is missing, malformed, unknown or revoked, or its tenant is suspended.',
  not_found: 'The tenant has no such object.',
};

const detail = z.string().describe('For people; the wording may change.');

const describeCode = (code: ErrorCode) => `\`${code}\`: ${errors[code].detail ?? SILENT[code] ?? 'no further detail.'}`;

/** Returns the fields of the envelope of one code besides the code. */
function fieldsOf(code: ErrorCode): Readonly<Record<string, z.ZodType>> {
  return errors[code].detail === null ? errors[code].fields : { detail, ...errors[code].fields };
}

/** Returns the envelope of any of the codes: a field is required if every one of them always has it. */
function envelopeOf(group: readonly ErrorCode[]): z.ZodObject {
  const carried = group.map(fieldsOf);
  const all: Record<string, z.ZodType> = Object.assign({}, ...carried);
  const shape = Object.entries(all).map(
    ([name, type]) => [name, carried.every((fields) => fields[name]?.isOptional() === false) ? type : type.optional()] as const,
  );
  return z.object({
    error: z.enum(group).describe('The code, which tells programs what went wrong and stays as it is.'),
    ...Object.fromEntries(shape),
  });
}

/** Returns a single example by itself, or several by their codes. */
function examplesOf(group: readonly ErrorCode[], field: string | undefined) {
  const [only, ...others] = group;
  if (only !== undefined && others.length === 0) return { example: errorExample(only, field) };
  return { examples: Object.fromEntries(group.map((code) => [code, { value: errorExample(code, field) }])) };
}

/** Returns the codes with their sentences, as a list if there are several. */
function describe(group: readonly ErrorCode[]): string {
  const mark = group.length > 1 ? '- ' : '';
  return group.map((code) => `${mark}${describeCode(code)}`).join('\n');
}

const pascal = (code: string) => code.replaceAll(/(?:^|_)([a-z])/g, (_, letter: string) => letter.toUpperCase());

/** Returns the codes of an operation by status, in the catalogue's order. */
export function codesByStatus(operation: Operation): Map<number, ErrorCode[]> {
  const answered = new Set([...operation.errors, ...implied(operation)]);
  return Map.groupBy(
    errorCode.options.filter((code) => answered.has(code)),
    (code) => errors[code].status,
  );
}

/** Codes that often occur together become one component. */
const isShared = (group: readonly ErrorCode[]) => group.length <= 2;

/** A field that an example of the operation's errors may name. */
const fieldOf = ({ body }: Operation) => (body instanceof z.ZodObject ? Object.keys(body.shape)[0] : undefined);

/** Creates the response of codes with one status. The same one or two codes give the same object, which makes them one component. */
export function errorResponses(): (operation: Operation, status: number, codes: readonly ErrorCode[]) => ZodOpenApiResponseObject {
  const made = new Map<string, ZodOpenApiResponseObject>();
  return (operation, status, codes) => {
    const answer = { operation, status, codes };
    const shared = isShared(codes) && !hasOwnHeaders(answer);
    const id = codes.map(pascal).join('Or');
    const known = shared ? made.get(id) : undefined;
    if (known !== undefined) return known;
    const response = {
      ...(shared ? { id } : {}),
      description: describe(codes),
      headers: z.object(headersOf(answer)),
      content: {
        'application/json': { schema: envelopeOf(codes), ...examplesOf(codes, isShared(codes) ? undefined : fieldOf(operation)) },
      },
    };
    if (shared) made.set(id, response);
    return response;
  };
}

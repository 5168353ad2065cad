import { type ErrorCode, errors, isErrorCode, isRecord, leastJsonBytes, mostBytes, nameFaults } from '@posthorn/contract';
import type { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import { findUnstorable, type Unstorable } from '../text/storable.ts';
import { fieldsOf, type Nulls } from './fields-of.ts';
import { formOf } from './form-of.ts';
import { issueMessage, oneOf } from './issue-message.ts';
import { withSuggestedField } from './suggest-field.ts';

export type Path = readonly PropertyKey[];

/** Returns a path as text, such as `attachments[0].filename`. */
export function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

/** Returns the value at a path; undefined if there is none. */
export function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

type Issue = z.core.$ZodIssue;

const isOtherType = (issue: Issue) => issue.code === 'invalid_type' && issue.path.length === 0;

/** Returns the issue of a union as that of the member whose type was given; returns any other issue unchanged. */
export function withinUnion(issue: Issue): Issue {
  if (issue.code !== 'invalid_union') return issue;
  const firsts = issue.errors.flatMap(([first]) => (first === undefined ? [] : [first]));
  const fault = firsts.find((first) => !isOtherType(first));
  return fault === undefined ? issue : withinUnion({ ...fault, path: [...issue.path, ...fault.path] });
}

function limitOf(issue: Issue): { max?: number; max_bytes?: number } {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  const given: unknown = issue.code === 'custom' ? issue.params?.max_bytes : undefined;
  return typeof given === 'number' ? { max: given, max_bytes: given } : {};
}

function toApiError(issue: Issue, value: unknown, missing: 'missing_field' | 'validation_failed'): ApiError {
  const field = formatPath(issue.path);
  if (isErrorCode(issue.message)) return coded(issue.message, { field, ...limitOf(issue) }, issue);
  const absent = issue.code !== 'custom' && issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  const detail = absent ? `${field} is required.` : `${field === '' ? '' : `${field}: `}${issue.message}`;
  if (absent && missing === 'missing_field') return new ApiError('missing_field', { field }, { detail });
  return new ApiError('validation_failed', { ...(field === '' ? {} : { field }), ...limitOf(issue) }, { detail });
}

/** A schema names the error code of its field; safe because such codes take no other fields than these. */
function withFields(code: ErrorCode, given: Readonly<Record<string, unknown>>, options: { detail?: string } = {}): ApiError {
  const Loose = ApiError as new (code: ErrorCode, fields: object, options: { detail?: string }) => ApiError;
  const fields = Object.fromEntries(Object.entries(given).filter(([name]) => name in errors[code].fields));
  return new Loose(code, fields, options);
}

/** A schema names in `or` the field that may stand in place of a missing one. */
const alternativeOf = (issue: Issue): string =>
  issue.code === 'custom' && typeof issue.params?.or === 'string' ? ` or ${issue.params.or}` : '';

/** A schema gives the code as its message. */
function coded(code: ErrorCode, given: { readonly field: string } & Readonly<Record<string, unknown>>, issue: Issue): ApiError {
  if (code === 'missing_field') return withFields(code, given, { detail: `${given.field}${alternativeOf(issue)} is required.` });
  const isEmptyList = issue.code === 'too_small' && issue.origin === 'array' && 'field' in errors[code].fields;
  if (isEmptyList) return withFields(code, given, { detail: `${given.field}: Must not be empty.` });
  return withFields(code, given, issue.code === 'invalid_value' ? { detail: `${errors[code].detail} ${oneOf(issue.values)}` } : {});
}

/** The code that a schema has for an invalid name directly in one of its fields; such codes need no field. */
function codeOfName(schema: z.ZodType, { path, inName }: Unstorable): ErrorCode | undefined {
  const [field, , ...deeper] = path;
  const form = formOf(schema);
  if (inName !== true || deeper.length > 0 || typeof field !== 'string' || form.kind !== 'object') return undefined;
  const found = Object.hasOwn(form.fields, field) ? form.fields[field] : undefined;
  return found === undefined ? undefined : nameFaults.get(found)?.code;
}

function unstorableError(schema: z.ZodType, found: Unstorable): ApiError {
  const { path, detail } = found;
  const code = codeOfName(schema, found);
  const field = formatPath(code === undefined ? path : path.slice(-1))
    .toWellFormed()
    .replaceAll('\u0000', '\ufffd');
  if (code !== undefined) return withFields(code, { field });
  return new ApiError('validation_failed', field === '' ? {} : { field }, { detail });
}

/** Counts the names chosen by the caller before any value is validated. */
function findOverfull(schema: z.ZodType, given: unknown): ApiError | undefined {
  const form = formOf(schema);
  if (form.kind !== 'object' || !isRecord(given)) return undefined;
  for (const { name, max, code } of form.bounded) {
    const named = given[name];
    if (isRecord(named) && Object.keys(named).length > max) return withFields(code, { field: name, max }, overfull(code, name, max));
  }
  return undefined;
}

const isTooLarge = (value: unknown, max: number) => isRecord(value) && leastJsonBytes(value, max) > max;

/** Returns the error of a value, or of one of its fields, that exceeds its size as JSON, before its contents are validated. */
function findTooLarge(schema: z.ZodType, given: unknown): ApiError | undefined {
  const max = mostBytes.get(schema)?.max;
  if (max !== undefined && isTooLarge(given, max)) return tooLarge({ max, max_bytes: max }, '');
  const form = formOf(schema);
  if (form.kind !== 'object' || !isRecord(given)) return undefined;
  const found = form.byteLimited.find((field) => isTooLarge(given[field.name], field.max));
  return found && tooLarge({ field: found.name, max: found.max, max_bytes: found.max }, `${found.name}: `);
}

const tooLarge = (fields: { field?: string; max: number; max_bytes: number }, place: string) =>
  new ApiError('validation_failed', fields, { detail: `${place}At most ${fields.max} bytes of JSON.` });

const overfull = (code: ErrorCode, name: string, max: number) =>
  code === 'validation_failed' ? { detail: `At most ${max} ${name}.` } : {};

export interface ValidateOptions {
  /** The code for a missing required field. */
  missing?: 'validation_failed' | undefined;
  nulls?: Nulls;
  /** The lists whose items the handler validates. */
  eachApart?: readonly string[] | undefined;
}

/** The part of the input that must be storable: everything but items that are validated on their own. */
function withoutItems(given: unknown, lists: readonly string[] = []): unknown {
  if (typeof given !== 'object' || given === null) return given;
  const held = lists.filter((list) => list in given);
  return held.length === 0 ? given : { ...given, ...Object.fromEntries(held.map((list) => [list, null])) };
}

/** Returns the first fault; for a number beyond the exact range, the fault of its own limit if it has one. */
function firstFault([first, second]: readonly z.core.$ZodIssue[]): z.core.$ZodIssue | undefined {
  const isInexact = (first?.code === 'too_big' || first?.code === 'too_small') && first.origin === 'int';
  const isOfSame = second?.code === first?.code && formatPath(second?.path ?? []) === formatPath(first?.path ?? []);
  return isInexact && isOfSame ? second : first;
}

/** Returns a value as parsed by its schema, or the error for the caller: that of the first fault. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, options: ValidateOptions = {}): z.output<S> | ApiError {
  const given = fieldsOf(schema, value, options.nulls);
  const tooMany = findOverfull(schema, given) ?? findTooLarge(schema, given);
  if (tooMany !== undefined) return tooMany;
  const unstorable = findUnstorable(withoutItems(given, options.eachApart));
  if (unstorable !== undefined) return unstorableError(schema, unstorable);
  const parsed = schema.safeParse(given, { error: issueMessage });
  if (parsed.success) return parsed.data;
  const issue = firstFault(parsed.error.issues);
  if (issue === undefined) throw parsed.error;
  return withSuggestedField(toApiError(withinUnion(issue), given, options.missing ?? 'missing_field'), schema, value);
}

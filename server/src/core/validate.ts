import { type ErrorCode, isErrorCode } from '@posthorn/contract';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';

type Path = readonly PropertyKey[];

function formatPath(path: Path): string {
  let text = '';
  for (const part of path) {
    if (typeof part === 'number') text += `[${part}]`;
    else text += text === '' ? String(part) : `.${String(part)}`;
  }
  return text;
}

function valueAt(root: unknown, path: Path): unknown {
  let value = root;
  for (const part of path) {
    if (typeof value !== 'object' || value === null) return undefined;
    value = (value as Record<PropertyKey, unknown>)[part];
  }
  return value;
}

/** PostgreSQL cannot store U+0000, and neither engine a lone surrogate: one such string would fail a whole group. */
function findUnstorable(value: unknown, path: Path): Path | undefined {
  if (typeof value === 'string') return value.isWellFormed() && !value.includes('\u0000') ? undefined : path;
  if (typeof value !== 'object' || value === null) return undefined;
  const entries = Array.isArray(value) ? value.entries() : Object.entries(value);
  for (const [key, item] of entries) {
    const found = findUnstorable(String(key), [...path, String(key)]) ?? findUnstorable(item, [...path, key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function limitOf(issue: z.core.$ZodIssue): { max?: number; max_bytes?: number } {
  if (issue.code === 'too_big') return { max: Number(issue.maximum) };
  const given: unknown = issue.code === 'custom' ? issue.params?.max_bytes : undefined;
  return typeof given === 'number' ? { max_bytes: given } : {};
}

function toApiError(issue: z.core.$ZodIssue, value: unknown, missing: 'missing_field' | 'validation_failed'): ApiError {
  const field = formatPath(issue.path);
  if (isErrorCode(issue.message)) return coded(issue.message, field);
  const absent = issue.path.length > 0 && valueAt(value, issue.path) === undefined;
  const detail = absent ? `${field} is required.` : `${field === '' ? '' : `${field}: `}${issue.message}`;
  if (absent && missing === 'missing_field') return new ApiError('missing_field', { field }, { detail });
  return new ApiError('validation_failed', { ...(field === '' ? {} : { field }), ...limitOf(issue) }, { detail });
}

/** A schema names the code of its field by giving it as the message; safe because such codes take at most `field`. */
function coded(code: ErrorCode, field: string): ApiError {
  const Loose = ApiError as new (code: ErrorCode, fields: object) => ApiError;
  return new Loose(code, code === 'missing_field' || code === 'validation_failed' ? { field } : {});
}

export interface ValidateOptions {
  /** The code for an absent required field. */
  missing?: 'validation_failed' | undefined;
  /** `keep`: nulls at the top reach the schema. Otherwise they count as absent. */
  nulls?: 'keep' | undefined;
}

function withoutNulls(value: unknown): unknown {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
  const entries = Object.entries(value);
  return entries.some(([, item]) => item === null) ? Object.fromEntries(entries.filter(([, item]) => item !== null)) : value;
}

/** Parses a value by its schema; the first fault becomes the error that the caller sees. */
export function validate<S extends z.ZodType>(schema: S, value: unknown, options: ValidateOptions = {}): z.output<S> | ApiError {
  const unstorable = findUnstorable(value, []);
  if (unstorable !== undefined) {
    const field = formatPath(unstorable).replaceAll(/[\u0000\ud800-\udfff]/g, '?');
    return new ApiError('validation_failed', { field }, { detail: 'Text must be Unicode without U+0000.' });
  }
  const given = options.nulls === 'keep' ? value : withoutNulls(value);
  const parsed = schema.safeParse(given);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  if (issue === undefined) throw parsed.error;
  return toApiError(issue, given, options.missing ?? 'missing_field');
}

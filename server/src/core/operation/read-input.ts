import { isRecord, type Operation } from '@posthorn/contract';
import type { z } from 'zod';
import { ApiError, orThrow } from '../errors/api-error.ts';
import type { Context } from '../request/context.ts';
import type { Input, UploadedForm } from '../request/handler.ts';
import { toStorable } from '../text/storable.ts';
import { ignoredHeader } from './ignored-fields.ts';
import { validate } from './validate.ts';

/** The parts of a request, as the adapters hand them to a procedure. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

/** Returns an upload whose fields are validated on access. Safe because only `readUpload` reads a multipart body. */
function withCheckedFields(operation: Operation, schema: z.ZodType, { ctx, raw }: { ctx: Context; raw: RawInput }): UploadedForm<unknown> {
  const upload = raw.body as UploadedForm<unknown>;
  return {
    ...upload,
    async fields() {
      const given = await upload.fields();
      // Not reported with the other fields, since those after the file were not known then.
      const ignored = ignoredHeader({ ...operation, bodyType: 'json' }, { ...raw, body: given });
      if (ignored !== undefined) ctx.headers['X-Ignored-Fields'] = ignored;
      return orThrow(validate(schema, given, { missing: 'validation_failed' }));
    },
  };
}

function readBody(operation: Operation, ctx: Context, raw: RawInput): unknown {
  const { body } = raw;
  if (operation.body === undefined || operation.bodyType === 'raw' || body instanceof ApiError) return body;
  if (operation.bodyType === 'multipart') return withCheckedFields(operation, operation.body, { ctx, raw });
  return validate(operation.body, body ?? {}, { missing: operation.missing, nulls: operation.nulls, eachApart: operation.eachApart });
}

const asText = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorable(value);
  return Array.isArray(value) ? value.map(asText) : value;
};

/** Path and query, in which characters that no database accepts become a string that matches no object, cursor or filter. */
const asNames = (given: unknown): unknown =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)]))
    : given;

/** Header values that ask for nothing. */
const SILENT: readonly unknown[] = [undefined, null, '', 'false'];

const isSilent = (value: unknown): boolean => SILENT.includes(typeof value === 'string' ? value.toLowerCase() : value);

/**
 * The headers of an operation, in either case, of which one that asks for nothing takes the place of no other: what asks for test mode
 * around it holds for it too, so that no mail goes out that was to be a test, and so does a key, so that none goes out twice.
 */
function headersOf({ testHeader, idempotencyHeader }: Context, { headers }: RawInput): unknown {
  if (!isRecord(headers ?? {})) return headers;
  const given = new Map<string, unknown>();
  for (const [name, value] of Object.entries(headers ?? {}))
    if (!given.has(name.toLowerCase()) || !isSilent(value)) given.set(name.toLowerCase(), value);
  if (testHeader !== undefined && isSilent(given.get('x-service-test'))) given.set('x-service-test', testHeader);
  if (idempotencyHeader !== undefined && (given.get('idempotency-key') ?? '') === '') given.set('idempotency-key', idempotencyHeader);
  return Object.fromEntries(given);
}

/**
 * Returns the input of an operation: the parts of a request, each validated when the handler reads it. Safe because `Handlers` ties the
 * handler to the operation.
 */
export function readInput<O extends Operation>(operation: O, ctx: Context, raw: RawInput): Input<O> {
  const read = (schema: z.ZodObject | undefined, value: unknown) =>
    schema === undefined ? {} : validate(schema, value ?? {}, { missing: 'validation_failed' });
  const spoken = operation.bodyFaults === 'handler' ? <T>(value: T | ApiError) => value : orThrow;
  return {
    ctx,
    params: orThrow(read(operation.params, asNames(raw.params))),
    query: () => orThrow(read(operation.query, asNames(raw.query))),
    headers: () => spoken(read(operation.headers, headersOf(ctx, raw))),
    body: () => spoken(readBody(operation, ctx, raw)),
    rawBody: () => spoken(raw.body),
  } as unknown as Input<O>;
}

import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation: `public` needs no key, `sending` accepts keys of both permission levels, `full` only full_access keys,
 * `operator` the operator token, `metrics` that or the metrics token, `person` a person signed in by cookie.
 */
export type Scope = 'public' | 'sending' | 'full' | 'operator' | 'metrics' | 'person';

/** A response of bytes instead of JSON, sent as it is produced. */
export interface Media {
  readonly media: string;
}

export const media = (type: string): Media => ({ media: type });

/** Bytes of the media type that the handler returns; `application/octet-stream` if it returns none. */
export const anyMedia: Media = media('*/*');

export interface Operation {
  readonly method: Method;
  /** Absolute path; parameters in braces, as in OpenAPI. */
  readonly path: `/${string}`;
  readonly summary: string;
  readonly description?: string;
  readonly tags: readonly [string, ...string[]];
  readonly scope: Scope;
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Names in lower case. */
  readonly headers?: z.ZodObject;
  readonly body?: z.ZodType;
  /** Query parameters that can be repeated: arrays. */
  readonly repeatable?: readonly string[];
  /** `json` by default; `multipart` has one file, in the form field `file`, and the fields of `body` as text; `raw` is bytes. */
  readonly bodyType?: 'json' | 'multipart' | 'raw';
  /** Maximum bytes of the body, or of the file. */
  readonly maxBody?: number;
  /** A top-level array as the body counts as an object with the array in this field. */
  readonly bareArray?: string;
  /** The handler validates the items of these lists, so that each is refused on its own. */
  readonly eachApart?: readonly string[];
  /** The schema of an item of those lists, for types and the document. */
  readonly item?: z.ZodType;
  /** A POST that changes nothing, so that it needs only the right to read. */
  readonly reads?: true;
  /** Changes something, but needs only the right to read. */
  readonly forReaders?: true;
  /** The response can contain the body of a transactional mail: only for people whose role may see those. */
  readonly showsBodies?: true;
  /** `keep`: null clears the field. Otherwise null counts as absent. */
  readonly nulls?: 'keep';
  /** The error code for a missing required field, `missing_field` by default. */
  readonly missing?: 'validation_failed';
  /**
   * `handler`: errors of the body are passed to the handler, which reports them in its own order of checks, instead of being returned
   * before it runs.
   */
  readonly bodyFaults?: 'handler';
  readonly responses: Readonly<Record<number, z.ZodType | Media>>;
  /** The meaning of each response, in a sentence. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of the responses beyond those that follow from the operation: `rate` for the rate limit, `replay` for repeated keys. */
  readonly answerHeaders?: readonly ('rate' | 'replay')[];
  /** Error codes beyond those implied by the operation (see `implied`). */
  readonly errors: readonly ErrorCode[];
}

/** Operations by resource and name: `table.messages.list`. */
export type OperationTable = Readonly<Record<string, Readonly<Record<string, Operation>>>>;

/** Declares one operation; it is plain data and keeps its literal type. */
export const op = <const O extends Operation>(
  operation: O & { readonly answers: { readonly [S in keyof O['responses'] & number]: string } },
): O => operation;

const EVERY = ['internal_error', 'service_unavailable'] as const;
const AUTHENTICATED = ['unauthorized'] as const;
const SCOPED = ['insufficient_scope'] as const;
const WITH_INPUT = ['validation_failed'] as const;
const WITH_JSON = ['invalid_json', 'request_timeout', 'request_too_large'] as const;
const WITH_BYTES = ['request_timeout', 'request_too_large'] as const;
const WITH_FILE = ['missing_file', 'request_timeout', 'file_too_large'] as const;

/** The parts of a request that imply `validation_failed`. Path parameters name an object or none; the errors of a query are declared. */
type CheckedInput = { readonly headers: z.ZodObject } | { readonly body: z.ZodType };

/** A POST or PATCH without fields still accepts an empty object, and parses what it is sent. */
type TakesJson = { readonly body: z.ZodType } | { readonly method: 'POST' | 'PATCH' };

/** Codes implied by the properties of an operation. */
export type Implied<O extends Operation> =
  | (typeof EVERY)[number]
  | (O['scope'] extends 'public' ? never : (typeof AUTHENTICATED)[number])
  | (O['scope'] extends 'full' | 'sending' ? (typeof SCOPED)[number] : never)
  | (O extends CheckedInput ? (typeof WITH_INPUT)[number] : never)
  | (O extends { readonly bodyType: 'multipart' }
      ? (typeof WITH_FILE)[number]
      : O extends { readonly bodyType: 'raw' }
        ? (typeof WITH_BYTES)[number]
        : O extends TakesJson
          ? (typeof WITH_JSON)[number] | (O extends { readonly body: z.ZodType; readonly missing?: undefined } ? 'missing_field' : never)
          : never);

/** Returns whether an operation reads a JSON body: those that change or create something do, even without fields. */
export const takesJson = ({ method, body, bodyType = 'json' }: Operation): boolean =>
  bodyType === 'json' && (body !== undefined || method === 'POST' || method === 'PATCH');

/** The same codes at run time, for the OpenAPI document. */
export function implied(operation: Operation): readonly ErrorCode[] {
  const { body, bodyType, missing } = operation;
  const hasFields = body !== undefined && bodyType !== 'multipart';
  return [
    ...(operation.scope === 'public' ? [] : AUTHENTICATED),
    ...(operation.scope === 'full' || operation.scope === 'sending' ? SCOPED : []),
    ...(bodyType === 'multipart' ? WITH_FILE : []),
    ...(bodyType === 'raw' ? WITH_BYTES : []),
    ...(takesJson(operation) ? WITH_JSON : []),
    ...(hasFields && missing === undefined ? (['missing_field'] as const) : []),
    ...(body !== undefined || operation.headers !== undefined ? WITH_INPUT : []),
    ...EVERY,
  ];
}

/** Every code that an operation can return. */
export type CodeOf<O extends Operation> = O['errors'][number] | Implied<O>;

/** The JSON body that a client sends to an operation. */
export type RequestBodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.input<O['body']> : undefined;

/** The JSON body that a client gets from an operation. */
export type AnswerBodyOf<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : never;
}[keyof O['responses']];

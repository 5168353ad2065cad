import type { z } from 'zod';
import type { ErrorCode } from './errors.ts';

export type Method = 'GET' | 'POST' | 'PATCH' | 'DELETE';

/**
 * Who may call an operation: `public` needs no key, `sending` takes both permission levels,
 * `full` only full_access keys, `operator` the operator token, `metrics` that or the token for metrics alone, `person` who is
 * signed in by a cookie.
 */
export type Scope = 'public' | 'sending' | 'full' | 'operator' | 'metrics' | 'person';

/** A response of bytes instead of JSON, sent as it is produced. */
export interface Media {
  readonly media: string;
}

export const media = (type: string): Media => ({ media: type });

/** Bytes of whatever type the handler says; `application/octet-stream` where it does not know. */
export const anyMedia: Media = media('*/*');

export interface Operation {
  readonly method: Method;
  /** Absolute path; parameters in braces, as OpenAPI writes them. */
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
  /** Query parameters that may be given several times: arrays. */
  readonly repeatable?: readonly string[];
  /** `json` unless said otherwise; `multipart` has one file, in the form field `file`, and the fields of `body` as text beside it; `raw` is bytes. */
  readonly bodyType?: 'json' | 'multipart' | 'raw';
  /** Bytes; of the body, or of the file. */
  readonly maxBody?: number;
  /** A bare array for a body counts as an object with the array in this field. */
  readonly bareArray?: string;
  /** The items of this list are checked by the handler, so that each is wrong by itself. */
  readonly eachApart?: string;
  /** What an item of that list should be. */
  readonly item?: z.ZodType;
  /** A POST that changes nothing, so that those may call it who may only read. */
  readonly reads?: true;
  /** Changes something, and yet needs only the right to read. */
  readonly forReaders?: true;
  /** Its answer can hold the body of a transactional mail: only for people whose role sees those. */
  readonly showsBodies?: true;
  /** `keep`: a null clears the field. Otherwise a null counts as absent. */
  readonly nulls?: 'keep';
  /** The code for an absent required field, `missing_field` unless said otherwise. */
  readonly missing?: 'validation_failed';
  /**
   * `handler`: faults of the body are handed to the handler, which answers them in its own order of
   * checks, instead of being answered before it runs.
   */
  readonly bodyFaults?: 'handler';
  readonly responses: Readonly<Record<number, z.ZodType | Media>>;
  /** What each of them means, in a sentence. */
  readonly answers: Readonly<Record<number, string>>;
  /** Headers of the answers beyond those that follow from the form: `rate` what is left of the minute, `replay` of repeated keys. */
  readonly answerHeaders?: readonly ('rate' | 'replay')[];
  /** Codes beyond those that every operation of this form can answer (see `implied`). */
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

/** What of a request can be wrong in any operation that takes it. A path names an object or none, and what of a query can be wrong has its codes among the errors of the operation. */
type CheckedInput = { readonly headers: z.ZodObject } | { readonly body: z.ZodType };

/** A POST or PATCH without fields of its own takes an empty object all the same, and reads what it is sent. */
type TakesJson = { readonly body: z.ZodType } | { readonly method: 'POST' | 'PATCH' };

/** Codes that follow from an operation's form. */
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

/** Whether an operation reads a JSON body: those that change or make something do, without fields of their own too. */
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

/** Every code an operation can answer with. */
export type CodeOf<O extends Operation> = O['errors'][number] | Implied<O>;

/** What a client sends as the body of an operation. */
export type RequestBodyOf<O extends Operation> = O['body'] extends z.ZodType ? z.input<O['body']> : undefined;

/** What a client gets as the JSON body of an operation's answers. */
export type AnswerBodyOf<O extends Operation> = {
  [S in keyof O['responses']]: O['responses'][S] extends z.ZodType ? z.output<O['responses'][S]> : never;
}[keyof O['responses']];

import type { CodeOf, Media, Operation, OperationTable } from '@posthorn/contract';
import type { z } from 'zod';
import { ApiError } from '../errors/api-error.ts';
import type { CallerOf } from './caller.ts';
import type { Context } from './context.ts';

/** The one file of a multipart request, read as it arrives. */
export interface UploadedFile {
  readonly filename: string;
  readonly contentType: string;
  /** Throws `file_too_large` when it passes the operation's limit. */
  readonly content: AsyncIterable<Uint8Array>;
}

/** The file with the text fields of its form, which may come before the file or after it. */
export interface UploadedForm<F> extends UploadedFile {
  /** Returns the fields, checked; to be asked for once the content has been read, since those behind it are known no earlier. */
  fields(): Promise<F>;
}

/** The body of a raw request. What is large of it waits on disk. */
export interface RawBody {
  readonly size: number;
  /** Hands it on piece by piece. */
  pieces(): AsyncIterable<Uint8Array>;
}

type Empty = Readonly<Record<never, never>>;
type ParsedInput<S> = S extends z.ZodType ? z.output<S> : Empty;

type UploadOf<O extends Operation> = O extends { readonly body: z.ZodType } ? UploadedForm<z.output<O['body']>> : UploadedFile;

type BodyOf<O extends Operation> = O extends { readonly bodyType: 'multipart' }
  ? UploadOf<O>
  : O extends { readonly bodyType: 'raw' }
    ? RawBody
    : O extends { readonly bodyFaults: 'handler' }
      ? ParsedInput<O['body']> | ApiError<CodeOf<O>>
      : ParsedInput<O['body']>;

type HeadersOf<O extends Operation> = O extends { readonly bodyFaults: 'handler' }
  ? ParsedInput<O['headers']> | ApiError<CodeOf<O>>
  : ParsedInput<O['headers']>;

/**
 * What a handler gets. Query, headers and body are checked when they are asked for, and not before:
 * the order of a handler's lines is the order of its checks.
 */
export interface Input<O extends Operation> {
  readonly ctx: Context<CallerOf<O>>;
  readonly params: ParsedInput<O['params']>;
  query(): ParsedInput<O['query']>;
  headers(): HeadersOf<O>;
  body(): BodyOf<O>;
  /** The body as it came, unchecked: for handlers that look at it before they check it. */
  rawBody(): unknown;
}

type AnswerBody<R> = R extends Media ? AsyncIterable<Uint8Array> : R extends z.ZodType ? z.output<R> : never;

/** One of the declared answers. */
export type Reply<O extends Operation> = {
  [S in keyof O['responses'] & number]: { readonly status: S; readonly body: AnswerBody<O['responses'][S]> };
}[keyof O['responses'] & number];

/** Refuses a call before its input is read; its scope has been checked. */
type Guard<O extends Operation> = (ctx: Context<CallerOf<O>>) => ApiError<CodeOf<O>> | undefined | Promise<ApiError<CodeOf<O>> | undefined>;

export interface Handler<O extends Operation> {
  (input: Input<O>): Promise<Reply<O> | ApiError<CodeOf<O>>>;
  readonly guard?: Guard<O>;
  /** The caller may be one that is recalled: guard and handler answer nothing before they have proven that its key still holds. */
  readonly provesCaller?: true;
}

/** Returns a handler with a guard before it. */
export const guarded = <O extends Operation>(guard: Guard<O>, handler: (input: Input<O>) => ReturnType<Handler<O>>): Handler<O> =>
  Object.assign((input: Input<O>) => handler(input), { guard });

/** Returns the same of a handler that proves its caller. */
export const proving = <O extends Operation>(guard: Guard<O>, handler: (input: Input<O>) => ReturnType<Handler<O>>): Handler<O> =>
  Object.assign((input: Input<O>) => handler(input), { guard, provesCaller: true as const });

/** A handler for every operation of a table, by the same keys. */
export type Handlers<T extends OperationTable> = { readonly [R in keyof T]: { readonly [N in keyof T[R]]: Handler<T[R][N]> } };

/** Returns one of the answers that an operation declares: its status and its body. */
export const reply = <const S extends number, B>(status: S, body: B) => ({ status, body });

/** Returns the answer of a deletion. */
export const presentDeleted = ({ id }: { readonly id: string }) => ({ deleted: true as const, id });

type Present<V> = Exclude<V, ApiError | undefined>;
type RefusalOf<V> = Extract<V, ApiError> | (undefined extends V ? ApiError<'not_found'> : never);

/** Returns a value presented under a status; an error as it is, and `not_found` for what is not there. */
export function replyOr<V, const S extends number, B>(value: V, status: S, present: (value: Present<V>) => B) {
  // Safe because `RefusalOf` names just these two.
  if (value === undefined) return new ApiError('not_found') as RefusalOf<V>;
  if (value instanceof ApiError) return value as ApiError as RefusalOf<V>;
  return reply(status, present(value as Present<V>));
}

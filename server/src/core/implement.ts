import type { CodeOf, Media, Operation, OperationTable } from '@posthorn/contract';
import type { TRPCBuiltRouter, TRPCMutationProcedure, TRPCQueryProcedure, TRPCRouterRecord } from '@trpc/server';
import { initTRPC } from '@trpc/server';
import type { z } from 'zod';
import { ApiError } from './api-error.ts';
import { assertAllowed } from './assert-allowed.ts';
import type { CallerOf, Context } from './context.ts';
import { ignoredHeader } from './ignored-fields.ts';
import { toStorable } from './storable.ts';
import { toApiError } from './to-api-error.ts';
import type { UploadedFile } from './upload.ts';
import { validate } from './validate.ts';

type Empty = Readonly<Record<never, never>>;
type Parsed<S> = S extends z.ZodType ? z.output<S> : Empty;
type Given<S> = S extends z.ZodType ? z.input<S> : Empty;

type BodyOf<O extends Operation> = O extends { readonly bodyType: 'multipart' }
  ? UploadedFile
  : O extends { readonly bodyType: 'raw' }
    ? Buffer
    : O extends { readonly bodyFaults: 'handler' }
      ? Parsed<O['body']> | ApiError<CodeOf<O>>
      : Parsed<O['body']>;

type HeadersOf<O extends Operation> = O extends { readonly bodyFaults: 'handler' }
  ? Parsed<O['headers']> | ApiError<CodeOf<O>>
  : Parsed<O['headers']>;

/**
 * What a handler gets. Query, headers and body are checked when they are asked for, and not before:
 * the order of a handler's lines is the order of its checks.
 */
export interface Input<O extends Operation> {
  readonly ctx: Context<CallerOf<O>>;
  readonly params: Parsed<O['params']>;
  query(): Parsed<O['query']>;
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
type Guard<O extends Operation> = (ctx: Context<CallerOf<O>>) => ApiError<CodeOf<O>> | undefined;

export interface Handler<O extends Operation> {
  (input: Input<O>): Promise<Reply<O> | ApiError<CodeOf<O>>>;
  readonly guard?: Guard<O>;
}

/** A handler with a guard before it. */
export const guarded = <O extends Operation>(guard: Guard<O>, handler: (input: Input<O>) => ReturnType<Handler<O>>): Handler<O> =>
  Object.assign((input: Input<O>) => handler(input), { guard });

/** A handler for every operation of a table, by the same keys. */
export type Handlers<T extends OperationTable> = { readonly [R in keyof T]: { readonly [N in keyof T[R]]: Handler<T[R][N]> } };

export const reply = <const S extends number, B>(status: S, body: B) => ({ status, body });

type Present<V> = Exclude<V, ApiError | undefined>;
type Refused<V> = Extract<V, ApiError> | (undefined extends V ? ApiError<'not_found'> : never);

/** Returns a value presented under a status; an error as it is, and `not_found` for what is not there. */
export function replyOr<V, const S extends number, B>(value: V, status: S, present: (value: Present<V>) => B) {
  // Safe because `Refused` names just these two.
  if (value === undefined) return new ApiError('not_found') as Refused<V>;
  if (value instanceof ApiError) return value as ApiError as Refused<V>;
  return reply(status, present(value as Present<V>));
}

/** An operation with its place in the router, such as `email.send`. */
export interface Route {
  readonly key: string;
  readonly operation: Operation;
}

/** The parts of a request, as the adapters hand them to a procedure. */
export interface RawInput {
  readonly params?: unknown;
  readonly query?: unknown;
  readonly headers?: unknown;
  readonly body?: unknown;
}

const { procedure, router: buildRouter } = initTRPC.context<Context>().create({
  errorFormatter: ({ shape, error }) => {
    const fault = toApiError(error);
    return {
      ...shape,
      message: fault.code,
      data: { ...shape.data, httpStatus: fault.status, stack: undefined, envelope: fault.toEnvelope() },
    };
  },
});

function orThrow<T>(value: T | ApiError): T {
  if (value instanceof ApiError) throw value;
  return value;
}

function readBody(operation: Operation, body: unknown): unknown {
  if (operation.body === undefined || operation.bodyType === 'multipart' || operation.bodyType === 'raw' || body instanceof ApiError)
    return body;
  return validate(operation.body, body ?? {}, { missing: operation.missing, nulls: operation.nulls, eachApart: operation.eachApart });
}

const asText = (value: unknown): unknown => {
  if (typeof value === 'string') return toStorable(value);
  return Array.isArray(value) ? value.map(asText) : value;
};

/** Path and query, where what no database takes becomes text that nothing is called: it names no object, and no cursor or filter. */
const asNames = (given: unknown): unknown =>
  typeof given === 'object' && given !== null
    ? Object.fromEntries(Object.entries(given).map(([name, value]) => [name, asText(value)]))
    : given;

/** Safe because `Handlers` ties the handler to the operation that it is called for. */
function inputOf<O extends Operation>(operation: O, ctx: Context, raw: RawInput): Input<O> {
  const read = (schema: z.ZodObject | undefined, value: unknown) =>
    schema === undefined ? {} : validate(schema, value ?? {}, { missing: 'validation_failed' });
  const spoken = operation.bodyFaults === 'handler' ? <T>(value: T | ApiError) => value : orThrow;
  return {
    ctx,
    params: orThrow(read(operation.params, asNames(raw.params))),
    query: () => orThrow(read(operation.query, asNames(raw.query))),
    headers: () => spoken(read(operation.headers, raw.headers)),
    body: () => spoken(readBody(operation, raw.body)),
    rawBody: () => spoken(raw.body),
  } as unknown as Input<O>;
}

const asRawInput = (raw: unknown): RawInput => (typeof raw === 'object' && raw !== null ? raw : {});

/** Safe because it is asked after the scope has said who calls. */
const guardOf = ({ guard }: Handler<Operation>) => guard as ((ctx: Context) => ApiError | undefined) | undefined;

function toProcedure(operation: Operation, handler: Handler<Operation>) {
  const scoped = procedure
    .use(({ ctx, next }) => {
      assertAllowed(operation.scope, ctx);
      orThrow(guardOf(handler)?.(ctx));
      return next();
    })
    .input(asRawInput);
  const resolve = async ({ ctx, input }: { ctx: Context; input: RawInput }) => {
    const ignored = ignoredHeader(operation, input);
    if (ignored !== undefined) ctx.headers['X-Ignored-Fields'] = ignored;
    const answer = orThrow(await handler(inputOf(operation, ctx, input)));
    ctx.status = answer.status;
    return answer.body;
  };
  return operation.method === 'GET' ? scoped.query(resolve) : scoped.mutation(resolve);
}

type Wire<O extends Operation> = {
  meta: object;
  input: { [P in 'params' | 'query' | 'body' as O[P] extends z.ZodType ? P : never]: Given<O[P]> } & {
    [P in 'headers' as O[P] extends z.ZodType ? P : never]?: Given<O[P]>;
  };
  output: Reply<O>['body'];
};

type ProcedureOf<O extends Operation> = O['method'] extends 'GET' ? TRPCQueryProcedure<Wire<O>> : TRPCMutationProcedure<Wire<O>>;

/** The router's type, for tRPC clients: one procedure for each operation. */
export type RouterOf<T extends OperationTable> = TRPCBuiltRouter<
  {
    ctx: Context;
    meta: object;
    errorShape: { message: string; code: number; data: { httpStatus: number; envelope: Record<string, unknown> } };
    transformer: false;
  },
  { [R in keyof T]: { [N in keyof T[R]]: ProcedureOf<T[R][N]> } }
>;

export interface Implementation<T extends OperationTable> {
  readonly router: RouterOf<T>;
  readonly routes: readonly Route[];
}

/** Joins a table of operations with its handlers: the tRPC router, and the list of routes for HTTP. */
export function implement<T extends OperationTable>(table: T, handlers: Handlers<T>): Implementation<T> {
  const record: TRPCRouterRecord = {};
  const routes: Route[] = [];
  const places = new Set<string>();
  for (const [resource, operations] of Object.entries(table)) {
    const procedures: TRPCRouterRecord = {};
    for (const [name, operation] of Object.entries(operations)) {
      const place = `${operation.method} ${operation.path}`;
      if (places.has(place)) throw new Error(`${place} is declared twice`);
      places.add(place);
      // Safe because Handlers<T> has a handler of this operation's type under these keys.
      const handler = handlers[resource]?.[name] as unknown as Handler<Operation>;
      procedures[name] = toProcedure(operation, handler);
      routes.push({ key: `${resource}.${name}`, operation });
    }
    record[resource] = procedures;
  }
  // Safe because the record was built from the table that RouterOf<T> is computed from.
  return { router: buildRouter(record) as unknown as RouterOf<T>, routes };
}

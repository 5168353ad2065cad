import type { AnswerBodyOf, Operation, OperationTable, RequestBodyOf } from './operation.ts';

/** Every operation of a table. */
export type OperationOf<T extends OperationTable> = { [R in keyof T]: T[R][keyof T[R]] }[keyof T];

/** The name of an operation for clients: `GET /admin/tenants/{id}`. */
export type NameOf<O extends Operation> = O extends unknown ? `${O['method']} ${O['path']}` : never;

/** The operation with this name. */
export type OperationByName<O extends Operation, N extends NameOf<O>> = O extends unknown ? (NameOf<O> extends N ? O : never) : never;

/** The input of any operation; undefined query parameters are left out. */
export interface AnyRequest {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
}

/** The names in braces of a path. */
type ParameterIn<P> = P extends `${string}{${infer N}}${infer R}` ? N | ParameterIn<R> : never;

type ParamsOf<O extends Operation> = [ParameterIn<O['path']>] extends [never]
  ? unknown
  : { readonly params: Readonly<Record<ParameterIn<O['path']>, string>> };
type BodyOf<O extends Operation> = RequestBodyOf<O> extends undefined ? unknown : { readonly body: RequestBodyOf<O> };
type RequestOf<O extends Operation> = Pick<AnyRequest, 'query'> & ParamsOf<O> & BodyOf<O>;
/** The input of an operation, with everything that it requires; `A` is what the client accepts in addition. */
type RequestArguments<O extends Operation, A> =
  Partial<RequestOf<O>> extends RequestOf<O> ? [request?: RequestOf<O> & A] : [request: RequestOf<O> & A];

/** A client for these operations, each of which is called by its name. */
export type CallByName<O extends Operation, A = unknown> = <N extends NameOf<O>>(
  name: N,
  ...request: RequestArguments<OperationByName<O, N>, A>
) => Promise<AnswerBodyOf<OperationByName<O, N>>>;

/** The items of a list's pages. */
export type RowOf<O extends Operation> = AnswerBodyOf<O> extends { readonly data: readonly (infer R)[] } ? R : never;

/** A client for the lists among these operations, which reads all pages of one. */
export type IterateByName<O extends Operation> = <N extends NameOf<O> & `GET ${string}`>(
  name: N,
  ...request: RequestArguments<OperationByName<O, N>, unknown>
) => AsyncGenerator<RowOf<OperationByName<O, N>>, void, undefined>;

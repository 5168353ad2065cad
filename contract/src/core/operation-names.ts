import type { AnswerBodyOf, Operation, OperationTable, RequestBodyOf } from './operation.ts';

/** Every operation of a table. */
export type OperationOf<T extends OperationTable> = { [R in keyof T]: T[R][keyof T[R]] }[keyof T];

/** How clients name an operation: `GET /admin/tenants/{id}`. */
export type NameOf<O extends Operation> = O extends unknown ? `${O['method']} ${O['path']}` : never;

/** The one of these operations that has this name. */
export type OperationByName<O extends Operation, N extends NameOf<O>> = O extends unknown ? (NameOf<O> extends N ? O : never) : never;

/** What any operation is asked with; of the query, what is undefined is left out. */
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
/** What an operation is asked with, of which nothing is left out that it needs; `A` is what the client takes beside it. */
type RequestArguments<O extends Operation, A> =
  Partial<RequestOf<O>> extends RequestOf<O> ? [request?: RequestOf<O> & A] : [request: RequestOf<O> & A];

/** A client of these operations, which asks for each by its name. */
export type CallByName<O extends Operation, A = unknown> = <N extends NameOf<O>>(
  name: N,
  ...request: RequestArguments<OperationByName<O, N>, A>
) => Promise<AnswerBodyOf<OperationByName<O, N>>>;

/** What the pages of a list hold. */
export type RowOf<O extends Operation> = AnswerBodyOf<O> extends { readonly data: readonly (infer R)[] } ? R : never;

/** A client of the lists among these operations, which reads one to its end. */
export type IterateByName<O extends Operation> = <N extends NameOf<O> & `GET ${string}`>(
  name: N,
  ...request: RequestArguments<OperationByName<O, N>, unknown>
) => AsyncGenerator<RowOf<OperationByName<O, N>>, void, undefined>;

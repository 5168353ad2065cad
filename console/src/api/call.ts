import type { AnswerBodyOf, accountContract, adminContract, Operation, RequestBodyOf } from '@posthorn/contract';
import { PosthornConnectionError, toPosthornError } from '@posthorn/sdk';

type Flat<T> = { [R in keyof T]: T[R][keyof T[R]] }[keyof T];
type Named<O> = O extends Operation ? { readonly [K in `${O['method']} ${O['path']}`]: O } : never;
type Both<U> = (U extends unknown ? (of: U) => void : never) extends (of: infer I) => void ? I : never;
type ByName<T> = Both<Named<Flat<T>>>;

type AccountOperations = ByName<typeof accountContract>;
type AdminOperations = ByName<typeof adminContract>;

/** The names in braces of a path. */
type NameIn<P> = P extends `${string}{${infer N}}${infer R}` ? N | NameIn<R> : never;

interface Asked<O extends Operation> {
  readonly body?: RequestBodyOf<O>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly signal?: AbortSignal;
}
type Given<O extends Operation> = [NameIn<O['path']>] extends [never]
  ? [given?: Asked<O>]
  : [given: Asked<O> & { readonly params: Readonly<Record<NameIn<O['path']>, string>> }];

interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: Readonly<Record<string, string | number | undefined>>;
  readonly body?: unknown;
  readonly signal?: AbortSignal;
}

/** Like `fetch`; of `/admin` it puts the operator's bearer in. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

function urlOf(path: string, { params = {}, query = {} }: AnyGiven): string {
  const filled = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(params[name] ?? ''));
  const given = Object.entries(query).flatMap(([name, value]): [string, string][] => (value === undefined ? [] : [[name, String(value)]]));
  return `${location.origin}${filled}${given.length === 0 ? '' : `?${new URLSearchParams(given)}`}`;
}

async function receive(send: Send, url: string, init: RequestInit): Promise<{ response: Response; text: string }> {
  try {
    const response = await send(url, init);
    return { response, text: await response.text() };
  } catch (cause) {
    if (init.signal?.aborted) throw cause;
    throw new PosthornConnectionError('network', { cause });
  }
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

async function ask(send: Send, name: string, given: AnyGiven = {}): Promise<unknown> {
  const [method = '', path = ''] = name.split(' ');
  const body = given.body === undefined ? {} : { body: JSON.stringify(given.body) };
  const signal = given.signal === undefined ? {} : { signal: given.signal };
  const headers = { 'Content-Type': 'application/json' };
  const { response, text } = await receive(send, urlOf(path, given), { method, headers, ...body, ...signal });
  const answer = parse(text);
  if (!response.ok || typeof answer !== 'object' || answer === null) throw toPosthornError(response, answer);
  return answer;
}

/** The function through which every operation of a table goes. Safe because the service holds its answers to the contract. */
const caller =
  <T>(send: Send) =>
  async <K extends keyof T & string>(
    name: K,
    ...[given]: T[K] extends Operation ? Given<T[K]> : never
  ): Promise<T[K] extends Operation ? AnswerBodyOf<T[K]> : never> =>
    (await ask(send, name, given as AnyGiven)) as T[K] extends Operation ? AnswerBodyOf<T[K]> : never;

/** Calls `/account`: the browser sends the cookie along. */
export const call = caller<AccountOperations>((url, init) => fetch(url, init));

/** Calls `/admin` with the operator's bearer. */
export const adminCaller = (send: Send) => caller<AdminOperations>(send);
export type AdminCall = ReturnType<typeof adminCaller>;

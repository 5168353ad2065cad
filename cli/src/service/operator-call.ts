import type { AnswerBodyOf, Operation, RequestBodyOf } from '@posthorn/contract';
import { PosthornConnectionError, PosthornError, toPosthornError } from '@posthorn/sdk';
import { UsageError } from '../usage-error.ts';

export interface OperatorOptions {
  readonly baseUrl: string;
  readonly token: string;
}

/** The names in braces of a path. */
type NameIn<P extends string> = P extends `${string}{${infer N}}${infer R}` ? N | NameIn<R> : never;

interface Asked<O extends Operation> {
  readonly body?: RequestBodyOf<O>;
  readonly query?: object;
}
/** What an operation takes; the names in its path are not left out. */
type Given<O extends Operation> = [NameIn<O['path']>] extends [never]
  ? [given?: Asked<O>]
  : [given: Asked<O> & { readonly params: Readonly<Record<NameIn<O['path']>, string>> }];
interface AnyGiven {
  readonly params?: Readonly<Record<string, string>>;
  readonly query?: object;
  readonly body?: unknown;
}

type RowOf<O extends Operation> = AnswerBodyOf<O> extends { readonly data: readonly (infer R)[] } ? R : never;

interface Page<T> {
  readonly data: readonly T[];
  readonly next_cursor: string | number | null;
}

const TIMEOUT_MS = 300_000;
/** Where no token is set, every path of the operator is missing. */
const MISSING = 'it is not there, or the service has no OPERATOR_TOKEN';

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

function refusalOf(response: Response, answer: unknown): PosthornError {
  const refusal = toPosthornError(response, answer);
  return refusal.code === 'not_found' ? new PosthornError({ ...refusal, detail: MISSING }) : refusal;
}

/** A name that is empty or made of dots would make it the path of another operation. */
function pathOf(path: string, params: Readonly<Record<string, string>>): string {
  const filled = (write: (value: string) => string) => path.replaceAll(/\{(\w+)\}/g, (_, name: string) => write(params[name] ?? ''));
  const isWrong = Object.values(params).some((value) => ['', '.', '..'].includes(value));
  if (isWrong) throw new UsageError(`an id is empty or made of dots: ${filled((value) => value)}`);
  return filled(encodeURIComponent);
}

/** Checked here, since the error of an invalid header would show the token. */
function assertToken(token: string): void {
  if (!/^[\x20-\x7e]+$/.test(token)) throw new UsageError('OPERATOR_TOKEN has a character that no header can have');
}

/** Without what no request has: a name and a password, which errors would show. */
function rootOf(baseUrl: string): string {
  const { origin, pathname } = new URL(baseUrl);
  return origin + pathname.replace(/\/+$/, '');
}

/** A page of an operator's list, and not of something else that answers there. */
function assertPage<T>(answer: Page<T>, cursor: Page<T>['next_cursor'] | undefined): Page<T> {
  if (Array.isArray(answer.data) && answer.next_cursor !== cursor && answer.next_cursor !== undefined) return answer;
  const detail = 'not a list of this interface, or one that goes on where this page began';
  throw new PosthornError({ status: 200, headers: new Headers(), code: 'unexpected_response', detail, fields: {} });
}

/** The functions through which every operation of the operator goes. */
export function createOperatorCall({ baseUrl, token }: OperatorOptions) {
  assertToken(token);
  const root = rootOf(baseUrl);
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' };

  let warned = false;

  function warnOfIgnored(answer: Headers): void {
    const names = answer.get('x-ignored-fields');
    if (names === null || warned) return;
    warned = true;
    console.warn(`posthorn: the service does not know these fields and has ignored them: ${names}`);
  }

  async function ask(method: Operation['method'], url: string, body: unknown): Promise<{ response: Response; text: string }> {
    try {
      const given = body === undefined ? {} : { body: JSON.stringify(body) };
      const response = await fetch(url, { method, headers, redirect: 'manual', signal: AbortSignal.timeout(TIMEOUT_MS), ...given });
      warnOfIgnored(response.headers);
      return { response, text: await response.text() };
    } catch (cause) {
      throw new PosthornConnectionError('network', { cause, baseUrl: root });
    }
  }

  async function send(method: Operation['method'], path: string, { body, query = {}, params = {} }: AnyGiven = {}): Promise<object> {
    const given = Object.entries(query).filter(([, value]) => value !== undefined);
    const search = new URLSearchParams(given.map(([name, value]): [string, string] => [name, String(value)])).toString();
    const url = `${root}${pathOf(path, params)}${search === '' ? '' : `?${search}`}`;
    const { response, text } = await ask(method, url, body);
    const answer = parse(text);
    if (!response.ok || typeof answer !== 'object' || answer === null) throw refusalOf(response, answer);
    return answer;
  }

  /** Safe because the service holds its answers to the contract. */
  const call = async <O extends Operation>(method: O['method'], path: O['path'], ...[given]: Given<O>): Promise<AnswerBodyOf<O>> =>
    (await send(method, path, given)) as AnswerBodyOf<O>;

  /** Safe because the contract has every list of the operator answer a page. */
  const page = async <O extends Operation>(path: O['path'], given: AnyGiven): Promise<Page<RowOf<O>>> =>
    (await send('GET', path, given)) as Page<RowOf<O>>;

  async function* iterate<O extends Operation>(path: O['path'], ...[given = {}]: Given<O>): AsyncGenerator<RowOf<O>, void, undefined> {
    let cursor: string | number | null | undefined;
    do {
      const { data, next_cursor: next } = assertPage(await page<O>(path, { ...given, query: { ...given.query, cursor } }), cursor);
      yield* data;
      cursor = next;
    } while (cursor !== null);
  }

  return { call, iterate };
}
